// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.Content;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.LogResponse;
import org.projectnessie.model.Operation;

/** Nessie's model in our words. Types that this build does not know are kept as "something else", never an error. */
final class NessieModel {
    private NessieModel() {}

    static Commit commit(LogResponse.LogEntry entry) {
        CommitMeta meta = entry.getCommitMeta();
        return new Commit(meta.getHash(), parent(entry), meta(meta), operations(entry.getOperations()));
    }

    static TableKey key(ContentKey key) {
        return new TableKey(key.getElements());
    }

    static ContentKey key(TableKey key) {
        return ContentKey.of(key.elements());
    }

    /** The content as an Iceberg table; null when it is something else, or has no id. */
    static @Nullable TableEntry table(TableKey key, @Nullable Content content) {
        if (!(content instanceof IcebergTable table) || table.getId() == null) {
            return null;
        }
        TableContent ours = new TableContent(
                table.getMetadataLocation(),
                table.getSnapshotId(),
                table.getSchemaId(),
                table.getSpecId(),
                table.getSortOrderId());
        return new TableEntry(table.getId(), key, ours);
    }

    /** Merges have two parents; the first is the branch itself. */
    private static @Nullable String parent(LogResponse.LogEntry entry) {
        String parent = entry.getParentCommitHash();
        if (parent != null) {
            return parent;
        }
        List<String> parents = entry.getCommitMeta().getParentCommitHashes();
        return parents.isEmpty() ? null : parents.get(0);
    }

    private static Commit.Meta meta(CommitMeta meta) {
        return new Commit.Meta(
                meta.getCommitTime(),
                meta.getAllAuthors(),
                property(meta, "application-type"),
                property(meta, "iceberg.operation"),
                property(meta, "app-id"));
    }

    private static @Nullable String property(CommitMeta meta, String name) {
        List<String> values = meta.getAllProperties().get(name);
        return values == null || values.isEmpty() ? null : values.get(0);
    }

    private static @Nullable List<LogOperation> operations(@Nullable List<Operation> operations) {
        if (operations == null) {
            return null;
        }
        List<LogOperation> ours = new ArrayList<>(operations.size());
        for (Operation operation : operations) {
            TableKey key = key(operation.getKey());
            if (operation instanceof Operation.Delete) {
                ours.add(new LogOperation.Delete(key));
            } else if (operation instanceof Operation.Put put) {
                if (put.getContent() instanceof IcebergTable table && table.getId() == null) {
                    return null; // A table that cannot be told apart from others: as good as hidden.
                }
                ours.add(put(key, put.getContent()));
            }
        }
        return ours;
    }

    private static LogOperation put(TableKey key, Content content) {
        TableEntry table = table(key, content);
        return table == null
                ? new LogOperation.PutOther(key, content.getType().name())
                : new LogOperation.PutTable(key, table.contentId(), table.content());
    }
}
