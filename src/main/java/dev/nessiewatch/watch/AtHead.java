// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;

/** What stands at HEAD for one table, now. */
public sealed interface AtHead {
    /**
     * The table is there.
     *
     * @param hash HEAD
     * @param key where it stands; another than the last known one after a rename
     * @param content its content
     */
    record Found(String hash, TableKey key, TableContent content) implements AtHead {}

    /**
     * No table of this content id is there.
     *
     * @param hash HEAD
     * @param why in words
     */
    record Gone(String hash, String why) implements AtHead {}

    /** The server answers, and has no such reference. */
    record ReferenceMissing(String reference) implements AtHead {}

    /**
     * The server could not be asked.
     *
     * @param message one line: which address, what happened, what to check
     */
    record Unavailable(String message) implements AtHead {}
}
