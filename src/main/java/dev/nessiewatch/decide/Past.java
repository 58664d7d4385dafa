// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a decision may know of earlier orders: those of the table, and the runs of all tables.
 *
 * @param openRun whether an order of the table is under way
 * @param coolDownUntil no new order for the table before this; null when none
 * @param breakerOpen whether the table is held until a person resumes it
 * @param failures orders of the table that ended badly in a row
 * @param lastVerdictKind how the last order ended; null when there was none
 * @param lastEndedAt when the last order ended; null when there was none
 * @param windowsMissed quiet windows of the table that passed without a run although one was wanted
 * @param runsOpen runs under way, over all tables
 * @param maxOpenRuns how many runs may be under way at once
 * @param weeklyRunning whether the weekly run is seen to be under way
 * @param lastRun what the last run of the table came to; null when there was none
 * @param weeklySince since when it is seen to be under way without a break; null when it is not, or when that is not known
 */
public record Past(
        boolean openRun,
        @Nullable Instant coolDownUntil,
        boolean breakerOpen,
        int failures,
        @Nullable String lastVerdictKind,
        @Nullable Instant lastEndedAt,
        int windowsMissed,
        int runsOpen,
        int maxOpenRuns,
        boolean weeklyRunning,
        @Nullable LastRun lastRun,
        @Nullable Instant weeklySince) {

    /** No order ever, no run under way, room for {@code maxOpenRuns}. */
    public static Past none(int maxOpenRuns) {
        return new Past(false, null, false, 0, null, null, 0, 0, maxOpenRuns, false, null, null);
    }

    /** The same, where the weekly run is seen to be under way since this moment; null when it is not. */
    public Past withWeeklySince(@Nullable Instant since) {
        return new Past(
                openRun,
                coolDownUntil,
                breakerOpen,
                failures,
                lastVerdictKind,
                lastEndedAt,
                windowsMissed,
                runsOpen,
                maxOpenRuns,
                weeklyRunning,
                lastRun,
                since);
    }

    /**
     * What the last run of a table came to.
     *
     * @param endedAt when its verdict was in
     * @param predicted snapshots it was to remove
     * @param removed snapshots it was proven to have removed; 0 when it did not help
     * @param snapshotsAfter length of the list it left
     */
    public record LastRun(Instant endedAt, int predicted, int removed, int snapshotsAfter) {}
}
