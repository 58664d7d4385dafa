// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;

/**
 * Whether a table that is rebuilt by CREATE OR REPLACE must be left alone now. A commit inside a rebuild makes Trino's
 * rebuild fail, and Spark's bring back the list as it was when the rebuild began, expired snapshots included.
 *
 * <p>A table grows by replace when at least two snapshots, and at least half of its list, have no parent. It is left alone
 * for one window after its last commit, and, once three gaps of a window or more between rebuilds were seen, from one
 * window before the next rebuild is due by the shortest of them, until it has been silent for twice the longest and a
 * window.
 */
final class RebuildPause {
    private static final int FEWEST_REBUILDS = 2;
    private static final int FEWEST_GAPS = 3;

    private RebuildPause() {}

    /** Why the table must be left alone; empty when it need not be. */
    static Optional<String> reason(TableMetadata metadata, Duration window, long nowMs) {
        long room = window.toMillis();
        List<Snapshot> seen = metadata.snapshots().stream()
                .filter(snapshot -> snapshot.timestampMillis() <= nowMs + room)
                .toList();
        long[] rebuilds = seen.stream()
                .filter(snapshot -> snapshot.parentId() == null)
                .mapToLong(Snapshot::timestampMillis)
                .sorted()
                .toArray();
        if (room == 0 || rebuilds.length < FEWEST_REBUILDS || rebuilds.length * 2 < seen.size()) {
            return Optional.empty();
        }
        // A rewrite, such as this job's own, is no sign of a writer.
        long last = seen.stream()
                .filter(snapshot -> !DataOperations.REPLACE.equals(snapshot.operation()))
                .mapToLong(Snapshot::timestampMillis)
                .max()
                .orElse(Long.MIN_VALUE);
        if (nowMs - last < room) {
            return Optional.of("it grows by replace, and its last commit, at " + Instant.ofEpochMilli(last)
                    + ", is younger than the rebuild window of " + window.toMinutes() + " min");
        }
        return due(rebuilds, room, nowMs);
    }

    private static Optional<String> due(long[] rebuilds, long room, long nowMs) {
        long[] gaps = LongStream.range(1, rebuilds.length)
                .map(i -> rebuilds[(int) i] - rebuilds[(int) i - 1])
                .filter(gap -> gap >= room)
                .sorted()
                .toArray();
        if (gaps.length < FEWEST_GAPS) {
            return Optional.empty();
        }
        long last = rebuilds[rebuilds.length - 1];
        long next = last + gaps[0];
        boolean silent = nowMs > last + 2 * (gaps[gaps.length - 1] + room);
        return nowMs < next - room || silent
                ? Optional.empty()
                : Optional.of("it grows by replace, and the rebuild that is due about " + Instant.ofEpochMilli(next)
                        + " may be under way");
    }
}
