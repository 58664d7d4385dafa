// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of the weekly run, over all tables.
 *
 * @param start scheduled start of the last run; null when nothing is known
 * @param trimmed tables that it was seen to trim
 * @param passedBy tables that it should have trimmed and left as they were, once it should be done
 * @param took how long after its scheduled start it trimmed the last table, in this run or the one before; null when that was
 *     never seen
 */
public record WeeklyWatch(
        @Nullable Instant start,
        int trimmed,
        int passedBy,
        @Nullable Duration took) {
    /** Nothing was seen yet. */
    public static final WeeklyWatch UNSEEN = new WeeklyWatch(null, 0, 0, null);

    /** Whether the run that started then did nothing although there was something to do: it did not come, or does not work. */
    boolean stayedAway(Instant lastStart) {
        return lastStart.equals(start) && trimmed == 0 && passedBy > 0;
    }

    /** How long the run takes: as seen, or as configured when it was never seen. */
    public Duration duration(Duration configured) {
        return took == null ? configured : took;
    }
}
