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
        assertThat(standing(500).load().limitShare()).isEqualTo(1);
        assertThat(standing(501).load().limitShare()).isGreaterThan(1);
        assertThat(standing(1500).load().hardShare()).isEqualTo(1);
    }

    @Test
    void theTighterLimitCounts() {
        Standing standing = Case.launched()
                .with(c -> c.otherBytes = 8_388_608L * 2)
                .explain()
                .standing();

        assertThat(standing.load().limitShare()).isCloseTo(2.08, within(0.01));
        assertThat(standing.load().floor()).isEqualTo(380);
        assertThat(standing.load().floorShare()).isCloseTo(2.05, within(0.01));
    }

    @Test
    void theCrossingIsTheEarlierOneAndIsHeldAgainstTheWeeklyRun() {
        Standing soon = standing(400);
        assertThat(soon.outlook().crossing()).isEqualTo(Case.NOW.plus(Duration.ofHours(40)));
        assertThat(soon.outlook().beforeWeekly()).isTrue();

        Standing late = Case.calm().explain().standing();
        assertThat(late.outlook().crossing()).isAfter(Instant.parse("2026-12-06T05:00:00Z"));
        assertThat(late.outlook().beforeWeekly()).isFalse();
        Standing never = Case.calm().with(c -> c.perDay = 0).explain().standing();
        assertThat(never.outlook().crossing()).isNull();
        assertThat(never.outlook().beforeWeekly()).isFalse();
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
                .explain()
                .standing();

        assertThat(standing.trouble()).isEqualTo(new Standing.Trouble(3, "Failed", true, true, "MISSING"));
    }

    @Test
    void aGoodVerdictIsNoBadEnd() {
        Standing standing =
                Case.launched().with(c -> c.lastVerdict = "Effective").explain().standing();

        assertThat(standing.trouble().badKind()).isNull();
        assertThat(Case.launched()
                        .with(c -> c.excluded = true)
                        .explain()
                        .standing()
                        .excluded())
                .isTrue();
    }

    private static Standing standing(int snapshots) {
        return Case.launched().with(c -> c.snapshots = snapshots).explain().standing();
    }
}
