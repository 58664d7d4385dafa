// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The snapshot list while it grows: three numbers an entry, in chunks, so that growing copies nothing. */
final class SnapshotColumns {
    private static final int SHIFT = 12;
    private static final int CHUNK = 1 << SHIFT;
    private static final int WIDTH = 3;

    private final List<long[]> chunks = new ArrayList<>();
    private int size;
    private int parentless;

    int size() {
        return size;
    }

    /** Entries without a parent. */
    int parentless() {
        return parentless;
    }

    void add(long id, long parent, long timeMs) {
        int inside = size & (CHUNK - 1);
        if (inside == 0) {
            chunks.add(new long[CHUNK * WIDTH]);
        }
        long[] chunk = chunks.get(size >> SHIFT);
        chunk[inside * WIDTH] = id;
        chunk[inside * WIDTH + 1] = parent;
        chunk[inside * WIDTH + 2] = timeMs;
        size++;
        if (parent == SnapshotHistory.NONE) {
            parentless++;
        }
    }

    /** The history; the chunks are let go one by one. */
    SnapshotHistory toHistory(List<SnapshotHistory.Ref> refs, Map<String, String> properties) {
        long[] ids = new long[size];
        long[] parents = new long[size];
        long[] timesMs = new long[size];
        for (int c = 0; c < chunks.size(); c++) {
            long[] chunk = chunks.set(c, new long[0]);
            int from = c << SHIFT;
            for (int i = from; i < Math.min(size, from + CHUNK); i++) {
                ids[i] = chunk[(i - from) * WIDTH];
                parents[i] = chunk[(i - from) * WIDTH + 1];
                timesMs[i] = chunk[(i - from) * WIDTH + 2];
            }
        }
        return new SnapshotHistory(ids, parents, timesMs, refs, properties);
    }
}
