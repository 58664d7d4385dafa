// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.error.NessieNotFoundException;
import org.projectnessie.model.Content;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.DiffResponse.DiffEntry;
import org.projectnessie.model.EntriesResponse;
import org.projectnessie.model.IcebergTable;

/**
 * What Nessie itself says, by its diff and by its entries. Any commit can be asked for under the name of main. What it once
 * said of a commit is kept, for Nessie may lose it.
 */
final class NessieTruth implements Truth {
    private final NessieApiV2 api;
    private final Map<String, Map<String, State>> kept = new HashMap<>();

    NessieTruth(NessieApiV2 api) {
        this.api = api;
    }

    /** Keeps what the tables are at a commit; from now on every diff from there or to there is made of that. */
    void keep(String hash) {
        kept.put(hash, tables(hash));
    }

    @Override
    public String root() {
        return String.valueOf(api.getConfig().getNoAncestorHash());
    }

    @Override
    public Map<String, Change> diff(String from, String to) {
        if (kept.containsKey(from) || kept.containsKey(to)) {
            return changes(tables(from), tables(to));
        }
        Map<String, State> before = new HashMap<>();
        Map<String, State> after = new HashMap<>();
        try {
            api.getDiff().fromRefName("main").fromHashOnRef(from).toRefName("main").toHashOnRef(to).stream()
                    .forEach(entry -> take(entry, before, after));
        } catch (NessieNotFoundException e) {
            throw new IllegalStateException("No diff from " + from + " to " + to, e);
        }
        return changes(before, after);
    }

    private static Map<String, Change> changes(Map<String, State> before, Map<String, State> after) {
        Map<String, Change> changes = new HashMap<>();
        before.forEach((id, state) -> changes.put(id, new Change(state, after.get(id))));
        after.forEach((id, state) -> changes.put(id, new Change(before.get(id), state)));
        return changes;
    }

    @Override
    public Map<String, State> tables(String hash) {
        Map<String, State> known = hash.equals(root()) ? Map.of() : kept.get(hash);
        if (known != null) {
            return known;
        }
        Map<String, State> tables = new HashMap<>();
        try {
            List<EntriesResponse.Entry> entries =
                    api.getEntries().refName("main").hashOnRef(hash).withContent(true).stream()
                            .toList();
            for (EntriesResponse.Entry entry : entries) {
                put(entry.getName(), entry.getContent(), tables);
            }
            return tables;
        } catch (NessieNotFoundException e) {
            throw new IllegalStateException("No entries at " + hash, e);
        }
    }

    private static void take(DiffEntry entry, Map<String, State> before, Map<String, State> after) {
        put(entry.getKey(), entry.getFrom(), before);
        put(entry.getKey(), entry.getTo(), after);
    }

    private static void put(ContentKey key, @Nullable Content content, Map<String, State> tables) {
        if (content instanceof IcebergTable table) {
            List<String> text = List.of(
                    table.getMetadataLocation(),
                    Long.toString(table.getSnapshotId()),
                    Integer.toString(table.getSchemaId()),
                    Integer.toString(table.getSpecId()),
                    Integer.toString(table.getSortOrderId()));
            tables.put(String.valueOf(table.getId()), new State(key.getElements(), text));
        }
    }
}
