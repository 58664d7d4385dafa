// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Window;
import dev.nessiewatch.lake.TableId;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Counts, for tables that grow by replace, the quiet windows that passed unused although an expiry was wanted. Where the
 * pauses leave no room at all, each time that {@code longest-rebuild} passes by commits counts as one. A table that is not wanted any more, or whose run was ordered,
 * starts at 0 again; so does everything after a restart.
 *
 * <p>Holds one small entry for each table that waits. Not safe for several threads.
 */
public final class MissedWindows {
    private static final Set<Outcome> WANTED =
            EnumSet.of(Outcome.COOLING_DOWN, Outcome.QUEUED, Outcome.REBUILD_UNDER_WAY, Outcome.LAUNCH);

    private final Policy policy;
    private final Map<TableId, Waiting> waiting = new HashMap<>();

    /**
     * A table that waits.
     *
     * @param lastCommit newest commit seen
     * @param window the window after it
     * @param countedAt commit up to which windows are counted
     * @param missed windows missed
     */
    private record Waiting(Instant lastCommit, Window window, Instant countedAt, int missed) {
        Waiting at(Instant commit, Window next, Duration rebuild) {
            boolean counts = passedUnused(commit, rebuild);
            return new Waiting(commit, next, counts ? commit : countedAt, counts ? missed + 1 : missed);
        }

        /** A commit that came before the window opened belongs to the same burst. */
        private boolean passedUnused(Instant nextCommit, Duration rebuild) {
            Instant opens = window.opens();
            if (opens == null) {
                return false;
            }
            return window.exists() ? !nextCommit.isBefore(opens) : !nextCommit.isBefore(countedAt.plus(rebuild));
        }
    }

    public MissedWindows(Policy policy) {
        this.policy = policy;
    }

    /** How many windows of this table passed unused in a row. */
    public int of(TableId table) {
        Waiting entry = waiting.get(table);
        return entry == null ? 0 : entry.missed();
    }

    /** Takes in a decision; may be called again for the same measurement. */
    public void note(Forecast forecast, Decision decision) {
        TableId table = forecast.table();
        Instant last = forecast.rhythm().lastCommit();
        if (!WANTED.contains(decision.outcome()) || !forecast.shape().replaceGrown() || last == null) {
            waiting.remove(table);
            return;
        }
        Duration rebuild = policy.ruleFor(forecast.key()).longestRebuild();
        Window window = forecast.rhythm().quietWindow(rebuild);
        Waiting before = waiting.get(table);
        if (before == null) {
            waiting.put(table, new Waiting(last, window, last, 0));
        } else if (last.isAfter(before.lastCommit())) {
            waiting.put(table, before.at(last, window, rebuild));
        }
    }

    /** Forgets a table whose run was ordered, or that left the watched set. */
    public void forget(TableId table) {
        waiting.remove(table);
    }
}
