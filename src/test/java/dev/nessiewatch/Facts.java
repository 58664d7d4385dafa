// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.lake.Position;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.CensusOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records of the feed for tests of the spine. */
final class Facts {
    static final Instant NOW = Instant.parse("2026-11-05T12:00:00Z");

    private Facts() {}

    static TableId id(String contentId) {
        return new TableId(contentId, "main");
    }

    static SnapshotCount count(String contentId, String name, long sequence) {
        return count(id(contentId), name, sequence, CensusOutcome.Kind.UNAVAILABLE);
    }

    static SnapshotCount count(TableId table, String name, long sequence, CensusOutcome.Kind kind) {
        TableKey key = TableKey.of("ns", name);
        return new SnapshotCount(
                SnapshotCount.SCHEMA,
                new SnapshotCount.Subject(table.reference(), key, key.display(), table.contentId(), null),
                new SnapshotCount.Commits(sequence, "a", "b", null, 1, Map.of(), Map.of(), Map.of(), List.of()),
                new TableContent("file:/" + name, 1, 0, 0, 0),
                SnapshotCount.Outcome.UNREADABLE,
                null,
                new SnapshotCount.Unreadable(kind, "words", NOW),
                false,
                SnapshotCount.Growth.NONE,
                List.of());
    }

    /** A measurement of a commit that undid an order. */
    static SnapshotCount undone(String contentId, long sequence, Instant at) {
        SnapshotCount count = count(contentId, "a", sequence);
        return new SnapshotCount(
                count.schema(),
                count.table(),
                new SnapshotCount.Commits(
                        sequence, "a", "b", at, 1, Map.of(), Map.of(), Map.of(), List.of("undo/1-a@b")),
                count.content(),
                count.outcome(),
                count.census(),
                count.unreadable(),
                count.resurrected(),
                count.growth(),
                count.ageCurve());
    }

    static Position position(String reference, long sequence, Instant at) {
        return new Position(reference, "hash-" + sequence, sequence, null, "writer", at);
    }

    static LedgerEntry entry(String contentId, long sequence, LedgerEntry.Phase phase) {
        return new LedgerEntry(
                LedgerEntry.SCHEMA,
                sequence,
                Orders.toWire(order(contentId, "1-a")),
                phase,
                1,
                "fake",
                null,
                null,
                verdict(phase),
                null,
                0,
                false,
                "writer",
                NOW,
                null);
    }

    static ExpiryOrder order(String contentId, String orderId) {
        return new ExpiryOrder(
                orderId,
                id(contentId),
                TableKey.of("ns", contentId),
                "u",
                ExpiryOrder.Mode.EXPIRE,
                NOW.minusSeconds(3600),
                1,
                10,
                NOW.plusSeconds(3600),
                new ExpiryOrder.Before("c1", "file:/t", 14, 4096),
                "because");
    }

    private static LedgerEntry.@Nullable Verdict verdict(LedgerEntry.Phase phase) {
        return phase == LedgerEntry.Phase.VERIFIED ? new LedgerEntry.Verdict("Effective", 1, 0, 1, null, "") : null;
    }
}
