// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.Position;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A wall clock that is set by a day, forwards or back, wedges nothing and starts no storm. */
class ClockJumpTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration PERIOD = Duration.ofMinutes(10);

    @Test
    void aSpellLastsItsLength() {
        assertThat(Spell.isOver(NOW, NOW, PERIOD)).isFalse();
        assertThat(Spell.isOver(NOW, NOW.plus(PERIOD).minusMillis(1), PERIOD)).isFalse();
        assertThat(Spell.isOver(NOW, NOW.plus(PERIOD), PERIOD)).isTrue();
    }

    @Test
    void theWorkGoesOnAtOnceAfterAJumpAndThenInItsRhythm() {
        for (Duration jump : new Duration[] {DAY, DAY.negated()}) {
            Instant last = NOW;
            int times = 0;
            Instant after = NOW.plusSeconds(60).plus(jump);
            for (int second = 0; second < 3600; second++) {
                Instant now = after.plusSeconds(second);
                if (Spell.isOver(last, now, PERIOD)) {
                    assertThat(times > 0 || second == 0).isTrue();
                    last = now;
                    times++;
                }
            }
            assertThat(times).as("%s", jump).isEqualTo(6);
        }
    }

    @Test
    void aSmallStepBackDelaysByLessThanTwiceTheLength() {
        Instant now = NOW.minus(PERIOD).plusSeconds(1);
        assertThat(Spell.isOver(NOW, now, PERIOD)).isFalse();
        assertThat(Spell.isOver(NOW, now.plus(PERIOD.multipliedBy(2)), PERIOD)).isTrue();
    }

    @Test
    void heartbeatsAfterAClockWasSetBackAreHeard() {
        TriggerBook book = new TriggerBook();
        book.moved(position(7, NOW.plus(DAY)));
        book.moved(position(7, NOW));
        assertThat(book.heartbeat("main")).isEqualTo(NOW);
        book.moved(position(6, NOW.plus(DAY)));
        assertThat(book.heartbeat("main")).isEqualTo(NOW);
    }

    private static Position position(long sequence, Instant at) {
        return new Position("main", "h", sequence, null, "w", at);
    }
}
