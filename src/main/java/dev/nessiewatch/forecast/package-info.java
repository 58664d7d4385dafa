// SPDX-License-Identifier: Apache-2.0
/**
 * Observations in, a growth forecast out; pure arithmetic, no clock, no framework.
 *
 * <p>{@code Growing} says how the rate is found, {@code Rhythm} when a table is at rest; {@code Forecast} is what leaves
 * the room.
 */
@NullMarked
package dev.nessiewatch.forecast;

import org.jspecify.annotations.NullMarked;
