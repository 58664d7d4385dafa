// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.event.PackedCount;
import dev.nessiewatch.event.Partition;
import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.lake.Position;
import dev.nessiewatch.lake.TableId;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the trigger knows: the last measurement, the last order and the last heartbeat of everything, as read from the
 * topics. The channels write, the trigger's turn reads; every access holds the one lock. Measurements are kept packed, at most 4 KB a table; an
 * order of a table that left is forgotten when nothing follows from it.
 */
final class TriggerBook {
    private final Map<TableId, PackedCount> measured = new HashMap<>();
    private final Map<TableId, LedgerEntry> orders = new HashMap<>();
    private @Nullable LedgerEntry newest;
    private @Nullable String newestWriter;
    private final Map<TableId, Instant> undone = new HashMap<>();
    private final Map<String, Position> positions = new HashMap<>();
    private final Map<Partition, Long> reached = new HashMap<>();
    private final Set<TableId> changed = new LinkedHashSet<>();
    private final Set<TableId> gone = new LinkedHashSet<>();

    void measured(SnapshotCount count) {
        measured(count, PackedCount.of(count));
    }

    private synchronized void measured(SnapshotCount count, PackedCount packed) {
        measured.put(count.id(), packed);
        gone.remove(count.id());
        changed.add(count.id());
        Instant at = count.commits().newestCommitAt();
        if (count.commits().isUndo() && at != null) {
            undone.put(count.id(), at);
        }
    }

    synchronized void left(TableId table) {
        measured.remove(table);
        changed.remove(table);
        undone.remove(table);
        gone.add(table);
        LedgerEntry order = orders.get(table);
        if (order != null && isDone(order)) {
            orders.remove(table);
        }
    }

    /** Nothing follows from it for a table that is gone: no run is open, nobody has to look, nothing failed. */
    private static boolean isDone(LedgerEntry order) {
        return !order.isOpen() && !order.breakerOpen() && order.failures() == 0;
    }

    synchronized void ordered(LedgerEntry entry) {
        LedgerEntry before = orders.get(entry.id());
        if (before == null || before.sequence() < entry.sequence()) {
            orders.put(entry.id(), entry);
            changed.add(entry.id());
        }
        if (newest == null || newest.sequence() < entry.sequence()) {
            newest = entry;
        }
    }

    synchronized void orderForgotten(TableId table) {
        orders.remove(table);
    }

    synchronized void moved(Position position) {
        // By sequence and arrival, not by time: a clock that was set back must not make new heartbeats invisible.
        positions.merge(position.reference(), position, (a, b) -> a.sequence() > b.sequence() ? a : b);
        newestWriter = position.writerId();
    }

    synchronized void referenceForgotten(String reference) {
        positions.remove(reference);
    }

    /** Notes that a record was taken in, whatever became of it. */
    synchronized void reached(Partition partition, long offset) {
        reached.merge(partition, offset, Math::max);
    }

    /** Whether everything up to these offsets was taken in. */
    boolean hasReached(Map<Partition, Long> ends) {
        return behind(ends).isEmpty();
    }

    /** Partitions of which something up to these offsets was not taken in; sorted by name. */
    synchronized List<Partition> behind(Map<Partition, Long> ends) {
        return ends.entrySet().stream()
                .filter(end -> reached.getOrDefault(end.getKey(), -1L) < end.getValue())
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing(Partition::toString))
                .toList();
    }

    /** Newest offset that was taken in, by partition. */
    synchronized Map<Partition, Long> reached() {
        return Map.copyOf(reached);
    }

    /** The last measurement, made anew. */
    Optional<SnapshotCount> measurement(TableId table) {
        return packed(table).map(PackedCount::count);
    }

    /** The last measurement, as it is kept. */
    synchronized Optional<PackedCount> packed(TableId table) {
        return Optional.ofNullable(measured.get(table));
    }

    /** Whether a measurement of the table is known. */
    synchronized boolean isMeasured(TableId table) {
        return measured.containsKey(table);
    }

    synchronized Optional<LedgerEntry> order(TableId table) {
        return Optional.ofNullable(orders.get(table));
    }

    /** When a person last undid an order of the table, as far as the topic still tells; null when nobody did. */
    synchronized @Nullable Instant undoneAt(TableId table) {
        return undone.get(table);
    }

    synchronized @Nullable Instant heartbeat(String reference) {
        Position position = positions.get(reference);
        return position == null ? null : position.at();
    }

    /** Newest heartbeat of every reference. */
    synchronized Map<String, Instant> heartbeats() {
        Map<String, Instant> newest = new HashMap<>();
        positions.forEach((reference, position) -> newest.put(reference, position.at()));
        return newest;
    }

    /** Who wrote the position that came last; null when none came. */
    synchronized @Nullable String newestWriter() {
        return newestWriter;
    }

    /** Orders without a verdict. */
    synchronized List<LedgerEntry> openOrders() {
        return orders.values().stream().filter(LedgerEntry::isOpen).toList();
    }

    /** Orders that were closed. */
    synchronized List<LedgerEntry> closedOrders() {
        return orders.values().stream().filter(entry -> !entry.isOpen()).toList();
    }

    /** The newest record of the ledger; empty when it has none. */
    synchronized Optional<LedgerEntry> newestEntry() {
        return Optional.ofNullable(newest);
    }

    /** All measured tables. */
    synchronized Collection<TableId> tables() {
        return List.copyOf(measured.keySet());
    }

    /** Tables that something happened to since the last call. */
    synchronized Set<TableId> takeChanged() {
        Set<TableId> taken = new LinkedHashSet<>(changed);
        changed.clear();
        taken.retainAll(measured.keySet());
        return taken;
    }

    /** Tables that left the watched set since the last call. */
    synchronized Set<TableId> takeGone() {
        Set<TableId> taken = new LinkedHashSet<>(gone);
        gone.clear();
        return taken;
    }
}
