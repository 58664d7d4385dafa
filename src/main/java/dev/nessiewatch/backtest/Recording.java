// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.backtest;

import dev.nessiewatch.metadata.Census;
import dev.nessiewatch.metadata.SnapshotHistory;
import dev.nessiewatch.metadata.SnapshotLog;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a metadata file remembers. Snapshots that were expired before it was written are not in it, so a replay begins
 * with an empty list.
 *
 * @param name the table's name for people
 * @param location the file
 * @param census its numbers
 * @param history its list
 * @param log where the head stood; may be empty
 */
public record Recording(String name, String location, Census census, SnapshotHistory history, SnapshotLog log) {
    private static final Duration LONGEST = Duration.ofDays(30 * 366);
    private static final long YEAR_3000_MS = 32_503_680_000_000L;

    /** Why this cannot be replayed, in one line; empty when it can. */
    public Optional<String> unplayable() {
        if (history.size() == 0) {
            return Optional.of("the file lists no snapshot, so there is nothing to replay");
        }
        if (fromMs() < 0 || toMs() > YEAR_3000_MS || toMs() - fromMs() > LONGEST.toMillis()) {
            return Optional.of(
                    "the times of its snapshots lie before 1970, after 2999, or more than 30 years apart: they"
                            + " cannot be right");
        }
        return Optional.empty();
    }

    /** Time of the oldest snapshot. */
    public Instant from() {
        return Instant.ofEpochMilli(fromMs());
    }

    /** Time of the newest snapshot. */
    public Instant to() {
        return Instant.ofEpochMilli(toMs());
    }

    long fromMs() {
        return IntStream.range(0, history.size())
                .mapToLong(history::timeMs)
                .min()
                .orElse(0);
    }

    long toMs() {
        return IntStream.range(0, history.size())
                .mapToLong(history::timeMs)
                .max()
                .orElse(0);
    }
}
