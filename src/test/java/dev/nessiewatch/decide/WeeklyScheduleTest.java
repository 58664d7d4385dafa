// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeeklyScheduleTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    @ParameterizedTest
    @CsvSource({
        "0 3 * * 0,             2026-12-06T03:00:00Z, 2026-11-29T03:00:00Z",
        "0 3 * * 7,             2026-12-06T03:00:00Z, 2026-11-29T03:00:00Z",
        "0 3 * * sun,           2026-12-06T03:00:00Z, 2026-11-29T03:00:00Z",
        "*/30 * * * *,          2026-11-30T03:30:00Z, 2026-11-30T03:00:00Z",
        "0 3 1 * 0,             2026-12-01T03:00:00Z, 2026-11-29T03:00:00Z",
        "'5-10/2,50 3 * jan-mar mon-fri', 2027-01-01T03:05:00Z, 2026-03-31T03:50:00Z",
        "0 3 * * fri-sun,       2026-12-04T03:00:00Z, 2026-11-29T03:00:00Z",
        "0 2 29 2 *,            2028-02-29T02:00:00Z, 2024-02-29T02:00:00Z",
    })
    void readsUnixCron(String expression, Instant next, Instant previous) {
        WeeklySchedule schedule = WeeklySchedule.of(expression, ZoneOffset.UTC);
        Instant monday = Instant.parse("2026-11-30T03:08:17.5Z");

        assertThat(schedule.next(monday)).isEqualTo(next);
        assertThat(schedule.previous(monday)).isEqualTo(previous);
    }

    @Test
    void theStartItselfIsPreviousAndNotNext() {
        WeeklySchedule schedule = WeeklySchedule.of("0 3 * * 0", ZoneOffset.UTC);
        Instant start = Instant.parse("2026-12-06T03:00:00Z");

        assertThat(schedule.previous(start)).isEqualTo(start);
        assertThat(schedule.next(start)).isEqualTo(Instant.parse("2026-12-13T03:00:00Z"));
        assertThat(schedule.previous(start.minusNanos(1))).isEqualTo(Instant.parse("2026-11-29T03:00:00Z"));
        assertThat(schedule.next(start.minusNanos(1))).isEqualTo(start);
    }

    @Test
    void aTimeThatTheClockSkipsComesRightAfterTheGap() {
        WeeklySchedule schedule = WeeklySchedule.of("30 2 * * 0", BERLIN);
        Instant gapEnd = Instant.parse("2026-03-29T01:00:00Z");

        assertThat(schedule.next(Instant.parse("2026-03-28T12:00:00Z"))).isEqualTo(gapEnd);
        assertThat(schedule.next(gapEnd)).isEqualTo(Instant.parse("2026-04-05T00:30:00Z"));
        assertThat(schedule.previous(Instant.parse("2026-03-30T00:00:00Z"))).isEqualTo(gapEnd);
    }

    @Test
    void aTimeThatTheClockRepeatsComesOnce() {
        WeeklySchedule schedule = WeeklySchedule.of("30 2 * * 0", BERLIN);
        Instant first = Instant.parse("2026-10-25T00:30:00Z");

        assertThat(schedule.next(Instant.parse("2026-10-24T12:00:00Z"))).isEqualTo(first);
        assertThat(schedule.next(first)).isEqualTo(Instant.parse("2026-11-01T01:30:00Z"));
        assertThat(schedule.next(Instant.parse("2026-10-25T01:10:00Z")))
                .isEqualTo(Instant.parse("2026-11-01T01:30:00Z"));
        assertThat(schedule.previous(Instant.parse("2026-10-25T01:10:00Z"))).isEqualTo(first);
    }

    @Test
    void summerTimeMovesTheStartAndNotTheLocalHour() {
        WeeklySchedule schedule = WeeklySchedule.of("0 3 * * 0", BERLIN);

        assertThat(schedule.next(Instant.parse("2026-07-01T00:00:00Z")))
                .isEqualTo(Instant.parse("2026-07-05T01:00:00Z"));
        assertThat(schedule.next(Instant.parse("2026-12-01T00:00:00Z")))
                .isEqualTo(Instant.parse("2026-12-06T02:00:00Z"));
    }

    @Test
    void nextAndPreviousFitTogetherAtAnyMoment() {
        long seed = 20261130;
        Random random = new Random(seed);
        String[] expressions = {"0 3 * * 0", "30 2 * * *", "*/30 * * * *", "15 1-3 * * *", "0 0 1 * 1"};
        ZoneId[] zones = {BERLIN, ZoneId.of("America/New_York"), ZoneId.of("Australia/Lord_Howe"), ZoneOffset.UTC};
        for (int i = 0; i < 2_000; i++) {
            WeeklySchedule schedule = WeeklySchedule.of(
                    expressions[random.nextInt(expressions.length)], zones[random.nextInt(zones.length)]);
            Instant when = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(random.nextInt(2 * 365 * 86_400));
            Instant next = schedule.next(when);
            Instant previous = schedule.previous(when);

            assertThat(previous).as("seed %d: %s at %s", seed, schedule, when).isBeforeOrEqualTo(when);
            assertThat(next).as("seed %d: %s at %s", seed, schedule, when).isAfter(when);
            assertThat(schedule.next(previous))
                    .as("seed %d: %s at %s", seed, schedule, when)
                    .isEqualTo(next);
            assertThat(schedule.previous(next)).isEqualTo(next);
            assertThat(Duration.between(previous, next)).isLessThanOrEqualTo(Duration.ofDays(8));
        }
    }
}
