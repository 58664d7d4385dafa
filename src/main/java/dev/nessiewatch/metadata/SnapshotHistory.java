// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.util.Arrays;
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

    /** Number of entries. */
    public int size() {
        return ids.length;
    }

    /** Id of the entry at {@code index}. */
    public long id(int index) {
        return ids[index];
    }

    /** Parent of the entry at {@code index}; {@link #NONE} for none. It may name a snapshot that is not in the list. */
    public long parent(int index) {
        return parents[index];
    }

    /** Time of the entry at {@code index}, milliseconds since the epoch. */
    public long timeMs(int index) {
        return timesMs[index];
    }

    /** Branches and tags, with {@code main} where expiry would see it. */
    public List<Ref> refs() {
        return refs;
    }

    /** {@code history.expire.*} and the clean-up properties, as written. */
    public Map<String, String> properties() {
        return properties;
    }

    /**
     * The list as it was at another moment: only some of the entries, and other references.
     *
     * @param places which entries, by their index here
     * @param refsThen branches and tags then
     */
    public SnapshotHistory part(int[] places, List<Ref> refsThen) {
        long[] partIds = new long[places.length];
        long[] partParents = new long[places.length];
        long[] partTimesMs = new long[places.length];
        for (int i = 0; i < places.length; i++) {
            partIds[i] = ids[places[i]];
            partParents[i] = parents[places[i]];
            partTimesMs[i] = timesMs[places[i]];
        }
        return new SnapshotHistory(partIds, partParents, partTimesMs, refsThen, properties);
    }

    /**
     * Times of the newest snapshots, for a rate.
     *
     * @param n most times to return; at least 0
     * @return ascending, milliseconds since the epoch; fewer than {@code n} when the list is shorter
     */
    public List<Long> newestTimesMs(int n) {
        long[] sorted = timesMs.clone();
        Arrays.sort(sorted);
        return Arrays.stream(sorted, Math.max(0, sorted.length - n), sorted.length)
                .boxed()
                .toList();
    }

    /** Smallest time; the list must not be empty. */
    long oldestMs() {
        return Arrays.stream(timesMs).min().orElseThrow();
    }

    /** Largest time; the list must not be empty. */
    long newestMs() {
        return Arrays.stream(timesMs).max().orElseThrow();
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
