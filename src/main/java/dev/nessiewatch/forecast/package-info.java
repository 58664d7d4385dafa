// SPDX-License-Identifier: Apache-2.0
/** Observations in, a growth forecast out; pure arithmetic, no clock, no framework. */
@NullMarked
package dev.nessiewatch.forecast;

import org.jspecify.annotations.NullMarked;
