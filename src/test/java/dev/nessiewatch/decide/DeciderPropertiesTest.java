// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static dev.nessiewatch.decide.Case.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.event.SnapshotCount.Observation;
import dev.nessiewatch.forecast.Events;
import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Forecaster;
import dev.nessiewatch.metadata.Census;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds for any table; a failure names the seed of its case. */
class DeciderPropertiesTest {
    private static final int CASES = 20_000;
    private static final List<Policy> POLICIES = List.of(
            Settings.policy(),
            Settings.policy("minimum-benefit", "5", "limit.snapshots", "60", "retention", "36h", "retain-last", "4"),
            Settings.policy("limit.decoded-bytes", "40000", "minimum-benefit", "1", "weekly.schedule", "*/30 * * * *"),
            Settings.policy(
                    "retention", "20s", "retention-floor", "10s", "limit.snapshots", "40", "minimum-benefit", "10"),
            Settings.policy(
                    "limit.snapshots",
                    "50",
                    "limit.planner-heap",
                    "5000000",
                    "minimum-benefit",
                    "5",
                    "force-after-missed-windows",
                    "true",
                    "rules[0].namespace",
                    "elsewhere",
                    "rules[0].excluded",
                    "true"));

    private final Forecaster forecaster = new Forecaster();

    @Test
    void decisionsAreTotalAndSafe() {
        long first = 42;
        Set<Outcome> reached = EnumSet.noneOf(Outcome.class);
        for (long seed = first; seed < first + CASES; seed++) {
            Random random = new Random(seed);
            Policy policy = POLICIES.get(random.nextInt(POLICIES.size()));
            SnapshotCount event = event(random);
            Forecast forecast = forecaster.forecast(event, NOW);
            Explanation explanation = new Decider(policy).explain(forecast, past(random), situation(random));
            Decision decision = explanation.decision();
            assertThat(explanation.text()).as("seed %d", seed).doesNotContain("null", "NaN", "Infinity");

            reached.add(decision.outcome());
            assertSafe(seed, policy, event, decision);
            assertMonotone(seed, random, forecast);
        }
        assertThat(reached).contains(Outcome.LAUNCH, Outcome.REBUILD_UNDER_WAY, Outcome.RETENTION_TOO_LONG);
    }

    private static void assertSafe(long seed, Policy policy, SnapshotCount event, Decision decision) {
        assertThat(decision.why()).as("seed %d", seed).isNotBlank().doesNotContain("\n", "null", "NaN");
        assertThat(decision.next()).as("seed %d", seed).isNotBlank().doesNotContain("\n", "null", "NaN");
        assertThat(decision.also())
                .as("seed %d", seed)
                .doesNotContain(decision.outcome())
                .isSorted();
        if (!(decision instanceof Decision.Launch launch)) {
            return;
        }
        Draft draft = launch.draft();
        Rule rule = policy.ruleFor(draft.key());
        assertThat(draft.cutoff()).as("seed %d", seed).isBeforeOrEqualTo(NOW.minus(policy.retentionFloor()));
        assertThat(draft.retainLast()).as("seed %d", seed).isPositive();
        Census census = Objects.requireNonNull(event.census(), () -> "No census, seed " + seed);
        assertThat(census.gcEnabled()).as("seed %d", seed).isNotEqualTo(false);
        assertThat(event.outcome()).as("seed %d", seed).isEqualTo(SnapshotCount.Outcome.COUNTED);
        long old = event.growth().recentSnapshotsMs().stream()
                .filter(time -> time < draft.cutoff().toEpochMilli())
                .count();
        long notListed =
                census.snapshots().total() - event.growth().recentSnapshotsMs().size();
        assertThat(old + notListed).as("seed %d", seed).isGreaterThanOrEqualTo(rule.minimumBenefit());
        assertThat(draft.commitBefore() == null || draft.commitBefore().isAfter(NOW))
                .as("seed %d", seed)
                .isTrue();
    }

    private static void assertMonotone(long seed, Random random, Forecast forecast) {
        Instant one = NOW.plusSeconds(random.nextInt(4_000_000) - 2_000_000L);
        Instant later = one.plusSeconds(random.nextInt(1_000_000));
        assertThat(forecast.snapshotsAt(one)).as("seed %d", seed).isLessThanOrEqualTo(forecast.snapshotsAt(later));
        assertThat(forecast.bytesAt(one)).as("seed %d", seed).isLessThanOrEqualTo(forecast.bytesAt(later));
        assertThat(forecast.removableAt(one)).as("seed %d", seed).isLessThanOrEqualTo(forecast.removableAt(later));
        assertThat(forecast.removableAt(Instant.MAX))
                .as("seed %d", seed)
                .isLessThanOrEqualTo(forecast.snapshots() - forecast.floor());
        Instant crossing = forecast.crossing(forecast.snapshots() + 10L);
        if (crossing != null) {
            assertThat(forecast.snapshotsAt(crossing.minusMillis(5_000)))
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(forecast.snapshots() + 10L);
        }
        assertThat(forecast.growth().snapshotsPerDay())
                .as("seed %d", seed)
                .isNotNegative()
                .isFinite();
    }

    private static SnapshotCount event(Random random) {
        List<Instant> times = new ArrayList<>();
        int size = random.nextInt(4) == 0 ? random.nextInt(4) : random.nextInt(200);
        long scale = List.of(1_000L, 60_000L, 3_600_000L, 86_400_000L).get(random.nextInt(4));
        Instant time = NOW.plusMillis(random.nextInt(10) == 0 ? 1_000_000 : -random.nextInt(100) * scale);
        for (int i = 0; i < size; i++) {
            times.add(time);
            time = time.minusMillis(random.nextInt(20) == 0 ? scale * 30 : (long) (random.nextDouble() * scale));
        }
        Events events = Events.withSnapshots(times).observed(observations(random, size));
        events = random.nextBoolean() ? events.replaced() : events;
        events = random.nextInt(4) == 0 ? events.gcEnabled(random.nextBoolean()) : events;
        events = random.nextInt(20) == 0 ? events.resurrected() : events;
        return random.nextInt(20) == 0 ? events.unreadable(random.nextBoolean()) : events.counted();
    }

    private static List<Observation> observations(Random random, int last) {
        List<Observation> observations = new ArrayList<>();
        Instant at = NOW;
        int snapshots = last;
        for (int i = random.nextInt(32); i > 0; i--) {
            observations.add(0, Events.observation(at, snapshots));
            at = at.minusSeconds(random.nextInt(8_000));
            snapshots = Math.max(0, snapshots - random.nextInt(60) + 20);
        }
        return observations;
    }

    private static Past past(Random random) {
        return new Past(
                random.nextInt(20) == 0,
                random.nextInt(20) == 0 ? NOW.plusSeconds(random.nextInt(20) - 10) : null,
                random.nextInt(20) == 0,
                random.nextInt(3),
                random.nextBoolean() ? "NoEffect" : null,
                random.nextInt(20) == 0 ? NOW.minusSeconds(random.nextInt(8_000)) : null,
                random.nextInt(30),
                random.nextInt(5),
                4,
                random.nextInt(20) == 0,
                random.nextInt(4) == 0
                        ? new Past.LastRun(
                                NOW.minusSeconds(random.nextInt(900_000)),
                                random.nextInt(200),
                                random.nextInt(200),
                                random.nextInt(200))
                        : null,
                null);
    }

    private static Situation situation(Random random) {
        Instant heartbeat = random.nextInt(20) == 0 ? null : NOW.minus(Duration.ofMinutes(random.nextInt(26)));
        WeeklyWatch weekly = new WeeklyWatch(
                NOW.minus(Duration.ofHours(33)),
                random.nextInt(3),
                random.nextInt(3),
                random.nextBoolean() ? null : Duration.ofMinutes(random.nextInt(1_000)));
        return new Situation(
                NOW, heartbeat, random.nextInt(20) == 0, random.nextBoolean() ? weekly : WeeklyWatch.UNSEEN);
    }
}
