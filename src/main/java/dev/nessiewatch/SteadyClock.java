// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/**
 * A clock for lengths of time within this process: it goes on evenly, whatever the wall clock is set to. Its readings mean
 * nothing outside of the process, and nothing that is written anywhere bears them.
 */
final class SteadyClock extends Clock {
    private final Instant start;
    private final long startNanos;
    private final LongSupplier nanos;

    /**
     * @param start what it shows at first
     * @param nanos time that passes and is never set, such as {@link System#nanoTime}
     */
    SteadyClock(Instant start, LongSupplier nanos) {
        this.start = start;
        this.nanos = nanos;
        this.startNanos = nanos.getAsLong();
    }

    @Override
    public Instant instant() {
        return start.plus(Duration.ofNanos(nanos.getAsLong() - startNanos));
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
