// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import java.time.Duration;

/** The demo's voice: one calm line for each thing that happened, with the seconds since the start. */
final class Stage {
    private final long start = System.nanoTime();

    void say(String line) {
        System.out.printf("%7.1f s  %s%n", seconds(), line);
    }

    double seconds() {
        return elapsed().toMillis() / 1000.0;
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }
}
