// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.Drop;
import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts, for tables that grow by replace, the quiet windows that passed unused in a row although an expiry was wanted.
 * Where the pauses leave no room at all, each time that {@code longest-rebuild} passes by commits counts as one.
 *
 * <p>Nothing is kept: each count is made from the measurement alone, so that a restart, or a while in which nobody
 * decided, forgets nothing. The newest times of the list tell the commits one by one; further back, windows are taken to
 * have come as often as among those. A list that is not known to have been too long counts as fine.
 */
public final class MissedWindows {
    /** More are not counted. */
    static final int MOST = 1_000;

    private final Policy policy;

    public MissedWindows(Policy policy) {
        this.policy = policy;
    }

    /**
     * Windows missed in a row, up to the last one; at most {@link #MOST}.
     *
     * @param since when the table was last taken care of, by a run or a person; null when never. A drop of the list, and
     *     the end of a freeze, count as well
     * @param weekly what was seen of the weekly run
     */
    public int count(Forecast forecast, @Nullable Instant since, WeeklyWatch weekly) {
        Rule rule = policy.ruleFor(forecast.key());
        Window window = forecast.rhythm().quietWindow(rule.longestRebuild());
        Instant last = forecast.rhythm().lastCommit();
        Instant opens = window.opens();
        if (!forecast.shape().replaceGrown() || opens == null || last == null) {
            return 0;
        }
        Drop drop = forecast.background().lastDrop();
        Instant from = later(later(since, rule.freezeUntil()), drop == null ? null : drop.at());
        Duration settle = window.exists() ? Duration.between(last, opens) : rule.longestRebuild();
        return new Walk(forecast, rule, from, settle, window.exists(), weekly).back();
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        return one == null || (other != null && other.isAfter(one)) ? other : one;
    }

    /** The way back from the newest commit to the first moment at which no expiry was wanted. */
    private final class Walk {
        private final Forecast forecast;
        private final Rule rule;
        private final @Nullable Instant from;
        private final Duration settle;
        private final boolean room;
        private final WeeklyWatch weekly;

        Walk(Forecast forecast, Rule rule, @Nullable Instant from, Duration settle, boolean room, WeeklyWatch weekly) {
            this.forecast = forecast;
            this.rule = rule;
            this.from = from;
            this.settle = settle;
            this.room = room;
            this.weekly = weekly;
        }

        int back() {
            List<Instant> commits =
                    forecast.rhythm().listed().stream().distinct().toList();
            int missed = 0;
            Instant counted = commits.get(commits.size() - 1);
            for (int i = commits.size() - 2; i >= 0; i--) {
                Instant commit = commits.get(i);
                Instant next = room ? commits.get(i + 1) : counted;
                if (next.isBefore(commit.plus(settle))) {
                    // A commit that came before the window opened belongs to the same burst.
                    continue;
                }
                if (!isWantedAt(room ? commit.plus(settle) : commit)) {
                    return missed;
                }
                missed++;
                counted = commit;
            }
            return missed == 0 ? 0 : further(missed, commits);
        }

        /** Beyond the times that are known one by one. */
        private int further(int known, List<Instant> commits) {
            Instant oldest = commits.get(0);
            Duration each =
                    Duration.between(oldest, commits.get(commits.size() - 1)).dividedBy(known);
            int missed = known;
            while (missed < MOST && isWantedAt(oldest.minus(each.multipliedBy(missed - known + 1L)))) {
                missed++;
            }
            return missed;
        }

        private boolean isWantedAt(Instant when) {
            if (from != null && when.isBefore(from)) {
                return false;
            }
            Need then = Need.of(forecast.asOf(when), rule, policy, new Situation(when, null, false, weekly));
            return !then.fits() && then.removesEnough();
        }
    }
}
