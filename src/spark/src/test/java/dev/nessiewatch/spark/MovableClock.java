// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until it is moved. */
final class MovableClock extends Clock {
    private long millis;

    MovableClock(long millis) {
        this.millis = millis;
    }

    void moveTo(long newMillis) {
        millis = newMillis;
    }

    @Override
    public long millis() {
        return millis;
    }

    @Override
    public Instant instant() {
        return Instant.ofEpochMilli(millis);
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
