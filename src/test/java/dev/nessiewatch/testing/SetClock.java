// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A wall clock that stands until it is moved, and a steady one beside it. */
public final class SetClock extends Clock {
    private volatile Instant now;
    private volatile Duration set = Duration.ZERO;

    public SetClock(Instant now) {
        this.now = now;
    }

    /** Lets time pass. */
    public void pass(Duration time) {
        now = now.plus(time);
    }

    /** Sets the wall clock; no time passes. */
    public void jump(Duration by) {
        now = now.plus(by);
        set = set.plus(by);
    }

    /** The same time, which {@link #jump} does not touch. */
    public Clock steady() {
        return new Clock() {
            @Override
            public Instant instant() {
                return now.minus(set);
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
    }

    @Override
    public Instant instant() {
        return now;
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
