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
 * @param schedule what its scheduler says
 */
public record WeeklyWatch(
        @Nullable Instant start,
        int trimmed,
        int passedBy,
        @Nullable Duration took,
        Schedule schedule) {
    /** Nothing was seen yet. */
    public static final WeeklyWatch UNSEEN = new WeeklyWatch(null, 0, 0, null);

    /** What the scheduler of the weekly run says. */
    public enum Schedule {
        /** Nothing: it cannot be asked. */
        UNKNOWN,
        /** It started the last run. */
        KEPT,
        /** It did not start the last run. */
        MISSED,
        /** It is switched off: no run will come. */
        OFF
    }

    /** A watch whose scheduler cannot be asked. */
    public WeeklyWatch(@Nullable Instant start, int trimmed, int passedBy, @Nullable Duration took) {
        this(start, trimmed, passedBy, took, Schedule.UNKNOWN);
    }

    /** The same, with what the scheduler says. */
    public WeeklyWatch with(Schedule said) {
        return new WeeklyWatch(start, trimmed, passedBy, took, said);
    }

    /** Whether no run will come whatever the last one did. */
    boolean isOff() {
        return schedule == Schedule.OFF;
    }

    /**
     * Whether the run that started then trimmed nothing and there was something to do, or it was never started. What was
     * trimmed counts for more than what the scheduler says: somebody else may have started the run.
     */
    boolean stayedAway(Instant lastStart) {
        return lastStart.equals(start) && trimmed == 0 && (passedBy > 0 || schedule == Schedule.MISSED);
    }

    /** How long the run takes: as seen, or as configured when it was never seen. */
    public Duration duration(Duration configured) {
        return took == null ? configured : took;
    }
}
