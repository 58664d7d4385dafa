// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import dev.nessiewatch.metadata.SnapshotHistory.Ref;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the walk over one document has found so far; later occurrences of a field replace earlier ones. */
final class Findings {
    final SnapshotIds ids = new SnapshotIds();
    SnapshotColumns snapshots = new SnapshotColumns();
    final Map<String, Ref> refs = new LinkedHashMap<>();
    boolean refsWritten;
    final Map<String, String> properties = new LinkedHashMap<>();

    @Nullable
    Long formatVersion;

    boolean formatVersionWritten;

    @Nullable
    String tableUuid;

    @Nullable
    Long currentId;

    @Nullable
    String currentText;

    @Nullable
    Long lastUpdatedMs;

    long lastSequenceNumber;
    int schemas;
    int statistics;
    int partitionStatistics;
    int snapshotLog;
    int metadataLog;

    boolean tableField;
    boolean strongTableField;

    @Nullable
    String foreignField;

    boolean duplicateRootKeys;

    long snapshotBytes;
    long schemaBytes;
    long statisticsBytes;
    long logBytes;
    long refBytes;
    long propertyBytes;

    @Nullable
    String complaint;

    long complaintAt;

    /** Something the count depends on is wrong; the first one is told, after the walk has seen what the document is. */
    void complain(String what, long offset) {
        if (complaint == null) {
            complaint = what;
            complaintAt = offset;
        }
    }
}
