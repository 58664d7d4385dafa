// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.metadata.Census;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DropTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    /** Each case: signed, REST-managed, length after, same snapshot, oldest gone, reassigned. */
    static Stream<Arguments> drops() {
        return Stream.of(
                Arguments.of("own run", drop(300, true, true, false, "17@cc"), false, Drop.Kind.OWN_RUN),
                Arguments.of("own run and a commit", drop(300, false, true, false, "17@cc"), false, Drop.Kind.OWN_RUN),
                Arguments.of("weekly run", drop(300, true, true, false), false, Drop.Kind.WEEKLY_OR_USER_EXPIRY),
                Arguments.of(
                        "weekly run and a commit in one look",
                        drop(301, false, true, false),
                        false,
                        Drop.Kind.WEEKLY_OR_USER_EXPIRY),
                Arguments.of(
                        "expiry while a tag holds the oldest",
                        drop(300, true, false, false),
                        false,
                        Drop.Kind.WEEKLY_OR_USER_EXPIRY),
                Arguments.of("REST took over", drop(1, true, true, false), true, Drop.Kind.REST_COLLAPSE),
                Arguments.of("REST, with a commit", drop(1, false, true, false), true, Drop.Kind.REST_COLLAPSE),
                Arguments.of(
                        "expiry and commits in one look, while a tag holds the oldest",
                        outgrown(705, true, false),
                        false,
                        Drop.Kind.WEEKLY_OR_USER_EXPIRY),
                Arguments.of(
                        "lost race and commits in one look",
                        outgrown(705, false, false),
                        false,
                        Drop.Kind.ROLLBACK_OR_RACE),
                Arguments.of(
                        "expiry while the watcher was far behind",
                        outgrown(705, true, true),
                        false,
                        Drop.Kind.WEEKLY_OR_USER_EXPIRY),
                Arguments.of("lost race", drop(650, false, false, false), false, Drop.Kind.ROLLBACK_OR_RACE),
                Arguments.of("reassigned back", drop(650, false, false, true), false, Drop.Kind.ROLLBACK_OR_RACE),
                Arguments.of(
                        "reassigned to another history",
                        drop(50, false, true, true),
                        false,
                        Drop.Kind.ROLLBACK_OR_RACE));
    }

    @ParameterizedTest(name = "{0}: {3}")
    @MethodSource("drops")
    void tellsDropsApart(String name, SnapshotCount.Drop seen, boolean restManaged, Drop.Kind kind) {
        assertThat(Drop.kind(seen, restManaged)).isEqualTo(kind);
    }

    /** 30 went and 35 came, ten times: that is growth of 35, not of 5. */
    @Test
    void growthIsCountedWholeWhereAsManyWent() {
        List<SnapshotCount.Observation> seen = new ArrayList<>();
        for (int day = 0; day <= 10; day++) {
            seen.add(new SnapshotCount.Observation(
                    NOW.minus(Duration.ofDays(10L - day)), 1, 100 + 5 * day, 500_000, 0L, 1, day == 0 ? null : 30));
        }
        Forecast forecast = new Forecaster()
                .forecast(
                        Events.withSnapshots(List.of(NOW.minus(Duration.ofDays(30))))
                                .observed(seen)
                                .counted(),
                        NOW);

        assertThat(forecast.growth().snapshotsPerDay()).isEqualTo(35);
        assertThat(forecast.growth().bytesPerDay())
                .as("an average snapshot each")
                .isEqualTo(35_000);
    }

    @Test
    void aDropOfAnEarlierLayoutIsAsLargeAsItShows() {
        SnapshotCount plain = Events.withSnapshots(List.of(NOW)).counted();
        SnapshotCount.Drop seen = new SnapshotCount.Drop(NOW, 7, 700, 300, true, true, false, List.of(), null, null);
        SnapshotCount event = copy(
                plain,
                Objects.requireNonNull(plain.census()),
                new SnapshotCount.Growth(List.of(), List.of(), seen, null));

        assertThat(Drop.of(event)).isEqualTo(new Drop(Drop.Kind.WEEKLY_OR_USER_EXPIRY, NOW, 700, 300, 400));
    }

    @Test
    void aDropIsNeverGrowth() {
        List<SnapshotCount.Observation> seen = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            seen.add(Events.observation(NOW.minus(Duration.ofDays(8 - i)), 800 - 100 * i));
        }
        List<Instant> times = List.of(NOW.minus(Duration.ofDays(30)), NOW.minus(Duration.ofDays(20)));

        Forecast forecast = new Forecaster()
                .forecast(Events.withSnapshots(times).observed(seen).counted(), NOW);

        assertThat(forecast.growth().snapshotsPerDay()).isZero();
        assertThat(forecast.growth().bytesPerDay()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "1209600000,           PT336H",
        "0,                    PT0S",
        "999999999999999999,   PT876600H",
        "9999999999999999999,",
        "-1,",
        "7d,",
        "'',"
    })
    void readsHowLongTheOwnerKeepsSnapshots(String written, @Nullable Duration kept) {
        assertThat(background(Map.of("history.expire.max-snapshot-age-ms", written))
                        .kept()
                        .maxSnapshotAge())
                .isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource({"100, 100", "0, 0", "99999999999, 2147483647", "-5, 0", "x, 0"})
    void readsHowManyTheOwnerKeeps(String written, int kept) {
        assertThat(background(Map.of("history.expire.min-snapshots-to-keep", written))
                        .kept()
                        .minSnapshots())
                .isEqualTo(kept);
    }

    @Test
    void aDayIsTheShortestTimeToJudgeBy() {
        Background.Growers burst = growers(Duration.ofMinutes(10), 30);
        Background.Growers steady = growers(Duration.ofDays(5), 120);

        assertThat(burst.perDay()).isEqualTo(30);
        assertThat(steady.perDay()).isEqualTo(24);
    }

    private static Background.Growers growers(Duration span, int commits) {
        SnapshotCount.Tally tally = new SnapshotCount.Tally(
                NOW.minus(span), NOW, commits, Map.of("dbt", commits), Map.of(), Map.of("append", commits));
        Background background = Background.of(with(event(Map.of()), tally));
        return Objects.requireNonNull(background.growers());
    }

    private static Background background(Map<String, String> properties) {
        return Background.of(event(properties));
    }

    private static SnapshotCount event(Map<String, String> properties) {
        SnapshotCount plain = Events.withSnapshots(List.of(NOW)).counted();
        Census census = Objects.requireNonNull(plain.census());
        Census kept = new Census(
                census.formatVersion(),
                census.tableUuid(),
                census.currentSnapshotId(),
                census.gzip(),
                census.bytes(),
                census.snapshots(),
                census.refs(),
                census.schemas(),
                census.statistics(),
                census.gcEnabled(),
                properties,
                List.copyOf(Set.<Census.Flag>of()));
        return copy(plain, kept, plain.growth());
    }

    private static SnapshotCount with(SnapshotCount event, SnapshotCount.Tally tally) {
        return copy(
                event,
                Objects.requireNonNull(event.census()),
                new SnapshotCount.Growth(List.of(), List.of(), null, tally));
    }

    private static SnapshotCount copy(SnapshotCount event, Census census, SnapshotCount.Growth growth) {
        return new SnapshotCount(
                event.schema(),
                event.table(),
                event.commits(),
                event.content(),
                event.outcome(),
                census,
                event.unreadable(),
                event.resurrected(),
                growth,
                event.ageCurve());
    }

    private static SnapshotCount.Drop outgrown(int after, boolean previousKept, boolean compared) {
        return new SnapshotCount.Drop(NOW, 7, 700, after, false, false, compared, List.of(), 30, previousKept);
    }

    private static SnapshotCount.Drop drop(
            int after, boolean same, boolean oldestGone, boolean reassigned, String... signatures) {
        return new SnapshotCount.Drop(
                NOW, 7, 700, after, same, oldestGone, reassigned, List.of(signatures), 700 - after, false);
    }
}
