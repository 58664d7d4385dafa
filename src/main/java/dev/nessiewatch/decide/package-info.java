// SPDX-License-Identifier: Apache-2.0
/**
 * A forecast, the policy and the table's past in; launch or hold, with its why, out. Pure: no clock, no framework beside
 * the annotations of the configuration. The calendar arithmetic of the weekly schedule is cron-utils'.
 *
 * <p>Read {@code Weighing} first: its one switch says when each outcome applies. {@code Need} does the arithmetic,
 * {@code Quiet} finds the moment between rebuilds, {@code Why} and {@code Next} find the words.
 */
@NullMarked
package dev.nessiewatch.decide;

import org.jspecify.annotations.NullMarked;
