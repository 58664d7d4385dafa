// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgeCurveTest {
    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

    @Test
    void promisesTheLowerPointBetweenTwo() {
        AgeCurve curve = new AgeCurve(List.of(point(10, 3), point(20, 7)));

        assertThat(curve.removableAt(START.plusSeconds(9))).isZero();
        assertThat(curve.removableAt(START.plusSeconds(10))).isEqualTo(3);
        assertThat(curve.removableAt(START.plusSeconds(19))).isEqualTo(3);
        assertThat(curve.removableAt(START.plusSeconds(20))).isEqualTo(7);
        assertThat(curve.removableAt(Instant.MAX)).isEqualTo(7);
        assertThat(curve.most()).isEqualTo(7);
    }

    @Test
    void findsTheEarliestCutoffThatRemovesEnough() {
        AgeCurve curve = new AgeCurve(List.of(point(10, 3), point(20, 7)));

        assertThat(curve.cutoffFor(3)).isEqualTo(START.plusSeconds(10));
        assertThat(curve.cutoffFor(4)).isEqualTo(START.plusSeconds(20));
        assertThat(curve.cutoffFor(8)).isNull();
    }

    @Test
    void isMadeToRiseWhateverTheEventSays() {
        AgeCurve curve = new AgeCurve(List.of(point(20, 5), point(10, 9), point(30, 4)));

        assertThat(curve.points()).containsExactly(point(10, 4), point(20, 4), point(30, 4));
        assertThat(AgeCurve.EMPTY.most()).isZero();
        assertThat(AgeCurve.EMPTY.removableAt(Instant.MAX)).isZero();
    }

    private static AgeCurve.Point point(int second, int removable) {
        return new AgeCurve.Point(START.plusSeconds(second), removable);
    }
}
