// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import dev.nessiewatch.event.Decoded;
import dev.nessiewatch.event.Received;
import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.lake.TableId;
import org.jspecify.annotations.Nullable;

/**
 * One record of {@code snapshot-counts}, without what was measured.
 *
 * @param table which table
 * @param sequence transaction
 * @param from commit before
 * @param to commit after
 * @param standing what it says; null for a tombstone
 * @param reason of a tombstone; empty for a measurement
 */
record Published(
        TableId table,
        long sequence,
        String from,
        String to,
        @Nullable Standing standing,
        String reason) {
    static final String EXCLUDED = "EXCLUDED";
    static final String REFERENCE_REMOVED = "REFERENCE_REMOVED";

    /** Null when nobody can read the record. */
    static @Nullable Published of(Received received) {
        Decoded decoded = Decoded.of(received);
        if (decoded instanceof Decoded.SnapshotCounted counted) {
            SnapshotCount count = counted.count();
            SnapshotCount.Unreadable unreadable = count.unreadable();
            return new Published(
                    count.id(),
                    count.commits().sequence(),
                    count.commits().fromCommit(),
                    count.commits().toCommit(),
                    new Standing(count.table().key(), count.content(), unreadable == null ? null : unreadable.kind()),
                    "");
        }
        if (decoded instanceof Decoded.TableLeft left) {
            return new Published(
                    left.table(),
                    left.sequence(),
                    received.headers().getOrDefault("ce_fromcommit", ""),
                    received.headers().getOrDefault("ce_tocommit", ""),
                    null,
                    left.reason());
        }
        return null;
    }
}
