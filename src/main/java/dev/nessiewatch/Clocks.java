// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import java.time.Clock;

/**
 * The two clocks of this process.
 *
 * @param wall the time of day: for what is written and shown, and for what lasts longer than a process; it may be set
 * @param steady for how long something takes within this process; never set
 */
record Clocks(Clock wall, Clock steady) {
    /** A wall clock, and beside it the time that passes in this process. */
    static Clocks of(Clock wall) {
        return new Clocks(wall, new SteadyClock(wall.instant(), System::nanoTime));
    }
}
