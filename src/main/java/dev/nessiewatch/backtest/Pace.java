// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.backtest;

import java.time.Duration;

/**
 * How fine the replay's clock is.
 *
 * @param delay from a commit to the decision about it
 * @param step shortest time between two decisions that no rebuild asks for, and the longest
 * @param run how long a targeted run takes until it commits
 */
public record Pace(Duration delay, Duration step, Duration run) {
    private static final Duration USUAL_DELAY = Duration.ofSeconds(10);
    private static final Duration LONGEST_STEP = Duration.ofHours(1);
    private static final int FINE = 5_000;
    private static final int COARSE = 20_000;

    /** A step of an hour or less; finer for a short recording, coarser for one of many years. */
    public static Pace of(Recording recording, Duration run) {
        long span = recording.toMs() - recording.fromMs();
        long fine = Math.min(LONGEST_STEP.toMillis(), span / FINE);
        Duration step = Duration.ofMillis(Math.max(1_000, Math.max(fine, span / COARSE)));
        return new Pace(step.compareTo(USUAL_DELAY) < 0 ? step : USUAL_DELAY, step, run);
    }
}
