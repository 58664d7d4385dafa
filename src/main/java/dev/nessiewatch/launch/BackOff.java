// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps something from being asked again too soon: after each failure in a row for twice as long as after the one before,
 * and at least as long as was asked for. A clock that is set while it lasts ends it at the latest after twice its length.
 */
final class BackOff {
    private final Duration first;
    private final Duration longest;
    private final Clock clock;
    private int failures;
    private Instant since = Instant.EPOCH;
    private Duration length = Duration.ZERO;
    private String why = "";

    BackOff(Duration first, Duration longest, Clock clock) {
        this.first = first;
        this.longest = longest;
        this.clock = clock;
    }

    /** Why nothing is to be asked now; empty when it may be. */
    Optional<String> holds() {
        boolean over = Duration.between(since, clock.instant()).abs().compareTo(length) >= 0;
        return over ? Optional.empty() : Optional.of(why);
    }

    /**
     * Notes a failure.
     *
     * @param asked how long to wait at least; null when nobody asked for it
     */
    void failed(String cause, @Nullable Duration asked) {
        Duration own = first.multipliedBy(1L << Math.min(failures, 20));
        own = own.compareTo(longest) > 0 ? longest : own;
        length = asked != null && asked.compareTo(own) > 0 ? asked : own;
        since = clock.instant();
        why = cause;
        failures++;
    }

    /** Notes that all is well again. */
    void succeeded() {
        failures = 0;
        length = Duration.ZERO;
    }
}
