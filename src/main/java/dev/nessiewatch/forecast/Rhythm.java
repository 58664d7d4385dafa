// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a table is written: single commits with pauses between them, or bursts of commits with pauses between the bursts.
 *
 * @param lastCommit when the list last grew; null when never seen
 * @param longestInBurst longest gap inside a burst; zero when there are no bursts
 * @param shortestPause shortest gap between bursts, or between commits when there are no bursts
 * @param longestPause longest gap seen
 * @param gaps number of gaps this was learned from
 */
public record Rhythm(
        @Nullable Instant lastCommit,
        Duration longestInBurst,
        Duration shortestPause,
        Duration longestPause,
        int gaps) {
    /** Fewer gaps than this tell nothing. */
    public static final int FEWEST_GAPS = 3;

    public static final Rhythm UNKNOWN = new Rhythm(null, Duration.ZERO, Duration.ZERO, Duration.ZERO, 0);

    private static final Duration SETTLE = Duration.ofSeconds(1);

    /** Whether enough gaps were seen to speak of a rhythm. */
    public boolean isKnown() {
        return lastCommit != null && gaps >= FEWEST_GAPS;
    }

    /**
     * The quiet window after the last commit. It opens when twice the longest gap inside a burst has passed without a
     * commit (one second at least), and closes one rebuild before the next commit is due.
     *
     * @param longestRebuild how long a rebuild runs at most before it commits
     */
    public Window quietWindow(Duration longestRebuild) {
        if (lastCommit == null || gaps < FEWEST_GAPS) {
            return Window.UNKNOWN;
        }
        Duration settle = longestInBurst.multipliedBy(2);
        Duration reserve = longestRebuild.compareTo(longestInBurst) > 0 ? longestRebuild : longestInBurst;
        return new Window(
                lastCommit.plus(settle.compareTo(SETTLE) > 0 ? settle : SETTLE),
                lastCommit.plus(shortestPause).minus(reserve));
    }
}
