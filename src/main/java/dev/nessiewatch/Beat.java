// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A thread that does one thing again and again, a period after it was done last. It goes by time that passes: no setting of
 * the wall clock stops it or makes it hurry, as it would a scheduler that knows when the next time is. It cannot do it twice
 * at once, and has nothing to catch up on.
 */
final class Beat implements AutoCloseable {
    private final ScheduledExecutorService thread;

    private Beat(ScheduledExecutorService thread) {
        this.thread = thread;
    }

    /**
     * Begins at once.
     *
     * @param name of the thread
     * @param period from an end to the next beginning
     * @param turn what is done; when it throws, it is never done again
     */
    static Beat start(String name, Duration period, Runnable turn) {
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread made = new Thread(work, name);
            made.setDaemon(true);
            return made;
        });
        ScheduledFuture<?> unused = thread.scheduleWithFixedDelay(turn, 0, period.toMillis(), TimeUnit.MILLISECONDS);
        return new Beat(thread);
    }

    /** Interrupts what is being done; nothing is begun after this. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
