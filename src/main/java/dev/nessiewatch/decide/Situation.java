// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The moment of a decision.
 *
 * @param now the moment
 * @param feedHeartbeatAt newest heartbeat of the feed of the table's reference; null when none was seen
 * @param paused whether an operator paused all launches
 * @param weekly what was seen of the weekly run
 */
public record Situation(Instant now, @Nullable Instant feedHeartbeatAt, boolean paused, WeeklyWatch weekly) {
    /** A moment at which nothing was seen of the weekly run yet. */
    public Situation(Instant now, @Nullable Instant feedHeartbeatAt, boolean paused) {
        this(now, feedHeartbeatAt, paused, WeeklyWatch.UNSEEN);
    }
}
