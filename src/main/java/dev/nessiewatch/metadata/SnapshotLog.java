// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.util.List;

/**
 * Where a table's head stood at which time, as the file's {@code snapshot-log} tells. Expiry cuts the log, and some
 * writers leave it out.
 *
 * @param entries in the order of the file
 */
public record SnapshotLog(List<Entry> entries) {
    /** A file without a log. */
    public static final SnapshotLog NONE = new SnapshotLog(List.of());

    public SnapshotLog {
        entries = List.copyOf(entries);
    }

    /**
     * One move of the head.
     *
     * @param timeMs when, milliseconds since the epoch
     * @param snapshotId where to; it need not be listed any more
     */
    public record Entry(long timeMs, long snapshotId) {}
}
