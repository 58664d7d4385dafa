// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The last decision of every table, for those who ask. Safe to read while it is written. Its words are made anew for each
 * question, from what the decision was made from: they would be the largest part of what is kept of a table.
 */
public final class Board {
    private final Map<TableId, Row> rows = new ConcurrentHashMap<>();
    private volatile List<Pause> pauses = List.of();

    /**
     * A table's last decision.
     *
     * @param table identity
     * @param key name
     * @param outcome the first outcome that applies
     * @param urgent whether a person has to look
     * @param size what it was made from, in numbers
     * @param standing the same as limits, outlook and trouble
     * @param words the decision in words, made anew by each call; must give the same each time
     */
    public record Row(
            TableId table,
            TableKey key,
            Outcome outcome,
            boolean urgent,
            Size size,
            Standing standing,
            Supplier<Explanation> words) {
        /** A row whose standing is not known. */
        public Row(
                TableId table, TableKey key, Outcome outcome, boolean urgent, Size size, Supplier<Explanation> words) {
            this(table, key, outcome, urgent, size, Standing.UNKNOWN, words);
        }

        /** The decision and what it was made from, in words. */
        public Explanation explanation() {
            return words.get();
        }
    }

    /**
     * What a decision was made from.
     *
     * @param snapshots length of the list
     * @param decodedBytes size of the metadata file, decoded
     * @param decidedAt when it was made
     */
    public record Size(int snapshots, long decodedBytes, Instant decidedAt) {}

    /** Notes what operators paused. */
    public void paused(List<Pause> now) {
        pauses = List.copyOf(now);
    }

    /** What operators paused, everything first, then tables by name. */
    public List<Pause> pauses() {
        return pauses;
    }

    /** Notes a decision; returns the one before, which is empty for a table's first. */
    public Optional<Row> note(Row row) {
        return Optional.ofNullable(rows.put(row.table(), row));
    }

    /** Forgets a table that left the watched set. */
    public void forget(TableId table) {
        rows.remove(table);
    }

    /** The row of a table; empty when nothing was decided about it. */
    public Optional<Row> row(TableId table) {
        return Optional.ofNullable(rows.get(table));
    }

    /** All rows, in no order. */
    public Collection<Row> unsorted() {
        return Collections.unmodifiableCollection(rows.values());
    }

    /** All rows, longest list first. */
    public List<Row> rows() {
        List<Row> sorted = new ArrayList<>(rows.values());
        sorted.sort(Comparator.<Row>comparingInt(row -> row.size().snapshots())
                .reversed()
                .thenComparing(row -> row.key().display()));
        return sorted;
    }

    /** Number of tables by outcome; every outcome is there, so that a series never vanishes. */
    public Map<String, Integer> byOutcome() {
        Map<String, Integer> counts = new TreeMap<>();
        for (Outcome outcome : Outcome.values()) {
            counts.put(outcome.name(), 0);
        }
        rows.values().forEach(row -> counts.merge(row.outcome().name(), 1, Integer::sum));
        return counts;
    }

    /** Number of tables that a person has to look at. */
    public int urgent() {
        return (int) rows.values().stream().filter(Row::urgent).count();
    }
}
