// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import dev.nessiewatch.metadata.CensusOutcome.Kind;
import java.time.Duration;

/** The moment by which one file has to be read, counted from its construction. */
final class Deadline {
    private final long start = System.nanoTime();
    private final Duration length;

    Deadline(Duration length) {
        this.length = length;
    }

    boolean passed() {
        return System.nanoTime() - start > length.toNanos();
    }

    void check(long offset) throws MetadataAccessException {
        if (passed()) {
            throw new MetadataAccessException(
                    Kind.UNAVAILABLE,
                    "not read to its end within " + length.toSeconds() + " s (nessiewatch.metadata.deadline)",
                    offset);
        }
    }
}
