// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableContent;
import org.jspecify.annotations.Nullable;

/** Whether a commit signed with an order id is in the log. */
public sealed interface Signed {
    /**
     * It is.
     *
     * @param hash the newest such commit
     * @param content what it put for the table; null when the server does not show it
     */
    record Found(String hash, @Nullable TableContent content) implements Signed {}

    /** The log was read back to the given commit, and it is not there. */
    record NotFound() implements Signed {}

    /**
     * It was not seen, and not all of the log could be: reassigned, cut, or too long.
     *
     * @param why in words
     */
    record Inconclusive(String why) implements Signed {}

    /**
     * The server could not be asked, or has no such reference.
     *
     * @param message one line: which address, what happened, what to check
     */
    record Unavailable(String message) implements Signed {}
}
