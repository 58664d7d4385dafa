// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Asks a service twice a second whether it lives, as an orchestrator would that restarts it when it says no. */
final class Liveness implements AutoCloseable {
    private final Service service;
    private final AtomicInteger up = new AtomicInteger();
    private final AtomicInteger down = new AtomicInteger();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();

    private Liveness(Service service) {
        this.service = service;
    }

    static Liveness of(Service service) {
        Liveness liveness = new Liveness(service);
        var unused = liveness.thread.scheduleWithFixedDelay(liveness::ask, 0, 500, TimeUnit.MILLISECONDS);
        return liveness;
    }

    /** It said yes each time, and nobody started it anew. */
    void assertNeverDown() {
        assertThat(service.isAlive()).isTrue();
        assertThat(down).hasValue(0);
        assertThat(up).hasPositiveValue();
        assertThat(service.lines("started in")).as("starts of this process").hasSize(1);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private void ask() {
        // No answer within five seconds is a no as well.
        (service.status("q/health/live") == 200 ? up : down).incrementAndGet();
    }
}
