// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What keeps a loop from counting as wedged. */
class LoopsAliveTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Loops loops = new Loops(nanos::get);

    @Test
    void aSignOfLifeWithinALongTurnCounts() {
        loops.turn("tail", Duration.ofMinutes(5));
        for (int i = 0; i < 20; i++) {
            pass(Duration.ofMinutes(4));
            loops.alive();
        }
        assertThat(loops.wedged()).isEmpty();
        pass(Duration.ofMinutes(6));
        assertThat(loops.wedged()).containsOnlyKeys("tail");
    }

    @Test
    void aSignFromAnotherThreadDoesNot() throws InterruptedException {
        loops.turn("tail", Duration.ofMinutes(5));
        pass(Duration.ofMinutes(6));
        Thread other = new Thread(loops::alive);
        other.start();
        other.join();
        assertThat(loops.wedged()).containsOnlyKeys("tail");
    }

    @Test
    void aThreadThatServesAnotherLoopNowSpeaksForThatOne() {
        loops.turn("tail", Duration.ofMinutes(5));
        loops.turn("trigger", Duration.ofMinutes(5));
        pass(Duration.ofMinutes(6));
        loops.alive();
        assertThat(loops.wedged()).containsOnlyKeys("tail");
    }

    @Test
    void aLoopThatNeverBeganIsNotKnown() {
        loops.alive();
        assertThat(loops.wedged()).isEmpty();
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
