// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.projectnessie.client.http.HttpClientException;
import org.projectnessie.client.rest.NessieServiceException;

/** How long a run goes on asking a Nessie that does not answer. Time counts from the first time that it did not. */
final class Patience {
    /** Longer than a restart takes, and short beside what a run may take in all. */
    static final Duration USUAL = Duration.ofMinutes(10);

    private static final long LONGEST_PAUSE_MS = 15_000;

    private final Duration most;
    private long sinceNanos;
    private int pauses;

    Patience(Duration most) {
        this.most = most;
    }

    /** Whether something failed because Nessie was not reached, or could not do its work. */
    static boolean isNessieAway(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof HttpClientException) {
                return true;
            }
            if (cause instanceof NessieServiceException) {
                return ((NessieServiceException) cause).getError().getStatus() >= 500;
            }
        }
        return false;
    }

    /** Waits a while, longer each time; false, at once, when all of the time is used up. */
    boolean waitForNext() {
        long now = System.nanoTime();
        if (pauses == 0) {
            sinceNanos = now;
        }
        long leftMs = most.toMillis() - TimeUnit.NANOSECONDS.toMillis(now - sinceNanos);
        if (leftMs <= 0) {
            return false;
        }
        pauses++;
        try {
            Thread.sleep(Math.min(leftMs, Math.min(LONGEST_PAUSE_MS, 500L << Math.min(pauses, 10))));
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
