// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import java.util.List;

/**
 * The transactions that led from one position to the next: one, or the chunks of a comparison.
 *
 * @param reference branch
 * @param sequences first and last transaction
 * @param from commit before
 * @param to commit after
 * @param records all their records, in the order of their sequences
 */
record Span(String reference, Window sequences, String from, String to, List<Published> records) {
    Span {
        records = List.copyOf(records);
    }

    /** Whether nothing was committed to Nessie in between: something was read again, or another set is watched now. */
    boolean stays() {
        return from.equals(to);
    }

    Finding finding(Finding.Kind kind, String table, String what) {
        return new Finding(kind, reference, sequences.last(), table, from, to, what);
    }
}
