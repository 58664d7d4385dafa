// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The full state of a table's current or last order: the data of a record on {@code nessiewatch.ledger}. Written before
 * anything is created (the intent) and at each later step, so that the newest record of a table tells all.
 *
 * @param schema {@link #SCHEMA}
 * @param sequence number of this record, over all tables, from 1
 * @param order what is to be done; never changes within one order
 * @param phase how far it came
 * @param attempt which try of this order, from 1
 * @param launcher {@code local}, {@code argo} or {@code observe}
 * @param run name of the run; null before the first launch
 * @param startedAt when the run was created; null before
 * @param verdict how it ended; null while it is open
 * @param coolDownUntil no new order for the table before this; null when none
 * @param failures orders of this table that ended badly in a row
 * @param breakerOpen whether the table is held until a person resumes it
 * @param writerId which process wrote this
 * @param at when this record was written
 * @param resumed set when this record closes the breaker; null otherwise
 */
public record LedgerEntry(
        String schema,
        long sequence,
        Order order,
        Phase phase,
        int attempt,
        String launcher,
        @Nullable String run,
        @Nullable Instant startedAt,
        @Nullable Verdict verdict,
        @Nullable Instant coolDownUntil,
        int failures,
        boolean breakerOpen,
        String writerId,
        Instant at,
        @Nullable Resumed resumed) {

    public static final String SCHEMA = "v1-draft";

    /** When the verdict came in, or this was written when there is none. */
    public Instant endedAt() {
        return resumed == null ? at : resumed.endedAt();
    }

    /** Identity of the table; the Kafka key of the record. */
    public TableId id() {
        return new TableId(order.contentId(), order.reference());
    }

    /** Whether a run of this order may still be under way. */
    public boolean isOpen() {
        return phase != Phase.VERIFIED;
    }

    /** How far an order came. */
    public enum Phase {
        /** Decided and confirmed; nothing was created yet. */
        INTENDED,
        /** A run was created, or may have been. */
        LAUNCHED,
        /** The run ended; its effect is not measured yet. */
        ENDED,
        /** The verdict is in; the order is closed. */
        VERIFIED
    }

    /**
     * One order, exact and absolute: the same numbers whenever it is carried out.
     *
     * @param id order id; signs every commit of the run
     * @param contentId Nessie content id
     * @param reference branch
     * @param key elements of the table's key
     * @param uuid Iceberg table uuid; null when the file has none
     * @param mode {@code expire} deletes files, {@code trim} shortens the list only
     * @param olderThanMs absolute cut-off, milliseconds since the epoch; a snapshot exactly at it stays
     * @param retainLast snapshots kept on each branch whatever their age, at least 1
     * @param predictedRemoved how many snapshots go, at the head that was confirmed
     * @param commitBeforeMs the run must have committed by then, or not commit; null when there is no such limit
     * @param snapshotsBefore length of the list at the head that was confirmed
     * @param decodedBytesBefore size of the metadata file then, decoded
     * @param head commit that was confirmed
     * @param metadataLocation the table's metadata file at that commit
     * @param why the decision in words
     */
    public record Order(
            String id,
            String contentId,
            String reference,
            TableKey key,
            @Nullable String uuid,
            String mode,
            long olderThanMs,
            int retainLast,
            int predictedRemoved,
            @Nullable Long commitBeforeMs,
            int snapshotsBefore,
            long decodedBytesBefore,
            String head,
            String metadataLocation,
            String why) {}

    /**
     * How an order ended.
     *
     * @param kind {@code Effective}, {@code NoEffect}, {@code Failed}, {@code Unproven}, and others as the service learns
     *     them; readers must accept unknown kinds
     * @param removed predicted minus still removable at the cut-off, measured at HEAD
     * @param stillRemovable what the same cut-off would still remove at HEAD
     * @param snapshotsAfter length of the list in the signed commit, or at HEAD when no signed commit was seen
     * @param signedCommit Nessie commit of the run; null when none was seen
     * @param cause the reason in words
     */
    public record Verdict(
            String kind,
            int removed,
            int stillRemovable,
            int snapshotsAfter,
            @Nullable String signedCommit,
            String cause) {}

    /**
     * An operator closed the table's breaker.
     *
     * @param who who
     * @param commandId the command
     * @param reason in the operator's words; null when none was given
     * @param failures bad ends in a row that are forgotten with it
     * @param endedAt when the last of them came in
     */
    public record Resumed(
            String who, String commandId, @Nullable String reason, int failures, Instant endedAt) {}
}
