// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.nessiewatch.forecast.Forecast;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The numbers behind a decision, as they are shown. */
class StandingTest {
    @Test
    void exactlyAtTheLimitIsOneAndOneMoreIsOver() {
        assertThat(standing(500).limitShare()).isEqualTo(1);
        assertThat(standing(501).limitShare()).isGreaterThan(1);
        assertThat(standing(1500).hardShare()).isEqualTo(1);
    }

    @Test
    void theTighterLimitCounts() {
        Standing standing =
                Case.launched().with(c -> c.otherBytes = 8_388_608L * 2).standing();

        assertThat(standing.limitShare()).isCloseTo(2.08, within(0.01));
        assertThat(standing.floor()).isEqualTo(380);
        assertThat(standing.floorShare()).isCloseTo(2.05, within(0.01));
    }

    @Test
    void theCrossingIsTheEarlierOneAndIsHeldAgainstTheWeeklyRun() {
        Standing soon = standing(400);
        assertThat(soon.crossing()).isEqualTo(Case.NOW.plus(Duration.ofHours(40)));
        assertThat(soon.beforeWeekly()).isTrue();

        Standing late = Case.calm().standing();
        assertThat(late.crossing()).isAfter(Instant.parse("2026-12-06T05:00:00Z"));
        assertThat(late.beforeWeekly()).isFalse();
        Standing never = Case.calm().with(c -> c.perDay = 0).standing();
        assertThat(never.crossing()).isNull();
        assertThat(never.beforeWeekly()).isFalse();
    }

    @Test
    void troubleIsTold() {
        Standing standing = Case.launched()
                .with(c -> {
                    c.breakerOpen = true;
                    c.failures = 3;
                    c.lastVerdict = "Failed";
                    c.resurrected = true;
                    c.trouble = new Forecast.Trouble("MISSING", "gone", Case.NOW);
                })
                .standing();

        assertThat(standing.badEnds()).isEqualTo(3);
        assertThat(standing.badKind()).isEqualTo("Failed");
        assertThat(standing.breakerOpen()).isTrue();
        assertThat(standing.resurrected()).isTrue();
        assertThat(standing.unreadable()).isEqualTo("MISSING");
    }

    @Test
    void aGoodVerdictIsNoBadEnd() {
        Standing standing =
                Case.launched().with(c -> c.lastVerdict = "Effective").standing();

        assertThat(standing.badKind()).isNull();
        assertThat(Case.launched().with(c -> c.excluded = true).standing().excluded())
                .isTrue();
    }

    private static Standing standing(int snapshots) {
        return Case.launched().with(c -> c.snapshots = snapshots).standing();
    }
}
