// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.decide.Past;
import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.decide.PolicyConfig;
import dev.nessiewatch.decide.Situation;
import dev.nessiewatch.decide.WeeklyWatch;
import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.forecast.Events;
import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Forecaster;
import dev.nessiewatch.lake.Position;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.launch.WeeklyRun;
import dev.nessiewatch.observe.WeeklyFigures;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the second door tells a decision, from the book. */
class CircumstancesTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private final TriggerBook book = new TriggerBook();
    private final Circumstances circumstances = new Circumstances(book, policy(), 3);

    @Test
    void aTableWithoutOrdersHasNoPast() {
        assertThat(past(Facts.count("id-1", "orders", 1))).isEqualTo(Past.none(3));
    }

    @Test
    void theLastRunIsToldInNumbers() {
        book.ordered(entry(LedgerEntry.Phase.VERIFIED, new LedgerEntry.Verdict("Effective", 390, 10, 260, "cc", "ok")));

        assertThat(past(Facts.count("id-1", "orders", 1)))
                .isEqualTo(new Past(
                        false,
                        NOW.plusSeconds(60),
                        false,
                        0,
                        "Effective",
                        NOW,
                        0,
                        0,
                        3,
                        false,
                        new Past.LastRun(NOW, 400, 390, 260),
                        null));
    }

    @Test
    void aListThatAPersonPutBackIsLeftAloneForACoolDownToo() {
        SnapshotCount count = Facts.undone("id-1", 2, NOW.plusSeconds(30));
        book.measured(count);
        Instant until =
                NOW.plusSeconds(30).plus(policy().ruleFor(count.table().key()).coolDown());

        assertThat(past(count).coolDownUntil()).as("without an order").isEqualTo(until);
        book.ordered(entry(LedgerEntry.Phase.VERIFIED, new LedgerEntry.Verdict("Effective", 390, 10, 260, "cc", "ok")));
        assertThat(past(count).coolDownUntil()).as("after an order").isEqualTo(until);
    }

    @Test
    void anOpenOrderIsARun() {
        book.ordered(entry(LedgerEntry.Phase.LAUNCHED, null));

        Past past = past(Facts.count("id-1", "orders", 1));

        assertThat(past.openRun()).isTrue();
        assertThat(past.runsOpen()).isEqualTo(1);
        assertThat(past.lastRun()).isNull();
        assertThat(past.lastEndedAt()).isNull();
    }

    @Test
    void theWeeklyRunIsLearnedFromTheTablesThemselves() {
        book.moved(new Position("main", "aa", 1, null, "tail", NOW));
        SnapshotCount count = Events.withSnapshots(manyOld()).counted();

        Situation situation = circumstances.situation(count, new Forecaster().forecast(count, NOW));

        assertThat(situation.now()).isEqualTo(NOW);
        assertThat(situation.feedHeartbeatAt()).isEqualTo(NOW);
        assertThat(situation.weekly()).as("before a whole round").isEqualTo(WeeklyWatch.UNSEEN);
        circumstances.roundEnded(NOW);
        assertThat(circumstances.weekly(NOW))
                .isEqualTo(new WeeklyFigures(
                        Instant.parse("2026-11-29T03:00:00Z"),
                        Instant.parse("2026-12-06T05:00:00Z"),
                        0,
                        1,
                        null,
                        Duration.ofHours(2),
                        null));
        assertThat(weeklyAsToldNow()).isEqualTo(new WeeklyWatch(Instant.parse("2026-11-29T03:00:00Z"), 0, 1, null));
        circumstances.forget(count.id());
        circumstances.roundEnded(NOW);
        assertThat(weeklyAsToldNow().passedBy()).isZero();
    }

    /** Hourly rebuilds of a list that is far too long: the windows since the last order are told from the record alone. */
    @Test
    void aRestartForgetsNoMissedWindow() {
        List<Instant> hourly = java.util.stream.IntStream.range(0, 900)
                .mapToObj(i -> NOW.minus(Duration.ofHours(i)))
                .toList();
        SnapshotCount count = Events.withSnapshots(hourly).replaced().counted();
        int missed = past(count).windowsMissed();

        assertThat(missed).isGreaterThanOrEqualTo(24);
        assertThat(new Circumstances(book, policy(), 3)
                        .past(count, new Forecaster().forecast(count, NOW))
                        .windowsMissed())
                .isEqualTo(missed);
        book.ordered(entry(
                LedgerEntry.Phase.VERIFIED,
                new LedgerEntry.Verdict("Effective", 390, 10, 260, "cc", "ok"),
                NOW.minus(Duration.ofMinutes(150))));
        assertThat(past(count).windowsMissed()).as("since the last order").isEqualTo(2);
    }

    private Past past(SnapshotCount count) {
        return circumstances.past(count, new Forecaster().forecast(count, NOW));
    }

    @Test
    void theScheduleOfTheWeeklyRunIsToldWhereTheLauncherSeesIt() {
        Instant sunday = Instant.parse("2026-11-29T03:00:00Z");
        assertThat(told(WeeklyRun.UNKNOWN)).isEqualTo(WeeklyWatch.Schedule.UNKNOWN);
        assertThat(told(new WeeklyRun(true, false, sunday, false))).isEqualTo(WeeklyWatch.Schedule.KEPT);
        assertThat(told(new WeeklyRun(true, false, sunday.minus(Duration.ofHours(13)), false)))
                .as("in the zone of somebody else")
                .isEqualTo(WeeklyWatch.Schedule.KEPT);
        assertThat(told(new WeeklyRun(true, false, sunday.minus(Duration.ofDays(7)), false)))
                .isEqualTo(WeeklyWatch.Schedule.MISSED);
        assertThat(told(new WeeklyRun(true, false, null, false))).isEqualTo(WeeklyWatch.Schedule.MISSED);
        assertThat(told(new WeeklyRun(true, false, sunday, true))).isEqualTo(WeeklyWatch.Schedule.OFF);
    }

    @Test
    void aWeeklyRunThatIsUnderWayIsPartOfEveryPast() {
        Circumstances seeing = new Circumstances(book, policy(), 3, () -> new WeeklyRun(true, true, NOW, false));
        SnapshotCount count = Facts.count("id-1", "orders", 1);
        Forecast forecast = new Forecaster().forecast(count, NOW);

        assertThat(seeing.past(count, forecast).weeklyRunning()).isTrue();
        book.ordered(entry(LedgerEntry.Phase.VERIFIED, new LedgerEntry.Verdict("Effective", 390, 10, 260, "cc", "ok")));
        assertThat(seeing.past(count, forecast).weeklyRunning()).isTrue();
        assertThat(circumstances.past(count, forecast).weeklyRunning()).isFalse();
    }

    private WeeklyWatch.Schedule told(WeeklyRun run) {
        Circumstances seeing = new Circumstances(book, policy(), 3, () -> run);
        SnapshotCount young = Events.withSnapshots(List.of(NOW)).counted();
        seeing.situation(young, new Forecaster().forecast(young, NOW));
        seeing.roundEnded(NOW);
        return seeing.situation(young, new Forecaster().forecast(young, NOW))
                .weekly()
                .schedule();
    }

    private WeeklyWatch weeklyAsToldNow() {
        SnapshotCount young = Events.withSnapshots(List.of(NOW)).counted();
        return circumstances
                .situation(young, new Forecaster().forecast(young, NOW))
                .weekly();
    }

    private static List<Instant> manyOld() {
        return java.util.stream.IntStream.range(0, 80)
                .mapToObj(i -> NOW.minus(Duration.ofDays(20)).plusSeconds(i))
                .toList();
    }

    private static LedgerEntry entry(LedgerEntry.Phase phase, LedgerEntry.@Nullable Verdict verdict) {
        return entry(phase, verdict, NOW);
    }

    private static LedgerEntry entry(LedgerEntry.Phase phase, LedgerEntry.@Nullable Verdict verdict, Instant at) {
        LedgerEntry.Order order = new LedgerEntry.Order(
                "17",
                "id-1",
                "main",
                TableKey.of("reports", "daily"),
                null,
                "expire",
                1L,
                1,
                400,
                null,
                650,
                1,
                "aa",
                "s3://x",
                "why");
        boolean ended = verdict != null;
        return new LedgerEntry(
                LedgerEntry.SCHEMA,
                5,
                order,
                phase,
                1,
                "local",
                "run",
                NOW,
                verdict,
                ended ? NOW.plusSeconds(60) : null,
                0,
                false,
                "trigger",
                at,
                null);
    }

    private static Policy policy() {
        return Policy.of(new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(PolicyConfig.class)
                .build()
                .getConfigMapping(PolicyConfig.class));
    }
}
