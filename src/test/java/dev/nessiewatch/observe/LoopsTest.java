// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.Test;

class LoopsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    // Near the end of the range: nanoTime may be anywhere, and may pass over it.
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Loops loops = new Loops(nanos::get);
    private final LoopsAlive alive = new LoopsAlive(loops);

    @Test
    void aLoopIsWedgedOnlyPastItsPatience() {
        loops.turn("tail", PATIENCE);
        pass(PATIENCE);
        assertThat(loops.wedged()).isEmpty();

        nanos.incrementAndGet();
        assertThat(loops.wedged()).isEqualTo(Map.of("tail", PATIENCE.plusNanos(1)));
    }

    @Test
    void aTurnMakesItWellAgain() {
        loops.turn("tail", PATIENCE);
        pass(PATIENCE.plusSeconds(1));
        assertThat(loops.wedged()).containsOnlyKeys("tail");

        loops.turn("tail", PATIENCE);
        assertThat(loops.wedged()).isEmpty();
    }

    @Test
    void livenessNamesTheWedgedLoopOnly() {
        assertThat(alive.call().getStatus()).isEqualTo(HealthCheckResponse.Status.UP);
        loops.turn("tail", PATIENCE);
        loops.turn("trigger", PATIENCE);
        pass(Duration.ofMinutes(10));
        loops.turn("trigger", PATIENCE);
        pass(Duration.ofMinutes(6));

        HealthCheckResponse response = alive.call();

        assertThat(response.getStatus()).isEqualTo(HealthCheckResponse.Status.DOWN);
        assertThat(response.getData().orElseThrow()).isEqualTo(Map.of("tail", "no turn for 960 s"));
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
