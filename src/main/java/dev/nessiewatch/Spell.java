// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import java.time.Duration;
import java.time.Instant;

/** A span of time by the wall clock, which may be set while it lasts. */
final class Spell {
    private Spell() {}

    /**
     * Whether it is over. A beginning that lies further ahead than the whole length means that the clock was set back; then
     * it is over, too, so that nothing waits for more than twice its length.
     */
    static boolean isOver(Instant since, Instant now, Duration length) {
        return Duration.between(since, now).abs().compareTo(length) >= 0;
    }
}
