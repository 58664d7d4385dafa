// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.lake.Position;
import dev.nessiewatch.testing.SetClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
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
    void anOrdersPhaseAgesByTheTimeThatPasses() {
        for (Duration jump : new Duration[] {DAY, DAY.negated()}) {
            SetClock clock = new SetClock(NOW);
            PhaseAges ages = new PhaseAges(new Clocks(clock, clock.steady()));
            LedgerEntry entry = launched(NOW);
            assertThat(ages.of(entry, true)).isZero();
            clock.jump(jump);
            assertThat(ages.of(entry, true)).as("%s", jump).isZero();
            clock.pass(PERIOD);
            assertThat(ages.of(entry, true)).as("%s", jump).isEqualTo(PERIOD);
        }
    }

    @Test
    void ofWhatItWroteItselfAProcessNeverAsksTheWallClock() {
        SetClock clock = new SetClock(NOW);
        PhaseAges ages = new PhaseAges(new Clocks(clock, clock.steady()));
        clock.jump(DAY);
        assertThat(ages.of(launched(NOW), true)).isZero();
    }

    @Test
    void anOrderOfAnEarlierProcessIsAsOldAsTheWallClockSaysAndNeverYoungerThanNow() {
        SetClock clock = new SetClock(NOW);
        PhaseAges ages = new PhaseAges(new Clocks(clock, clock.steady()));
        assertThat(ages.of(launched(NOW.minus(PERIOD)), false)).isEqualTo(PERIOD);

        PhaseAges behind = new PhaseAges(new Clocks(clock, clock.steady()));
        LedgerEntry ahead = launched(NOW.plus(DAY));
        assertThat(behind.of(ahead, false)).isZero();
        clock.pass(PERIOD);
        assertThat(behind.of(ahead, false)).as("it is not kept for a day").isEqualTo(PERIOD);
    }

    @Test
    void anOrderThatWasClosedIsForgotten() {
        SetClock clock = new SetClock(NOW);
        PhaseAges ages = new PhaseAges(new Clocks(clock, clock.steady()));
        ages.of(launched(NOW), true);
        clock.pass(PERIOD);
        ages.retain(List.of());
        assertThat(ages.of(launched(NOW), true)).isZero();
    }

    @Test
    void theSteadyClockGoesByTheTimeThatPasses() {
        AtomicLong nanos = new AtomicLong(-5);
        SteadyClock steady = new SteadyClock(NOW, nanos::get);
        assertThat(steady.instant()).isEqualTo(NOW);
        nanos.addAndGet(PERIOD.toNanos());
        assertThat(steady.instant()).isEqualTo(NOW.plus(PERIOD));
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

    private static LedgerEntry launched(Instant at) {
        LedgerEntry entry = Facts.entry("A", 2, LedgerEntry.Phase.LAUNCHED);
        return new LedgerEntry(
                entry.schema(),
                entry.sequence(),
                entry.order(),
                entry.phase(),
                entry.attempt(),
                entry.launcher(),
                "run",
                at,
                null,
                null,
                0,
                false,
                entry.writerId(),
                at,
                null);
    }

    private static Position position(long sequence, Instant at) {
        return new Position("main", "h", sequence, null, "w", at);
    }
}
