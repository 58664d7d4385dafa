// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.time.Duration;

/** A moment on the monotonic clock by which something must be done. */
record Deadline(long nanos) {
    static Deadline in(Duration duration) {
        return new Deadline(System.nanoTime() + duration.toNanos());
    }

    boolean isOver() {
        return nanos - System.nanoTime() <= 0;
    }

    /** Time that is left, at least a millisecond: zero means "for ever" to some callees. */
    Duration left() {
        return Duration.ofNanos(Math.max(1_000_000, nanos - System.nanoTime()));
    }

    /** The wish, or what is left when that is less. */
    Duration cap(Duration wish) {
        Duration left = left();
        return left.compareTo(wish) < 0 ? left : wish;
    }
}
