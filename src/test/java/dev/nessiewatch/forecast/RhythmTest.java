// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RhythmTest {
    private static final Instant START = Instant.parse("2026-11-30T00:00:00Z");
    private static final Duration REBUILD = Duration.ofMinutes(15);

    @Test
    void hourlyRebuildsLeaveTheTimeUpToOneRebuildBeforeTheNext() {
        Rhythm rhythm = Rhythm.of(commits(3600, 3600, 3600, 3600));
        Window window = rhythm.quietWindow(REBUILD);

        Instant last = START.plusSeconds(4 * 3600);
        assertThat(window).isEqualTo(new Window(last.plusSeconds(1), last.plusSeconds(45 * 60)));
        assertThat(window.isOpenAt(last)).isFalse();
        assertThat(window.isOpenAt(last.plusSeconds(1))).isTrue();
        assertThat(window.isOpenAt(last.plusSeconds(45 * 60))).isFalse();
    }

    @Test
    void burstsLeaveThePauseBetweenThem() {
        Rhythm rhythm = Rhythm.of(commits(2, 3, 3600, 2, 3, 3500, 3, 2));
        Window window = rhythm.quietWindow(REBUILD);

        Instant last = last(2, 3, 3600, 2, 3, 3500, 3, 2);
        assertThat(window).isEqualTo(new Window(last.plusSeconds(6), last.plusSeconds(3500 - 900)));
    }

    @Test
    void oneFirstLongGapMakesNoBurst() {
        Window window = Rhythm.of(commits(7 * 86_400, 3600, 3600, 3600)).quietWindow(REBUILD);

        Instant last = last(7 * 86_400, 3600, 3600, 3600);
        assertThat(window.closes()).isEqualTo(last.plusSeconds(2700));
    }

    @Test
    void nightsAndWeekendsDoNotTakeTheHourlyWindowAway() {
        Window window = Rhythm.of(commits(3600, 3600, 50_000, 3600, 3600, 50_000, 3600, 200_000, 3600))
                .quietWindow(REBUILD);

        assertThat(window.exists()).isTrue();
        assertThat(Duration.between(window.opens(), window.closes())).isEqualTo(Duration.ofSeconds(2699));
    }

    @Test
    void aPairOfCommitsPerRebuildIsOneBurstEvenAmongLongerPausesOfARetry() {
        Window window = Rhythm.of(commits(2, 180, 2, 3600, 2, 180, 2, 3600, 2)).quietWindow(REBUILD);

        Instant last = last(2, 180, 2, 3600, 2, 180, 2, 3600, 2);
        assertThat(window).isEqualTo(new Window(last.plusSeconds(360), last.plusSeconds(2700)));
    }

    @Test
    void equalTimesCountOnce() {
        Rhythm rhythm = Rhythm.of(commits(0, 0, 3600, 0, 3600, 3600));

        assertThat(rhythm.gaps()).hasSize(3);
        assertThat(rhythm.quietWindow(REBUILD).exists()).isTrue();
    }

    @Test
    void fewerThanThreeGapsTellNothing() {
        Rhythm rhythm = Rhythm.of(commits(3600, 3600));

        assertThat(rhythm.isKnown()).isFalse();
        assertThat(rhythm.quietWindow(REBUILD)).isEqualTo(Window.UNKNOWN);
        assertThat(Rhythm.of(List.of())).isEqualTo(Rhythm.UNKNOWN);
        assertThat(Rhythm.UNKNOWN.isSilentAt(Instant.MAX, REBUILD)).isFalse();
    }

    @Test
    void commitsCloserThanARebuildLeaveNoWindow() {
        Window window = Rhythm.of(commits(600, 600, 600, 600)).quietWindow(REBUILD);

        assertThat(window.isKnown()).isTrue();
        assertThat(window.exists()).isFalse();
        assertThat(window.isOpenAt(last(600, 600, 600, 600).plusSeconds(2))).isFalse();
    }

    @Test
    void aWriterIsSilentAfterTwiceItsLongestGapAndARebuild() {
        Rhythm rhythm = Rhythm.of(commits(3600, 1800, 3600));
        Instant silentFrom = last(3600, 1800, 3600).plusSeconds(2 * (3600 + 900));

        assertThat(rhythm.isSilentAt(silentFrom, REBUILD)).isFalse();
        assertThat(rhythm.isSilentAt(silentFrom.plusMillis(1), REBUILD)).isTrue();
    }

    private static List<Instant> commits(long... gapsInSeconds) {
        List<Instant> commits = new ArrayList<>(List.of(START));
        for (long gap : gapsInSeconds) {
            commits.add(commits.get(commits.size() - 1).plusSeconds(gap));
        }
        return commits;
    }

    private static Instant last(long... gapsInSeconds) {
        List<Instant> commits = commits(gapsInSeconds);
        return commits.get(commits.size() - 1);
    }
}
