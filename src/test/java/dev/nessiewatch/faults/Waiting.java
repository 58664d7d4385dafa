// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for something to become true, a bounded time. */
final class Waiting {
    private static final Duration STEP = Duration.ofMillis(50);

    private Waiting() {}

    /**
     * Returns when the condition holds.
     *
     * @param what what is waited for, asked only when it did not come
     * @throws AssertionError when it did not hold in time
     */
    static void until(Supplier<String> what, Duration deadline, BooleanSupplier condition) {
        long end = System.nanoTime() + deadline.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("Not within " + deadline.toSeconds() + " s: " + what.get());
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
    }

    /** Lets a while pass in which a trouble lasts. */
    static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
