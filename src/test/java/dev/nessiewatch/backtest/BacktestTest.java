// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.decide.Outcome;
import dev.nessiewatch.testing.RegularMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Recordings whose replay can be worked out by hand. */
class BacktestTest {
    /** A Sunday; the weekly run of three o'clock reaches the table at four. */
    private static final Instant END = Instant.parse("2026-11-29T02:00:00Z");

    private static final Duration RUN = Duration.ofMinutes(5);

    @Test
    void theWeeklyRunAloneLetsTwoWeeksPileUp() {
        Result result = new Backtest(Recordings.policy("limit.snapshots", "1000"), RUN).replay(hourly(24 * 28));

        assertThat(result.weeklyOnly().peak().snapshots()).isBetween(24 * 14 - 2, 24 * 14 + 2);
        assertThat(result.runs()).isEmpty();
        assertThat(result.targeted()).isEqualTo(result.weeklyOnly());
        assertThat(result.holds()).containsOnlyKeys(Outcome.WEEKLY_SUFFICES);
    }

    @Test
    void targetedRunsWithAShortRetentionKeepTheListUnderTheLimit() {
        Result result = new Backtest(Recordings.policy("limit.snapshots", "200", "retention", "2d"), RUN)
                .replay(hourly(24 * 28));

        assertThat(result.weeklyOnly().overLimit()).isGreaterThan(Duration.ofDays(7));
        assertThat(result.targeted().overLimit()).isZero();
        assertThat(result.targeted().peak().snapshots()).isLessThanOrEqualTo(200);
        assertThat(result.runs()).isNotEmpty().allMatch(run -> run.removed() >= 50);
        assertThat(result.holds()).containsKeys(Outcome.RUN_OPEN);
    }

    /** While a weekly run is under way it may come to the table yet: no targeted run goes ahead of it. */
    @Test
    void whereTheWeeklyRunSufficesNothingElseRuns() {
        Result result = new Backtest(Recordings.policy("limit.snapshots", "400", "retention", "2d"), RUN)
                .replay(hourly(24 * 33));

        assertThat(result.weeklyOnly().overLimit()).isZero();
        assertThat(result.runs()).isEmpty();
        assertThat(result.holds()).containsOnlyKeys(Outcome.WEEKLY_SUFFICES);
    }

    @Test
    void aFileThatPlannersHaveNoHeapForIsOverItsLimit() {
        Recording recording = hourly(24 * 28);
        Result result = new Backtest(Recordings.policy("limit.snapshots", "5000", "limit.planner-heap", "1000000"), RUN)
                .replay(recording);

        assertThat(result.limits().bytes()).isEqualTo(1_000_000 / 56);
        assertThat(result.weeklyOnly().overLimit()).isPositive();
    }

    @Test
    void theSameRetentionAtMostHalvesThePeak() {
        Result result = new Backtest(Recordings.policy("limit.snapshots", "100"), RUN).replay(hourly(24 * 28));

        assertThat(result.targeted().peak().snapshots())
                .isBetween(24 * 7, result.weeklyOnly().peak().snapshots());
        assertThat(result.holds()).containsKey(Outcome.RETENTION_TOO_LONG);
    }

    @Test
    void aGuardedTableIsOnlyHeld() {
        String text = new RegularMetadata()
                .snapshots(600, END, Duration.ofHours(1))
                .property("gc.enabled", "false")
                .text();
        Result result = new Backtest(Recordings.policy("limit.snapshots", "100"), RUN).replay(Recordings.of(text));

        assertThat(result.runs()).isEmpty();
        assertThat(result.holds()).containsKey(Outcome.GC_DISABLED);
    }

    @Test
    void aTableThatIsRebuiltEveryHourIsExpiredBetweenTheRebuilds() {
        String text = new RegularMetadata()
                .snapshots(24 * 28, END, Duration.ofHours(1))
                .replaced()
                .text();
        Result result = new Backtest(Recordings.policy("limit.snapshots", "200", "retention", "2d"), RUN)
                .replay(Recordings.of(text));

        assertThat(result.targeted().peak().snapshots()).isLessThanOrEqualTo(200);
        assertThat(result.runs()).isNotEmpty().allSatisfy(run -> {
            assertThat(run.tooLate()).isFalse();
            long afterTheHour = Duration.between(END, run.at()).toMillis() % 3_600_000;
            assertThat(Math.floorMod(afterTheHour, 3_600_000L)).isLessThan(2_700_000);
        });
    }

    @Test
    void aRunThatTakesLongerThanThePauseGivesUp() {
        String text = new RegularMetadata()
                .snapshots(24 * 28, END, Duration.ofHours(1))
                .replaced()
                .text();
        Result result = new Backtest(
                        Recordings.policy("limit.snapshots", "200", "retention", "2d"), Duration.ofMinutes(50))
                .replay(Recordings.of(text));

        assertThat(result.runs()).isNotEmpty().allMatch(run -> run.tooLate() && run.removed() == 0);
        assertThat(result.targeted().peak()).isEqualTo(result.weeklyOnly().peak());
    }

    @Test
    void tellsRollbacksThatATargetedRunWouldHaveMadeImpossible() {
        String text = new RegularMetadata()
                .snapshots(24 * 13, END, Duration.ofHours(1))
                .text();
        String log = "\"snapshot-log\":[";
        long back = END.minus(Duration.ofDays(6)).toEpochMilli() + 5;
        String rolled = text.replace(
                        "],\"metadata-log\"", ",{\"timestamp-ms\":" + back + ",\"snapshot-id\":1010}],\"metadata-log\"")
                .replace(log + ",", log);
        Result result = new Backtest(
                        Recordings.policy("limit.snapshots", "60", "retention", "1d", "weekly.schedule", "0 3 1 1 *"),
                        RUN)
                .replay(Recordings.of(rolled));

        assertThat(result.lostRollbacks()).isEqualTo(1);
    }

    @Test
    void tenThousandSnapshotsInEachRhythmTakeSeconds() {
        for (Duration every : new Duration[] {Duration.ofMinutes(1), Duration.ofMinutes(15), Duration.ofHours(8)}) {
            String text = new RegularMetadata().snapshots(10_000, END, every).text();
            long began = System.nanoTime();
            Result result = new Backtest(Recordings.policy(), RUN).replay(Recordings.of(text));
            System.out.println("10,000 snapshots, one every " + every + ": "
                    + Duration.ofNanos(System.nanoTime() - began).toMillis() + " ms, "
                    + result.runs().size() + " runs");
            assertThat(result.weeklyOnly().points()).hasSizeGreaterThanOrEqualTo(10_000);
        }
    }

    @Test
    void saysWhatCannotBeReplayed() {
        assertThat(Recordings.of(new RegularMetadata().text()).unplayable()).isPresent();
        assertThat(Recordings.of(new RegularMetadata()
                                .snapshots(2, END, Duration.ofDays(40 * 366))
                                .text())
                        .unplayable())
                .isPresent();
        assertThat(Recordings.of(Recordings.random(new Random(1))).unplayable()).isEmpty();
    }

    private static Recording hourly(int count) {
        return Recordings.of(
                new RegularMetadata().snapshots(count, END, Duration.ofHours(1)).text());
    }
}
