// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import static dev.nessiewatch.forecast.Events.observation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nessiewatch.event.SnapshotCount.Observation;
import dev.nessiewatch.metadata.Census;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ForecasterTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    private final Forecaster forecaster = new Forecaster();

    @Test
    void takesTheRateOfAnHourlyTableFromItsSnapshotTimes() {
        Forecast forecast =
                forecaster.forecast(Events.withSnapshots(every(HOUR, 300)).counted(), NOW);

        assertThat(forecast.growth().basis()).isEqualTo(Growth.Basis.SNAPSHOT_TIMES);
        assertThat(forecast.growth().snapshotsPerDay()).isCloseTo(24, within(1.5));
        assertThat(forecast.growth().bytesPerDay()).isCloseTo(24_000, within(1_500.0));
    }

    @Test
    void countsTwentyFourReplacesOfOneDayAsTwentyFourADay() {
        Forecast forecast = forecaster.forecast(
                Events.withSnapshots(every(HOUR, 24)).replaced().counted(), NOW);

        assertThat(forecast.growth().snapshotsPerDay()).isEqualTo(24);
        assertThat(forecast.shape().replaceGrown()).isTrue();
    }

    @Test
    void seesNoGrowthWhereEachBuildIsANewTableOfOneSnapshot() {
        Forecast forecast =
                forecaster.forecast(Events.withSnapshots(every(HOUR, 1)).counted(), NOW);

        assertThat(forecast.growth()).isEqualTo(Growth.UNKNOWN);
        assertThat(forecast.shape().replaceGrown()).isFalse();
        assertThat(forecast.crossing(500)).isNull();
    }

    @Test
    void doesNotTakeTheFirstMinuteOfATableForItsRate() {
        Forecast forecast = forecaster.forecast(
                Events.withSnapshots(every(Duration.ofSeconds(10), 5)).counted(), NOW);

        assertThat(forecast.growth().snapshotsPerDay()).isEqualTo(5);
    }

    @Test
    void doesNotExtrapolateOneBurst() {
        Forecast forecast = forecaster.forecast(
                Events.withSnapshots(every(Duration.ofSeconds(2), 200)).counted(), NOW);

        assertThat(forecast.growth().snapshotsPerDay()).isBetween(190.0, 215.0);
    }

    @Test
    void seesATableThatSpedUpYesterday() {
        List<Instant> times = new ArrayList<>(every(HOUR, 24));
        IntStream.rangeClosed(1, 30).forEach(day -> times.add(NOW.minus(Duration.ofDays(1 + day))));

        Forecast forecast = forecaster.forecast(Events.withSnapshots(times).counted(), NOW);

        assertThat(forecast.growth().snapshotsPerDay()).isBetween(23.0, 26.0);
    }

    @Test
    void forgetsTheRateOfATableThatIsNoLongerWritten() {
        List<Instant> times = every(HOUR, 100).stream()
                .map(time -> time.minus(Duration.ofDays(30)))
                .toList();

        Forecast forecast = forecaster.forecast(Events.withSnapshots(times).counted(), NOW);

        assertThat(forecast.growth().snapshotsPerDay()).isZero();
        assertThat(forecast.growth().basis()).isEqualTo(Growth.Basis.SNAPSHOT_TIMES);
        assertThat(forecast.crossing(100)).isNull();
        assertThat(forecast.crossing(99)).isEqualTo(NOW);
    }

    @Test
    void doesNotTakeOneMergeOfFourHundredForARate() {
        List<Instant> times = new ArrayList<>(every(Duration.ofMinutes(3), 400));
        times.addAll(every(HOUR, 20));
        List<Observation> observations = new ArrayList<>();
        for (int i = 20; i >= 1; i--) {
            observations.add(observation(NOW.minus(HOUR.multipliedBy(i)), 20 - i + 1));
        }
        observations.add(observation(NOW, 420));

        Forecast forecast = forecaster.forecast(
                Events.withSnapshots(times).observed(observations).counted(), NOW);

        assertThat(forecast.snapshots()).isEqualTo(420);
        assertThat(forecast.growth().snapshotsPerDay()).isLessThan(30);
    }

    @Test
    void catchesUpAfterALongSilenceWithoutCallingItAJump() {
        List<Observation> observations = List.of(
                observation(NOW.minus(Duration.ofDays(8)), 10),
                observation(NOW.minus(Duration.ofDays(8)).plus(HOUR), 11),
                observation(NOW.minus(HOUR), 10 + 191),
                observation(NOW, 10 + 192));

        Forecast forecast = forecaster.forecast(
                Events.withSnapshots(every(HOUR, 202)).observed(observations).counted(), NOW);

        assertThat(forecast.growth().snapshotsPerDay()).isBetween(23.0, 26.0);
    }

    @Test
    void takesDropsAsDropsAndNotAsNegativeGrowth() {
        List<Observation> observations = List.of(
                observation(NOW.minus(Duration.ofDays(2)), 100),
                observation(NOW.minus(Duration.ofDays(1)), 148),
                observation(NOW.minus(HOUR), 1),
                observation(NOW, 2));

        Forecast forecast = forecaster.forecast(
                Events.withSnapshots(every(HOUR, 2)).observed(observations).counted(), NOW);

        assertThat(forecast.growth().basis()).isEqualTo(Growth.Basis.OBSERVATIONS);
        assertThat(forecast.growth().snapshotsPerDay()).isCloseTo(24.5, within(0.01));
    }

    @Test
    void leavesOutSnapshotsDatedInTheFuture() {
        List<Instant> times = new ArrayList<>(every(HOUR, 24));
        times.add(NOW.plus(Duration.ofDays(400)));
        times.add(NOW.plus(Duration.ofSeconds(61)));

        Forecast forecast = forecaster.forecast(Events.withSnapshots(times).counted(), NOW);

        assertThat(forecast.growth().snapshotsPerDay()).isEqualTo(24);
        assertThat(forecast.rhythm().lastCommit()).isEqualTo(NOW);
    }

    @Test
    void projectsAndCrossesExactly() {
        Forecast forecast =
                forecaster.forecast(Events.withSnapshots(every(HOUR, 24)).counted(), NOW);

        assertThat(forecast.snapshotsAt(NOW.plus(Duration.ofDays(2)))).isEqualTo(72);
        assertThat(forecast.snapshotsAt(NOW.minus(Duration.ofDays(2)))).isEqualTo(24);
        assertThat(forecast.bytesAt(NOW.plus(Duration.ofDays(1)))).isEqualTo(34_000 + 24_000);
        assertThat(forecast.crossing(48)).isEqualTo(NOW.plus(Duration.ofDays(1)));
        assertThat(forecast.crossing(24)).isEqualTo(NOW);
        assertThat(forecast.bytesCrossing(34_000 + 48_000)).isEqualTo(NOW.plus(Duration.ofDays(2)));
        assertThat(forecast.floor()).isEqualTo(1);
    }

    @Test
    void takesHalfOfTheListWithoutParentAsGrownByReplace() {
        Events even = Events.withSnapshots(every(HOUR, 10));

        assertThat(forecaster
                        .forecast(even.parentless(5).counted(), NOW)
                        .shape()
                        .replaceGrown())
                .isTrue();
        assertThat(forecaster
                        .forecast(even.parentless(4).counted(), NOW)
                        .shape()
                        .replaceGrown())
                .isFalse();
    }

    /** The newest 64 times tell exactly; beyond them the curve never says more than there were. */
    @Test
    void knowsHowLongTheListWasEarlier() {
        List<Instant> hourly = new java.util.ArrayList<>();
        for (int hour = 0; hour < 200; hour++) {
            hourly.add(NOW.minus(Duration.ofHours(hour)));
        }
        Forecast forecast =
                new Forecaster().forecast(Events.withSnapshots(hourly).counted(), NOW);

        assertThat(forecast.asOf(NOW.minus(Duration.ofHours(10))).snapshots()).isEqualTo(190);
        assertThat(forecast.asOf(NOW.minus(Duration.ofHours(10))).weight().decoded())
                .isEqualTo(forecast.weight().decoded() - 10_000);
        assertThat(forecast.asOf(NOW.minus(Duration.ofHours(150))).snapshots()).isBetween(40, 50);
    }

    @Test
    void remembersTheRhythmFromObservationsAfterAnExpiry() {
        List<Observation> observations = IntStream.rangeClosed(0, 9)
                .mapToObj(i -> observation(NOW.minus(HOUR.multipliedBy(9 - i)), i == 9 ? 1 : 10 + i))
                .toList();

        Forecast forecast = forecaster.forecast(
                Events.withSnapshots(List.of(NOW)).observed(observations).counted(), NOW);

        assertThat(forecast.rhythm().isKnown()).isTrue();
        assertThat(forecast.rhythm().quietWindow(Duration.ofMinutes(15)).isOpenAt(NOW.plusSeconds(60)))
                .isTrue();
    }

    @Test
    void carriesFlagsAndTroubleOver() {
        Events events = Events.withSnapshots(every(HOUR, 3)).gcEnabled(false).resurrected();
        Forecast rest =
                forecaster.forecast(events.flagged(Census.Flag.REST_MANAGED).counted(), NOW);
        Forecast lastGood = forecaster.forecast(events.unreadable(false), NOW);
        Forecast never = forecaster.forecast(events.unreadable(true), NOW);
        Forecast unexplained = forecaster.forecast(events.unexplained(), NOW);

        assertThat(rest.shape()).isEqualTo(new Forecast.Shape(false, true, false, true));
        assertThat(lastGood.snapshots()).isEqualTo(3);
        assertThat(lastGood.unreadable())
                .isNotNull()
                .extracting(Forecast.Trouble::kind)
                .isEqualTo("MISSING");
        assertThat(never.snapshots()).isZero();
        assertThat(never.growth()).isEqualTo(Growth.UNKNOWN);
        assertThat(unexplained.unreadable())
                .isNotNull()
                .extracting(Forecast.Trouble::message)
                .isEqualTo("s3://lake/00007.metadata.json was never counted");
    }

    /** {@code count} times, the last one now. */
    private static List<Instant> every(Duration gap, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> NOW.minus(gap.multipliedBy(i)))
                .toList();
    }
}
