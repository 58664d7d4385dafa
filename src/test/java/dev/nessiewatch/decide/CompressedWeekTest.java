// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.event.SnapshotCount.Observation;
import dev.nessiewatch.forecast.Events;
import dev.nessiewatch.forecast.Forecaster;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A week in half an hour: bursts of 25 replaces with pauses, inserts without pauses, and a table at rest. */
class CompressedWeekTest {
    private static final Instant START = Instant.parse("2026-11-30T12:01:00Z");
    private static final Duration GAP = Duration.ofMillis(800);
    private static final Duration PAUSE = Duration.ofSeconds(100);
    private static final int PER_BURST = 25;

    private final Policy policy = Settings.policy(
            "weekly.schedule",
            "*/30 * * * *",
            "weekly.duration",
            "PT1M",
            "retention",
            "20s",
            "retention-floor",
            "10s",
            "limit.snapshots",
            "40",
            "minimum-benefit",
            "10",
            "longest-rebuild",
            "5s",
            "cool-down",
            "30s");
    private final Forecaster forecaster = new Forecaster();

    @Test
    void theReplacedTableIsLaunchedInsideThePause() {
        List<Instant> commits = bursts(3);
        Instant last = commits.get(commits.size() - 1);

        Decision decision = decide(replaced(commits), last.plusSeconds(25));

        assertThat(decision.outcome()).isEqualTo(Outcome.LAUNCH);
        Draft draft = ((Decision.Launch) decision).draft();
        assertThat(draft.commitBefore()).isEqualTo(last.plus(PAUSE).minusSeconds(5));
        assertThat(draft.cutoff()).isEqualTo(last.plusSeconds(5));
    }

    @Test
    void theReplacedTableIsHeldInTheBurst() {
        List<Instant> commits = bursts(4);
        for (int into = 0; into < PER_BURST; into++) {
            List<Instant> sofar = commits.subList(0, 3 * PER_BURST + into + 1);
            Instant last = sofar.get(sofar.size() - 1);

            Decision decision = decide(replaced(sofar), last.plusMillis(400));

            assertThat(decision.outcome()).as("commit %d of the burst", into).isEqualTo(Outcome.REBUILD_UNDER_WAY);
        }
    }

    @Test
    void theReplacedTableIsHeldWhenTheNextBurstIsDue() {
        List<Instant> commits = bursts(3);
        Instant last = commits.get(commits.size() - 1);

        assertThat(decide(replaced(commits), last.plusSeconds(94)).outcome()).isEqualTo(Outcome.LAUNCH);
        assertThat(decide(replaced(commits), last.plusSeconds(96)).outcome()).isEqualTo(Outcome.REBUILD_UNDER_WAY);
    }

    @Test
    void theInsertedTableIsLaunchedWithoutAWindow() {
        List<Instant> commits = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            commits.add(START.plusMillis(1_500L * i));
        }
        Instant now = commits.get(commits.size() - 1).plusMillis(200);

        Decision decision = decide(Events.withSnapshots(commits).gcEnabled(true).counted(), now);

        assertThat(decision.outcome()).isEqualTo(Outcome.LAUNCH);
        assertThat(((Decision.Launch) decision).draft().commitBefore()).isNull();
    }

    @Test
    void theReplacedTableWithGcOffIsHeldForThat() {
        List<Instant> commits = bursts(3);
        Instant now = commits.get(commits.size() - 1).plusSeconds(25);

        Decision decision =
                decide(Events.withSnapshots(commits).replaced().gcEnabled(false).counted(), now);

        assertThat(decision.outcome()).isEqualTo(Outcome.GC_DISABLED);
    }

    @Test
    void theCalmTableIsLeftToTheWeeklyRun() {
        List<Instant> commits = List.of(START, START.plusSeconds(1), START.plusSeconds(2));

        Decision decision = decide(Events.withSnapshots(commits).counted(), START.plusSeconds(30));

        assertThat(decision.outcome()).isEqualTo(Outcome.WEEKLY_SUFFICES);
    }

    private Decision decide(SnapshotCount event, Instant now) {
        return new Decider(policy)
                .decide(forecaster.forecast(event, now), Past.none(2), new Situation(now, now, false));
    }

    private static SnapshotCount replaced(List<Instant> commits) {
        List<Observation> observations = new ArrayList<>();
        for (int i = Math.max(0, commits.size() - 32); i < commits.size(); i++) {
            observations.add(Events.observation(commits.get(i), i + 1));
        }
        return Events.withSnapshots(commits)
                .observed(observations)
                .replaced()
                .gcEnabled(true)
                .counted();
    }

    private static List<Instant> bursts(int count) {
        List<Instant> commits = new ArrayList<>();
        Instant time = START;
        for (int burst = 0; burst < count; burst++) {
            for (int i = 0; i < PER_BURST; i++) {
                commits.add(time);
                time = time.plus(i == PER_BURST - 1 ? PAUSE : GAP);
            }
        }
        return commits;
    }
}
