// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.forecast.AgeCurve;
import dev.nessiewatch.forecast.Background;
import dev.nessiewatch.forecast.Drop;
import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Growth;
import dev.nessiewatch.forecast.Rhythm;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The weekly run is trusted while it comes, and takes as long as it was seen to take. */
class WeeklyTallyTest {
    private static final Instant SUNDAY = Instant.parse("2026-11-29T03:00:00Z");
    private static final Instant MONDAY = Instant.parse("2026-11-30T12:00:00Z");

    private final Policy policy = Settings.policy();
    private final WeeklyTally tally = new WeeklyTally(policy);

    @Test
    void learnsHowLongItTakesFromTheLastTableItTrims() {
        tally.note(table("a", 0, dropAfter(Duration.ofMinutes(20), Drop.Kind.WEEKLY_OR_USER_EXPIRY), MONDAY));
        tally.note(table("b", 0, dropAfter(Duration.ofHours(5), Drop.Kind.WEEKLY_OR_USER_EXPIRY), MONDAY));
        tally.note(table("b", 0, dropAfter(Duration.ofHours(5), Drop.Kind.WEEKLY_OR_USER_EXPIRY), MONDAY));
        tally.note(table("c", 0, null, MONDAY));

        assertThat(tally.watch(MONDAY)).isEqualTo(new WeeklyWatch(SUNDAY, 2, 0, Duration.ofHours(5)));
    }

    @ParameterizedTest
    @CsvSource({
        "PT5H,   OWN_RUN,               0",
        "PT5H,   ROLLBACK_OR_RACE,      0",
        "PT5H,   REST_COLLAPSE,         0",
        "PT5H,   WEEKLY_OR_USER_EXPIRY, 1",
        "PT0S,   WEEKLY_OR_USER_EXPIRY, 1",
        "PT-1S,  WEEKLY_OR_USER_EXPIRY, 0",
        "PT24H,  WEEKLY_OR_USER_EXPIRY, 0"
    })
    void onlyUnsignedExpiriesAfterItsStartAreItsWork(Duration after, Drop.Kind kind, int trimmed) {
        tally.note(table("a", 0, dropAfter(after, kind), MONDAY));

        assertThat(tally.watch(MONDAY).trimmed()).isEqualTo(trimmed);
    }

    @Test
    void remembersTheDurationIntoTheNextWeek() {
        tally.note(table("a", 0, dropAfter(Duration.ofHours(5), Drop.Kind.WEEKLY_OR_USER_EXPIRY), MONDAY));
        Instant nextSunday = SUNDAY.plus(Duration.ofDays(7));

        assertThat(tally.watch(nextSunday.plusSeconds(60)))
                .isEqualTo(new WeeklyWatch(nextSunday, 0, 0, Duration.ofHours(5)));
    }

    @Test
    void countsTablesItPassedByUntilTheyAreTrimmed() {
        tally.note(table("a", 60, null, MONDAY));
        tally.note(table("b", 49, null, MONDAY));
        assertThat(tally.watch(MONDAY).passedBy()).isEqualTo(1);
        assertThat(tally.watch(MONDAY).stayedAway(SUNDAY)).isTrue();
        tally.note(table("a", 0, null, MONDAY));
        assertThat(tally.watch(MONDAY).passedBy()).isZero();
        tally.note(table("a", 60, null, MONDAY));
        tally.forget(new TableId("a", "main"));
        assertThat(tally.watch(MONDAY).passedBy()).isZero();
    }

    @Test
    void blamesNobodyWhileItMayStillBeRunning() {
        tally.note(table("a", 60, null, SUNDAY.plus(Duration.ofMinutes(30))));

        assertThat(tally.watch(SUNDAY.plus(Duration.ofMinutes(30))).passedBy()).isZero();
    }

    @Test
    void theObservedDurationReplacesTheConfiguredOne() {
        Case given = Case.launched().with(c -> {
            c.snapshots = 363;
            c.removable = 180;
            c.perDay = 24;
        });
        assertThat(given.decide().outcome()).isEqualTo(Outcome.WEEKLY_SUFFICES);
        given.weekly = new WeeklyWatch(SUNDAY, 3, 0, Duration.ofHours(9));
        assertThat(given.decide().outcome()).isEqualTo(Outcome.LAUNCH);
        given.weekly = new WeeklyWatch(SUNDAY, 3, 0, Duration.ofMinutes(9));
        assertThat(given.decide().outcome()).isEqualTo(Outcome.WEEKLY_SUFFICES);
    }

    @Test
    void aRunThatItsScheduleDidNotStartIsNotCountedOn() {
        Case given = Case.calm();
        given.weekly = new WeeklyWatch(SUNDAY, 0, 0, null).with(WeeklyWatch.Schedule.MISSED);
        assertThat(given.decide().outcome()).isEqualTo(Outcome.NOTHING_TO_EXPIRE);
        assertThat(given.decide().why())
                .contains("the weekly run of Sun 2026-11-29 03:00 UTC was not started by its schedule, so it is not"
                        + " counted on");

        given.weekly = new WeeklyWatch(SUNDAY, 1, 0, null).with(WeeklyWatch.Schedule.MISSED);
        assertThat(given.decide().outcome()).as("somebody else started it").isEqualTo(Outcome.WEEKLY_SUFFICES);
        given.weekly = new WeeklyWatch(SUNDAY, 0, 0, null).with(WeeklyWatch.Schedule.KEPT);
        assertThat(given.decide().outcome()).isEqualTo(Outcome.WEEKLY_SUFFICES);
    }

    @Test
    void aScheduleThatIsSwitchedOffIsNotCountedOnWhateverTheLastRunDid() {
        Case given = Case.calm();
        given.weekly = new WeeklyWatch(SUNDAY, 12, 0, null).with(WeeklyWatch.Schedule.OFF);

        assertThat(given.decide().outcome()).isEqualTo(Outcome.NOTHING_TO_EXPIRE);
        assertThat(given.decide().why())
                .contains("the schedule of the weekly run is switched off, so it is not counted on");
    }

    @Test
    void aRunThatStayedAwayIsNotCountedOnByAnyTable() {
        Case given = Case.calm();
        assertThat(given.decide().outcome()).isEqualTo(Outcome.WEEKLY_SUFFICES);
        given.weekly = new WeeklyWatch(SUNDAY, 0, 4, null);

        assertThat(given.decide().outcome()).isEqualTo(Outcome.NOTHING_TO_EXPIRE);
        assertThat(given.decide().why())
                .isEqualTo("61 snapshots, growing 24 a day, pass 500 on Fri 2026-12-18 19:00 UTC; the weekly run of Sun"
                        + " 2026-11-29 03:00 UTC did not trim any of the 4 tables it should have, so it is not counted on; an"
                        + " expiry older than 7 d now removes 0 of them, fewer than the 50 that are worth a run.");
        given.weekly = new WeeklyWatch(SUNDAY, 0, 1, null);
        assertThat(given.decide().why()).contains("did not trim the one table it should have, so");
        given.weekly = new WeeklyWatch(SUNDAY, 1, 4, null);
        assertThat(given.decide().outcome()).isEqualTo(Outcome.WEEKLY_SUFFICES);
    }

    @Test
    void aTableThatNoExpiryCanTrimIsNoSignOfARunThatStayedAway() {
        Forecast.Shape guarded = new Forecast.Shape(false, false, false, false);
        Forecast.Shape rest = new Forecast.Shape(false, true, null, false);
        tally.note(table("a", 60, null, MONDAY, guarded));
        tally.note(table("b", 60, null, MONDAY, rest));
        tally.note(table("c@dev", 60, null, MONDAY));
        assertThat(tally.watch(MONDAY).passedBy()).isZero();
        assertThat(tally.watch(MONDAY).stayedAway(SUNDAY)).isFalse();

        tally.note(table("a", 60, null, MONDAY, new Forecast.Shape(false, false, true, false)));
        assertThat(tally.watch(MONDAY).passedBy()).isEqualTo(1);
    }

    @Test
    void remembersWhenAnyRunWasLastSeenToWork() {
        assertThat(tally.lastWorked()).isNull();
        assertThat(tally.tookThisWeek()).isNull();
        Instant before = SUNDAY.minus(Duration.ofDays(7)).plus(Duration.ofHours(1));
        tally.note(table("a", 0, new Drop(Drop.Kind.WEEKLY_OR_USER_EXPIRY, before, 700, 300, 400), MONDAY));
        assertThat(tally.lastWorked()).isEqualTo(before);
        assertThat(tally.tookThisWeek()).isNull();

        tally.note(table("b", 0, dropAfter(Duration.ofHours(30), Drop.Kind.WEEKLY_OR_USER_EXPIRY), MONDAY));
        tally.note(table("c", 0, dropAfter(Duration.ofHours(2), Drop.Kind.OWN_RUN), MONDAY));
        assertThat(tally.lastWorked()).as("a person's expiry, and an own one").isEqualTo(before);

        tally.note(table("d", 0, dropAfter(Duration.ofHours(2), Drop.Kind.WEEKLY_OR_USER_EXPIRY), MONDAY));
        tally.note(table("e", 0, dropAfter(Duration.ofHours(1), Drop.Kind.WEEKLY_OR_USER_EXPIRY), MONDAY));
        assertThat(tally.lastWorked()).isEqualTo(SUNDAY.plus(Duration.ofHours(2)));
        assertThat(tally.tookThisWeek()).isEqualTo(Duration.ofHours(2));
    }

    private static Drop dropAfter(Duration after, Drop.Kind kind) {
        return new Drop(kind, SUNDAY.plus(after), 700, 300, 400);
    }

    /** A table with snapshots left that were eight days old on Sunday. */
    private static Forecast table(String id, int left, @Nullable Drop drop, Instant now) {
        return table(id, left, drop, now, new Forecast.Shape(false, false, null, false));
    }

    private static Forecast table(String id, int left, @Nullable Drop drop, Instant now, Forecast.Shape shape) {
        Instant old = SUNDAY.minus(Duration.ofDays(8));
        return new Forecast(
                new TableId(id, "main"),
                TableKey.of("reports", id),
                now,
                now,
                left + 1,
                Forecast.Weight.NONE,
                new AgeCurve(List.of(new AgeCurve.Point(old, left))),
                Growth.UNKNOWN,
                shape,
                null,
                Forecast.Activity.UNSEEN,
                Rhythm.UNKNOWN,
                new Background(Background.Kept.NOTHING, drop, null));
    }
}
