// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.event.PackedCount;
import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.lake.Position;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.watch.LastSeen;
import java.util.AbstractList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What this service has published: the last record of each watched table and the position of each reference. Changed only
 * after a transaction was committed. Records are kept packed, at most 4 KB a table. Used by the tail's one thread.
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
        PackedCount packed = of(table.reference()).byContentId.get(table.contentId());
        return packed == null ? null : packed.count();
    }

    /** All records of a reference; each is made anew when it is looked at. */
    Collection<SnapshotCount> all(String reference) {
        return new Unpacked(of(reference).byContentId.values());
    }

    void measured(SnapshotCount count) {
        measured(PackedCount.of(count));
    }

    void measured(PackedCount packed) {
        OneReference tables = of(packed.id().reference());
        tables.forget(packed.id().contentId());
        tables.byContentId.put(packed.id().contentId(), packed);
        tables.byKey.put(packed.key(), packed.id().contentId());
    }

    void left(TableId table) {
        of(table.reference()).forget(table.contentId());
    }

    /** Records whose newest metadata could not be read: the list of what to try again. Each is made anew when looked at. */
    List<SnapshotCount> unreadable() {
        return new Unpacked(references.values().stream()
                .flatMap(tables -> tables.byContentId.values().stream())
                .filter(packed -> packed.trouble() != null)
                .toList());
    }

    int tables() {
        return references.values().stream()
                .mapToInt(tables -> tables.byContentId.size())
                .sum();
    }

    int missing() {
        return (int) references.values().stream()
                .flatMap(tables -> tables.byContentId.values().stream())
                .filter(packed -> packed.trouble() == CensusOutcome.Kind.MISSING)
                .count();
    }

    private OneReference of(String reference) {
        return references.computeIfAbsent(reference, name -> new OneReference());
    }

    private static final class OneReference implements LastSeen {
        private final Map<String, PackedCount> byContentId = new HashMap<>();
        private final Map<TableKey, String> byKey = new HashMap<>();

        @Override
        public @Nullable Seen of(String contentId) {
            PackedCount packed = byContentId.get(contentId);
            return packed == null ? null : new Seen(packed.key(), packed.content());
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
            PackedCount before = byContentId.remove(contentId);
            if (before != null) {
                byKey.remove(before.key(), contentId);
            }
        }
    }

    /** A view that holds no more than one measurement at a time. */
    private static final class Unpacked extends AbstractList<SnapshotCount> {
        private final List<PackedCount> packed;

        Unpacked(Collection<PackedCount> packed) {
            this.packed = List.copyOf(packed);
        }

        @Override
        public SnapshotCount get(int index) {
            return packed.get(index).count();
        }

        @Override
        public int size() {
            return packed.size();
        }
    }
}
