// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a committed reader found on the topics, in the order of offsets. */
record Feed(List<OfTable> tables, List<OfReference> positions) {
    Feed {
        tables = List.copyOf(tables);
        positions = List.copyOf(positions);
    }

    /** Where a record stands. */
    record Place(int partition, long offset) {
        @Override
        public String toString() {
            return partition + "-" + offset;
        }
    }

    /**
     * A record of one table.
     *
     * @param state null when the table left
     * @param said the outcome of a measurement and its trouble, or why the table left
     */
    record OfTable(
            Place place,
            String reference,
            String contentId,
            Covered covered,
            @Nullable State state,
            String said) {
        @Override
        public String toString() {
            return said + " of " + contentId + " on " + reference + " (sequence " + covered.sequence() + ", record "
                    + place + ")";
        }
    }

    /** Which part of the log a record covers. */
    record Covered(long sequence, String from, String to) {}

    /**
     * A position record.
     *
     * @param hash null when the reference is forgotten
     * @param target commit that a comparison in chunks works towards; null when complete
     */
    record OfReference(
            long offset,
            String reference,
            long sequence,
            @Nullable String hash,
            @Nullable String target,
            String writer) {}

    /** References that anything was said about. */
    Set<String> references() {
        Set<String> names = new TreeSet<>();
        tables.forEach(record -> names.add(record.reference()));
        positions.forEach(record -> names.add(record.reference()));
        return names;
    }

    /** The newest position of a reference; null when there is none, or it is forgotten. */
    @Nullable
    OfReference newest(String reference) {
        OfReference newest = null;
        for (OfReference position : positions) {
            if (position.reference().equals(reference)) {
                newest = position;
            }
        }
        return newest == null || newest.hash() == null ? null : newest;
    }
}
