// SPDX-License-Identifier: Apache-2.0
/**
 * A recorded snapshot list and a policy in; what the list would have been, with and without targeted runs, out. Pure: the
 * same recording gives the same result. Forecast, decision and expiry are the ones of the service.
 *
 * <p>Read {@code Backtest} first; {@code Replay} is its loop over time, {@code Trigger} the service in small.
 */
@NullMarked
package dev.nessiewatch.backtest;

import org.jspecify.annotations.NullMarked;
