// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

/** What an expiry would do to a list, exactly as Iceberg would do it. */
public final class Preview {
    private final SnapshotHistory history;
    private final ExpiryTerms terms;
    private final Retention retention;
    private final Floor floor;
    private final int removable;

    Preview(SnapshotHistory history, ExpiryTerms terms) {
        this.history = history;
        this.terms = terms;
        this.retention = Retention.of(history, terms.retainLast(), terms.nowMs());
        this.floor = terms.retainLast() == 1 ? retention.floor() : Floor.of(history, terms.nowMs());
        int count = 0;
        for (int i = 0; i < history.size(); i++) {
            count += removes(i) ? 1 : 0;
        }
        this.removable = count;
    }

    /** How many snapshots would go. */
    public int removable() {
        return removable;
    }

    /** Whether the snapshot at this place of the list would go. */
    public boolean removes(int index) {
        return retention.keptUpTo(index) < terms.cutoffMs();
    }

    /** Ids that would go, in the order of the list. */
    public long[] removedIds() {
        long[] ids = new long[removable];
        int next = 0;
        for (int i = 0; i < history.size(); i++) {
            if (removes(i)) {
                ids[next++] = history.id(i);
            }
        }
        return ids;
    }

    /** What can never go, whatever the cut-off of these terms. */
    public Floor floor() {
        return floor;
    }
}
