// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one metadata file holds, as numbers. Facts only: nothing in here depends on a policy or on the time of reading.
 *
 * @param formatVersion Iceberg format version as written
 * @param tableUuid table uuid; null when the file has none (v1 allows that)
 * @param currentSnapshotId the file's own current snapshot; null when absent, null or -1 (all three mean none)
 * @param gzip whether the stored bytes are gzip, told by the first two bytes and never by the name
 * @param bytes stored, decoded and by section
 * @param snapshots the list, counted
 * @param refs Iceberg's own branches and tags, {@code main} included
 * @param schemas number of schemas
 * @param statistics number of statistics and partition statistics entries
 * @param gcEnabled {@code gc.enabled} as written; null when absent (Iceberg then takes true)
 * @param maintenance {@code history.expire.*} and the clean-up properties {@code write.metadata.delete-after-commit.enabled}
 *     and {@code write.metadata.previous-versions-max}, as written
 * @param flags what is odd about the file
 */
public record Census(
        int formatVersion,
        @Nullable String tableUuid,
        @Nullable String currentSnapshotId,
        boolean gzip,
        Bytes bytes,
        Snapshots snapshots,
        Refs refs,
        int schemas,
        int statistics,
        @Nullable Boolean gcEnabled,
        Map<String, String> maintenance,
        List<Flag> flags) {

    /**
     * Sizes in bytes. The sections add up to {@code decoded}.
     *
     * @param stored length of the object as stored
     * @param decoded length after gzip; equal to {@code stored} for plain files
     * @param snapshots the {@code snapshots} array
     * @param schemas {@code schemas} and {@code schema}
     * @param statistics {@code statistics} and {@code partition-statistics}
     * @param logs {@code snapshot-log} and {@code metadata-log}
     * @param refs {@code refs}
     * @param properties {@code properties}
     * @param other everything else, white space between fields included
     */
    public record Bytes(
            long stored,
            long decoded,
            long snapshots,
            long schemas,
            long statistics,
            long logs,
            long refs,
            long properties,
            long other) {}

    /**
     * The snapshot list, counted. Where two entries have the same id, {@code total} and {@code parentless} count both, the
     * three shares count one; otherwise the shares add up to {@code total}.
     *
     * @param total length of the root array {@code snapshots}
     * @param onMain snapshots on the chain of parents from the current snapshot
     * @param onOtherRefs snapshots reachable from another branch or tag and not from main
     * @param unreferenced the rest: replaced, rolled back or staged
     * @param parentless snapshots without a parent; CREATE OR REPLACE makes them
     * @param oldestMs smallest snapshot time, milliseconds since the epoch; null when the list is empty
     * @param newestMs largest snapshot time; null when the list is empty
     */
    public record Snapshots(
            int total,
            int onMain,
            int onOtherRefs,
            int unreferenced,
            int parentless,
            @Nullable Long oldestMs,
            @Nullable Long newestMs) {}

    /**
     * Iceberg's own references inside the table.
     *
     * @param branches number of branches, {@code main} included
     * @param tags number of tags
     */
    public record Refs(int branches, int tags) {}

    /** What is odd about a file, without making its count wrong. */
    public enum Flag {
        /** The current snapshot id is not in the list. */
        CURRENT_NOT_IN_LIST,
        /** Two entries of the list have the same id. */
        DUPLICATE_SNAPSHOT_IDS,
        /** A root field occurs more than once; the last one counts, as in Iceberg's own reader. */
        DUPLICATE_ROOT_KEYS,
        /**
         * An id does not fit a signed 64-bit number, or is written as a fraction or a string. Entries are counted and chains
         * followed by what is written, but Iceberg's own reader refuses such a file, so nothing can expire it.
         */
        ID_BEYOND_INT64,
        /** A snapshot is dated later than the file's {@code last-updated-ms} by more than a minute. */
        FUTURE_SNAPSHOT_TIME,
        /** A reference names a snapshot that is not in the list. */
        REF_TO_NOTHING,
        /**
         * Written by Nessie's REST catalog, where expiry is impossible: version 00000, one snapshot without a parent, no
         * metadata log, and proof that it is not a native table's first file (a sequence number above 1, or the content
         * id property that only the server adds). Without proof it is not set.
         */
        REST_MANAGED,
        /** Bytes other than white space follow the document. */
        TRAILING_BYTES,
        /** The file starts with a byte-order mark. */
        BYTE_ORDER_MARK
    }
}
