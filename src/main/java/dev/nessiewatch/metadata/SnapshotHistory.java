// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a metadata file that decides what an expiry removes: three primitives a snapshot (24 bytes), the references,
 * and the properties that set defaults.
 */
public final class SnapshotHistory {
    private final long[] ids;
    private final long[] parents;
    private final long[] timesMs;
    private final List<Ref> refs;
    private final Map<String, String> properties;

    /** Stands for "no parent" and "no snapshot" in the primitive columns; Iceberg uses -1 in the same sense. */
    public static final long NONE = -1;

    /**
     * @param ids snapshot ids, in the order of the list
     * @param parents parent ids; {@link #NONE} for none
     * @param timesMs snapshot times, milliseconds since the epoch
     * @param refs Iceberg's own branches and tags; {@code main} is the one head that Nessie names, when it names one
     * @param properties table properties that expiry reads
     */
    SnapshotHistory(long[] ids, long[] parents, long[] timesMs, List<Ref> refs, Map<String, String> properties) {
        this.ids = ids;
        this.parents = parents;
        this.timesMs = timesMs;
        this.refs = List.copyOf(refs);
        this.properties = Map.copyOf(properties);
    }

    public int size() {
        return ids.length;
    }

    public long id(int index) {
        return ids[index];
    }

    public long parent(int index) {
        return parents[index];
    }

    public long timeMs(int index) {
        return timesMs[index];
    }

    public List<Ref> refs() {
        return refs;
    }

    public Map<String, String> properties() {
        return properties;
    }

    /**
     * An Iceberg branch or tag.
     *
     * @param name {@code main} or another
     * @param snapshotId where it points
     * @param branch true for a branch, false for a tag
     * @param minSnapshotsToKeep own minimum; null when unset
     * @param maxSnapshotAgeMs own age limit, milliseconds; null when unset
     * @param maxRefAgeMs own age limit of the reference, milliseconds; null when unset
     */
    public record Ref(
            String name,
            long snapshotId,
            boolean branch,
            @Nullable Integer minSnapshotsToKeep,
            @Nullable Long maxSnapshotAgeMs,
            @Nullable Long maxRefAgeMs) {}
}
