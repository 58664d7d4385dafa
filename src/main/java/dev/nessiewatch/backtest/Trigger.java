// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.backtest;

import dev.nessiewatch.decide.Decider;
import dev.nessiewatch.decide.Decision;
import dev.nessiewatch.decide.Draft;
import dev.nessiewatch.decide.Outcome;
import dev.nessiewatch.decide.Past;
import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.decide.Situation;
import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.event.SnapshotCounts;
import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Forecaster;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.metadata.Cutoffs;
import dev.nessiewatch.metadata.ExpiryPreview;
import dev.nessiewatch.metadata.ExpiryTerms;
import dev.nessiewatch.metadata.Preview;
import dev.nessiewatch.metadata.SnapshotHistory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The service in small: measures the simulated list, decides by the real rooms, and carries out its own orders. */
final class Trigger {
    static final TableId TABLE = new TableId("recorded", "main");

    private final SimulatedList list;
    private final Heads heads;
    private final Policy policy;
    private final Decider decider;
    private final Forecaster forecaster = new Forecaster();
    private final Pace pace;
    private final TableKey key;
    private final List<Result.Run> runs = new ArrayList<>();
    private final Map<Outcome, Duration> holds = new EnumMap<>(Outcome.class);

    private @Nullable SnapshotCount last;
    private @Nullable Order open;
    private @Nullable Instant coolDownUntil;
    private @Nullable Instant lastEndedAt;
    private @Nullable Outcome outcome;
    private boolean changed;
    private long decidedMs = Long.MIN_VALUE;
    private long nextMs = Long.MAX_VALUE;
    private long sequence;

    /** An order on its way. */
    private record Order(
            long cutoffMs,
            int retainLast,
            long endsMs,
            @Nullable Instant commitBefore) {}

    Trigger(SimulatedList list, Heads heads, TableKey key, Policy policy, Pace pace) {
        this.list = list;
        this.heads = heads;
        this.key = key;
        this.policy = policy;
        this.decider = new Decider(policy);
        this.pace = pace;
    }

    /** The list changed, by whomever. */
    void changed(long ms) {
        changed = true;
        long earliest =
                decidedMs == Long.MIN_VALUE ? ms : decidedMs + pace.step().toMillis();
        nextMs = Math.min(nextMs, Math.max(ms + pace.delay().toMillis(), earliest));
    }

    long nextDecisionMs() {
        return nextMs;
    }

    long runEndsMs() {
        return open == null ? Long.MAX_VALUE : open.endsMs();
    }

    List<Result.Run> runs() {
        return runs;
    }

    Map<Outcome, Duration> holds() {
        return holds;
    }

    /** Measures if something changed, and decides. */
    void decide(long ms) {
        account(ms);
        Instant now = Instant.ofEpochMilli(ms);
        if (changed || last == null) {
            last = measure(ms, now);
            changed = false;
        }
        Forecast forecast = forecaster.forecast(last, now);
        Decision decision = decider.decide(forecast, past(), new Situation(now, now, false));
        outcome = decision.outcome();
        decidedMs = ms;
        nextMs = ms + pace.step().toMillis();
        if (decision instanceof Decision.Launch launch) {
            launch(launch.draft(), ms);
        } else if (outcome == Outcome.REBUILD_UNDER_WAY) {
            awaitWindow(forecast, now);
        }
    }

    /** The run that is under way commits, or finds that it is too late. */
    void endRun(long ms) {
        Order order = open;
        if (order == null) {
            return;
        }
        Instant now = Instant.ofEpochMilli(ms);
        boolean tooLate = order.commitBefore() != null && !now.isBefore(order.commitBefore());
        int removed = 0;
        if (!tooLate) {
            removed = list.expire(new ExpiryTerms(order.cutoffMs(), order.retainLast(), ms))
                    .removable();
        }
        Preview afterwards = ExpiryPreview.of(list.historyAt(ms), new ExpiryTerms(ms, 1, ms));
        runs.add(new Result.Run(now, removed, list.size(), afterwards.floor().total(), tooLate));
        open = null;
        lastEndedAt = now;
        coolDownUntil = now.plus(policy.ruleFor(key).coolDown());
        changed(ms);
    }

    /** Adds the time since the last decision to its outcome. */
    void account(long ms) {
        if (outcome != null && ms > decidedMs) {
            holds.merge(outcome, Duration.ofMillis(ms - decidedMs), Duration::plus);
        }
    }

    private SnapshotCount measure(long ms, Instant now) {
        CensusOutcome.Counted counted = list.measure(ms);
        long head = heads.mainAt(ms, list.alive());
        String commit = Long.toString(++sequence);
        SnapshotCounts.Found found = new SnapshotCounts.Found(
                TABLE,
                key,
                new TableContent(counted.location(), head, 0, 0, 0),
                new SnapshotCount.Commits(sequence, commit, commit, now, 1, Map.of(), Map.of(), Map.of(), List.of()),
                false);
        return SnapshotCounts.measured(last, found, counted, now);
    }

    /** As HEAD would confirm it: the exact numbers, in passes of bounded size. */
    private void launch(Draft draft, long ms) {
        SnapshotHistory history = list.historyAt(ms);
        ExpiryTerms wanted = new ExpiryTerms(draft.cutoff().toEpochMilli(), draft.retainLast(), ms);
        long cutoffMs = Cutoffs.limitedTo(history, wanted, draft.maxRemoved());
        int removable = ExpiryPreview.of(history, new ExpiryTerms(cutoffMs, draft.retainLast(), ms))
                .removable();
        if (removable >= draft.minimumBenefit()) {
            open = new Order(cutoffMs, draft.retainLast(), ms + pace.run().toMillis(), draft.commitBefore());
            outcome = Outcome.RUN_OPEN;
        }
    }

    /** The quiet window may open and close between two steps. */
    private void awaitWindow(Forecast forecast, Instant now) {
        Instant opens = forecast.rhythm()
                .quietWindow(policy.ruleFor(key).longestRebuild())
                .opens();
        if (opens != null && opens.isAfter(now)) {
            nextMs = Math.min(nextMs, opens.toEpochMilli() + 1);
        }
    }

    private Past past() {
        return new Past(
                open != null,
                coolDownUntil,
                false,
                0,
                null,
                lastEndedAt,
                0,
                open == null ? 0 : 1,
                2,
                false,
                null,
                null);
    }
}
