// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.backtest;

import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.decide.Rule;
import dev.nessiewatch.metadata.ExpiryTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One pass over the recorded time, from event to event: snapshots come, the weekly run comes, and, when there is a
 * trigger, it decides and its runs end. The weekly run is thought to reach the table half way through its usual duration.
 */
final class Replay {
    private static final int WEEKLY_RETAINS = 1;

    private final Recording recording;
    private final Policy policy;
    private final Rule.Limits limits;
    private final Heads heads;
    private final SimulatedList list;
    private final @Nullable Trigger trigger;
    private final List<Track.Point> points = new ArrayList<>();
    private long overMs;
    private long atMs;
    private Instant weeklyStart;
    private int lostRollbacks;

    Replay(Recording recording, Rule rule, Policy policy, Heads heads, SimulatedList list, @Nullable Trigger trigger) {
        this.recording = recording;
        this.policy = policy;
        this.limits = rule.limits();
        this.heads = heads;
        this.list = list;
        this.trigger = trigger;
        this.atMs = recording.fromMs();
        this.weeklyStart = policy.weekly().schedule().next(recording.from());
    }

    Track run() {
        long endMs = recording.toMs();
        for (long next = nextMs(); next <= endMs; next = nextMs()) {
            moveTo(next);
            happen(next);
            note(next);
        }
        moveTo(endMs);
        if (trigger != null) {
            trigger.account(endMs);
        }
        Track.Point peak = new Track.Point(recording.from(), 0);
        for (Track.Point point : points) {
            peak = point.snapshots() > peak.snapshots() ? point : peak;
        }
        return new Track(points, peak, Duration.ofMillis(overMs));
    }

    int lostRollbacks() {
        return lostRollbacks;
    }

    private long nextMs() {
        long next = Math.min(list.nextMs(), weeklyMs());
        return trigger == null ? next : Math.min(next, Math.min(trigger.runEndsMs(), trigger.nextDecisionMs()));
    }

    private void happen(long ms) {
        boolean changed = list.nextMs() <= ms;
        list.arriveUntil(ms);
        if (weeklyMs() <= ms) {
            list.expire(new ExpiryTerms(
                    weeklyStart.minus(policy.weekly().retention()).toEpochMilli(), WEEKLY_RETAINS, ms));
            weeklyStart = policy.weekly().schedule().next(weeklyStart);
            changed = true;
        }
        if (trigger == null) {
            return;
        }
        if (changed) {
            trigger.changed(ms);
        }
        if (trigger.runEndsMs() <= ms) {
            trigger.endRun(ms);
        }
        if (trigger.nextDecisionMs() <= ms) {
            trigger.decide(ms);
        }
    }

    private long weeklyMs() {
        return weeklyStart.plus(policy.weekly().duration().dividedBy(2)).toEpochMilli();
    }

    private void moveTo(long ms) {
        if (list.isOver(limits)) {
            overMs += ms - atMs;
        }
        lostRollbacks += heads.lostMoves(atMs, ms, list.alive());
        atMs = ms;
    }

    private void note(long ms) {
        int before = points.isEmpty() ? 0 : points.get(points.size() - 1).snapshots();
        if (list.size() != before) {
            points.add(new Track.Point(Instant.ofEpochMilli(ms), list.size()));
        }
    }
}
