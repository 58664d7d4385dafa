// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;

/** The net change of one table between two positions. */
public sealed interface TableChange {
    TableId table();

    TableKey key();

    /**
     * A table entered the watched set, was renamed, or has new content.
     *
     * @param contentChanged false for a pure rename: the last measurement still holds
     * @param activity the covered commits that touched it
     */
    record Changed(TableId table, TableKey key, TableContent content, boolean contentChanged, Activity activity)
            implements TableChange {}

    /** A table left the watched set. */
    record Left(TableId table, TableKey key, Reason reason) implements TableChange {}

    /** Why a table left the watched set. */
    enum Reason {
        /** Dropped from the reference. */
        DROPPED,
        /** Its name now matches an exclude. */
        EXCLUDED,
        /** Its reference is no longer configured. */
        REFERENCE_REMOVED
    }
}
