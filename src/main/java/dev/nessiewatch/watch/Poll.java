// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one look at a reference came to. */
public sealed interface Poll {
    /** HEAD is where the position is. */
    record UpToDate(String hash) implements Poll {}

    /**
     * Something was committed.
     *
     * @param fromCommit position before; Nessie's root hash on the first start
     * @param toCommit commit these changes lead to
     * @param changes net change per table, in the order in which they are to be published; may be empty
     * @param complete whether the position may move to {@code toCommit} with these changes; false for all but the last
     *     chunk of a reconcile
     * @param reconciled null for the fast path; otherwise why contents were compared, in words
     */
    record Advanced(
            String fromCommit,
            String toCommit,
            List<TableChange> changes,
            boolean complete,
            @Nullable String reconciled)
            implements Poll {}

    /** The server answers, and has no such reference. Nothing is forgotten; an unknown reference is not an empty one. */
    record ReferenceMissing(String reference) implements Poll {}

    /**
     * The server could not be asked.
     *
     * @param message one line: which address, what happened, what to check
     */
    record Unavailable(String message) implements Poll {}
}
