// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.watch.TableDiff;
import dev.nessiewatch.watch.TableEntry;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Nessie says about one span: the difference of its two ends by content id, and single keys that were asked for. */
final class Evidence {
    private final Map<TableId, Ends> changed = new LinkedHashMap<>();
    private final Map<TableKey, @Nullable TableEntry> standing = new HashMap<>();

    /**
     * A table at both ends.
     *
     * @param before null when it did not stand at the first commit
     * @param after null when it does not stand at the second
     */
    record Ends(@Nullable TableEntry before, @Nullable TableEntry after) {}

    Evidence(String reference, List<TableDiff> diffs) {
        for (TableDiff diff : diffs) {
            TableEntry before = diff.before();
            TableEntry after = diff.after();
            if (before != null) {
                changed.merge(
                        new TableId(before.contentId(), reference),
                        new Ends(before, null),
                        (one, other) -> new Ends(before, one.after()));
            }
            if (after != null) {
                changed.merge(
                        new TableId(after.contentId(), reference),
                        new Ends(null, after),
                        (one, other) -> new Ends(one.before(), after));
            }
        }
    }

    /** Notes what stands under a key at the second commit. */
    void stands(TableKey key, @Nullable TableEntry entry) {
        standing.put(key, entry);
    }

    /** The tables that differ. */
    Map<TableId, Ends> changed() {
        return changed;
    }

    /** What stands under a key that was asked for; null when no Iceberg table does. */
    @Nullable
    TableEntry at(TableKey key) {
        return standing.get(key);
    }
}
