// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What happened, as the catalog itself tells it. Tables only, by content id, whatever their names. */
interface Truth {
    /** The commit before the first one. */
    String root();

    /** What differs between two commits. */
    Map<String, Change> diff(String from, String to);

    /** All tables at a commit. */
    Map<String, State> tables(String hash);

    /** One table at two commits; null where it is absent. */
    record Change(@Nullable State before, @Nullable State after) {}
}
