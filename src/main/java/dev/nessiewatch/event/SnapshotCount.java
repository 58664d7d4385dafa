// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import com.fasterxml.jackson.annotation.JsonFormat;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.AgePoint;
import dev.nessiewatch.metadata.Census;
import dev.nessiewatch.metadata.CensusOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last measurement of one watched table: the data of a record on {@code nessiewatch.snapshot-counts}. Facts only, no
 * policy; sufficient alone, without any earlier record.
 *
 * @param schema {@link #SCHEMA}
 * @param table which table
 * @param commits which commits this record covers
 * @param content what Nessie holds for the table at {@code commits.toCommit}
 * @param outcome {@code COUNTED}, or {@code UNREADABLE}: the newest metadata could not be read, and {@code census} is the
 *     last good one
 * @param census the last good census; null when there never was one
 * @param unreadable why the newest metadata could not be read; null when it could
 * @param resurrected whether the oldest snapshot time moved back for the same content id although no reassign happened:
 *     a replace that began before an expiry brought expired snapshots back, and their files are gone
 * @param growth how the list grew
 * @param ageCurve removable snapshots by cut-off, at most 32 points
 */
public record SnapshotCount(
        String schema,
        Subject table,
        Commits commits,
        TableContent content,
        Outcome outcome,
        @Nullable Census census,
        @Nullable Unreadable unreadable,
        boolean resurrected,
        Growth growth,
        List<AgePoint> ageCurve) {

    /** Name of this layout. */
    public static final String SCHEMA = "v1-draft";

    public SnapshotCount {
        ageCurve = List.copyOf(ageCurve);
    }

    /** Identity of the table; the Kafka key of the record. */
    public TableId id() {
        return new TableId(table.contentId(), table.reference());
    }

    /** Whether the newest metadata was counted. */
    public enum Outcome {
        COUNTED,
        UNREADABLE
    }

    /**
     * Which table.
     *
     * @param reference branch
     * @param key elements of the key
     * @param name display form of the key
     * @param contentId Nessie content id
     * @param uuid Iceberg table uuid; null when never read
     */
    public record Subject(
            String reference,
            TableKey key,
            String name,
            String contentId,
            @Nullable String uuid) {}

    /**
     * The commits that this record covers.
     *
     * @param sequence number of the transaction that published it, per reference, from 1
     * @param fromCommit position before
     * @param toCommit position after, or the commit a chunked reconcile works towards
     * @param newestCommitAt server time of the newest covered commit that touched the table; null when the log did not
     *     show it (reconcile, hidden operations)
     * @param count number of covered commits that touched the table; 0 when the log did not show them
     * @param writers commits by author
     * @param applications commits by application (engine)
     * @param operations commits by Iceberg operation
     * @param signatures order ids of this service's own maintenance commits among them, as {@code order@commit hash};
     *     a commit that undid an order as {@code undo/order@commit hash}
     */
    public record Commits(
            long sequence,
            String fromCommit,
            String toCommit,
            @Nullable Instant newestCommitAt,
            int count,
            Map<String, Integer> writers,
            Map<String, Integer> applications,
            Map<String, Integer> operations,
            List<String> signatures) {
        private static final String UNDO = "undo/";

        /** Whether one of them undid an order of this service. */
        public boolean isUndo() {
            return signatures.stream().anyMatch(signature -> signature.startsWith(UNDO));
        }
    }

    /**
     * Why the newest metadata could not be read.
     *
     * @param kind what sort of trouble
     * @param message one line that a person can act on
     * @param since when this trouble was first seen for the table
     */
    public record Unreadable(CensusOutcome.Kind kind, String message, Instant since) {}

    /**
     * How the list grew.
     *
     * @param observations the last measurements, oldest first, at most 32, this one included when it was counted
     * @param recentSnapshotsMs times of the newest snapshots in the list, ascending, at most 64; milliseconds since the
     *     epoch
     * @param lastDrop when snapshots last left the list; null when that was never seen
     * @param tally who committed to the table lately; null when no commit was seen
     */
    public record Growth(
            List<Observation> observations,
            List<Long> recentSnapshotsMs,
            @Nullable Drop lastDrop,
            @Nullable Tally tally) {
        public static final Growth NONE = new Growth(List.of(), List.of());

        /** Growth of a table that was never seen to shrink, by nobody known. */
        public Growth(List<Observation> observations, List<Long> recentSnapshotsMs) {
            this(observations, recentSnapshotsMs, null, null);
        }

        public Growth {
            observations = List.copyOf(observations);
            recentSnapshotsMs = List.copyOf(recentSnapshotsMs);
        }
    }

    /**
     * One earlier measurement.
     *
     * @param at when it was measured
     * @param sequence transaction that published it
     * @param snapshots length of the list
     * @param decodedBytes size of the file, decoded
     * @param newestMs newest snapshot time; null when the list was empty
     * @param snapshotId Nessie's current snapshot then; -1 when none. Two observations with the same id and fewer
     *     snapshots in the later one are an expiry, whoever ran it
     * @param gone snapshots that left the list since the observation before, at least; null when none did, or in a record
     *     that was written before this was counted
     */
    public record Observation(
            Instant at,
            long sequence,
            int snapshots,
            long decodedBytes,
            @Nullable Long newestMs,
            @JsonFormat(shape = JsonFormat.Shape.STRING) long snapshotId,
            @Nullable Integer gone) {}

    /**
     * Snapshots left the list between one measurement and the next, even if more came in the same look: the facts that
     * tell an expiry from a lost commit.
     *
     * @param at when the list was measured without them
     * @param sequence transaction that published it
     * @param before length of the list before
     * @param after length of the list after
     * @param sameSnapshot whether Nessie's current snapshot is the same before and after
     * @param oldestGone whether the oldest snapshot after is younger than the oldest one before
     * @param reassigned whether contents were compared instead of commits followed, so that the history may be another one
     *     now
     * @param signatures commits of this service's own runs in between, as {@code order@commit hash}
     * @param gone how many left, at least: {@code before - after} and those that came in the same look; null in a record
     *     that was written before this was counted
     * @param previousKept whether the snapshot that Nessie named current before is still in the list; null in a record
     *     that was written before this was looked at
     */
    public record Drop(
            Instant at,
            long sequence,
            int before,
            int after,
            boolean sameSnapshot,
            boolean oldestGone,
            boolean reassigned,
            List<String> signatures,
            @Nullable Integer gone,
            @Nullable Boolean previousKept) {
        public Drop {
            signatures = List.copyOf(signatures);
        }
    }

    /**
     * Commits to the table, by who and how; own maintenance left out. It reaches back two weeks at most: when it would
     * reach further, the older half is dropped by halving every number.
     *
     * @param since from when the numbers count
     * @param until newest commit that was counted
     * @param commits number of commits
     * @param writers commits by author, at most 16 names
     * @param applications commits by application (engine), at most 16 names
     * @param operations commits by Iceberg operation, at most 16 names
     */
    public record Tally(
            Instant since,
            Instant until,
            int commits,
            Map<String, Integer> writers,
            Map<String, Integer> applications,
            Map<String, Integer> operations) {
        public Tally {
            writers = Map.copyOf(writers);
            applications = Map.copyOf(applications);
            operations = Map.copyOf(operations);
        }
    }
}
