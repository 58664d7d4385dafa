// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The moment of a decision.
 *
 * @param now the moment
 * @param feedHeartbeatAt newest heartbeat of the feed of the table's reference; null when none was seen
 * @param hand what operators asked for
 * @param weekly what was seen of the weekly run
 */
public record Situation(Instant now, @Nullable Instant feedHeartbeatAt, Hand hand, WeeklyWatch weekly) {
    /** A moment at which all launches are paused, or not. */
    public Situation(Instant now, @Nullable Instant feedHeartbeatAt, boolean paused, WeeklyWatch weekly) {
        this(now, feedHeartbeatAt, paused ? paused(now) : Hand.NONE, weekly);
    }

    /** A moment at which nothing was seen of the weekly run yet. */
    public Situation(Instant now, @Nullable Instant feedHeartbeatAt, boolean paused) {
        this(now, feedHeartbeatAt, paused, WeeklyWatch.UNSEEN);
    }

    /** The same moment with what operators asked for. */
    public Situation with(Hand asked) {
        return new Situation(now, feedHeartbeatAt, asked, weekly);
    }

    private static Hand paused(Instant since) {
        return new Hand(new Pause(null, null, "an operator", since, null), null, null);
    }
}
