// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.verify.Verdict;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An order and its verdict as the ledger keeps them, and back. */
final class Orders {
    private Orders() {}

    static LedgerEntry.Order toWire(ExpiryOrder order) {
        Instant commitBefore = order.commitBefore();
        return new LedgerEntry.Order(
                order.id(),
                order.table().contentId(),
                order.table().reference(),
                order.key(),
                order.uuid(),
                order.mode().text(),
                order.cutoff().toEpochMilli(),
                order.retainLast(),
                order.predictedRemoved(),
                commitBefore == null ? null : commitBefore.toEpochMilli(),
                order.before().snapshots(),
                order.before().decodedBytes(),
                order.before().head(),
                order.before().metadataLocation(),
                order.why());
    }

    /** Empty when the ledger holds a mode that this build does not know. */
    static Optional<ExpiryOrder> fromWire(LedgerEntry.Order order) {
        return ExpiryOrder.Mode.of(order.mode()).map(mode -> fromWire(order, mode));
    }

    private static ExpiryOrder fromWire(LedgerEntry.Order order, ExpiryOrder.Mode mode) {
        Long commitBeforeMs = order.commitBeforeMs();
        return new ExpiryOrder(
                order.id(),
                new TableId(order.contentId(), order.reference()),
                order.key(),
                order.uuid(),
                mode,
                Instant.ofEpochMilli(order.olderThanMs()),
                order.retainLast(),
                order.predictedRemoved(),
                commitBeforeMs == null ? null : Instant.ofEpochMilli(commitBeforeMs),
                new ExpiryOrder.Before(
                        order.head(), order.metadataLocation(), order.snapshotsBefore(), order.decodedBytesBefore()),
                order.why());
    }

    static LedgerEntry.Verdict toWire(Verdict verdict) {
        Verdict.@Nullable Measured measured = verdict.measured();
        if (measured == null) {
            return new LedgerEntry.Verdict(verdict.kind(), 0, 0, 0, null, verdict.cause());
        }
        return new LedgerEntry.Verdict(
                verdict.kind(),
                measured.removed(),
                measured.stillRemovable(),
                measured.snapshotsAfter(),
                measured.signedCommit(),
                verdict.cause());
    }
}
