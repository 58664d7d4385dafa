// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.lake.Position;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.watch.LastSeen;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What this service has published: the last record of each watched table and the position of each reference. Changed only
 * after a transaction was committed. Used by the tail's one thread.
 */
final class TailMemory {
    private final Map<String, OneReference> references = new HashMap<>();
    private final Map<String, Position> positions = new HashMap<>();
    private final Map<String, Long> sequences = new HashMap<>();

    @Nullable
    Position position(String reference) {
        return positions.get(reference);
    }

    void moved(Position position) {
        positions.put(position.reference(), position);
        counted(position.reference(), position.sequence());
    }

    /** Notes a sequence that was seen in a record, wherever it was. */
    void counted(String reference, long sequence) {
        sequences.merge(reference, sequence, Math::max);
    }

    /** The number of the next transaction of a reference; it goes on where it was even when the positions were lost. */
    long nextSequence(String reference) {
        return sequences.getOrDefault(reference, 0L) + 1;
    }

    /** References that anything was published of. */
    Set<String> references() {
        Set<String> names = new TreeSet<>(positions.keySet());
        references.forEach((name, tables) -> {
            if (!tables.byContentId.isEmpty()) {
                names.add(name);
            }
        });
        return names;
    }

    void forgetReference(String reference) {
        references.remove(reference);
        positions.remove(reference);
    }

    LastSeen lastSeen(String reference) {
        return of(reference);
    }

    @Nullable
    SnapshotCount last(TableId table) {
        return of(table.reference()).byContentId.get(table.contentId());
    }

    Collection<SnapshotCount> all(String reference) {
        return List.copyOf(of(reference).byContentId.values());
    }

    void measured(SnapshotCount count) {
        OneReference tables = of(count.table().reference());
        tables.forget(count.table().contentId());
        tables.byContentId.put(count.table().contentId(), count);
        tables.byKey.put(count.table().key(), count.table().contentId());
    }

    void left(TableId table) {
        of(table.reference()).forget(table.contentId());
    }

    /** Records whose newest metadata could not be read: the list of what to try again. */
    List<SnapshotCount> unreadable() {
        return references.values().stream()
                .flatMap(tables -> tables.byContentId.values().stream())
                .filter(count -> count.unreadable() != null)
                .toList();
    }

    int tables() {
        return references.values().stream()
                .mapToInt(tables -> tables.byContentId.size())
                .sum();
    }

    int missing() {
        return (int) unreadable().stream()
                .filter(count ->
                        count.unreadable() != null && count.unreadable().kind() == CensusOutcome.Kind.MISSING)
                .count();
    }

    private OneReference of(String reference) {
        return references.computeIfAbsent(reference, name -> new OneReference());
    }

    private static final class OneReference implements LastSeen {
        private final Map<String, SnapshotCount> byContentId = new HashMap<>();
        private final Map<TableKey, String> byKey = new HashMap<>();

        @Override
        public @Nullable Seen of(String contentId) {
            SnapshotCount count = byContentId.get(contentId);
            return count == null ? null : new Seen(count.table().key(), count.content());
        }

        @Override
        public @Nullable String contentIdAt(TableKey key) {
            return byKey.get(key);
        }

        @Override
        public Collection<String> contentIds() {
            return byContentId.keySet();
        }

        private void forget(String contentId) {
            SnapshotCount before = byContentId.remove(contentId);
            if (before != null) {
                byKey.remove(before.table().key(), contentId);
            }
        }
    }
}
