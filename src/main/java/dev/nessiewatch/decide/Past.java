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
        boolean weeklyRunning) {
    /** No order ever, no run under way, room for {@code maxOpenRuns}. */
    public static Past none(int maxOpenRuns) {
        return new Past(false, null, false, 0, null, null, 0, 0, maxOpenRuns, false);
    }
}
