// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

/** Cut-offs for passes of bounded size. */
public final class Cutoffs {
    private Cutoffs() {}

    /**
     * The latest cut-off, not after the one of the terms, at which an expiry removes at most so many snapshots.
     *
     * <p>Snapshots with one threshold, such as the same time, go together or not at all. Where already the first such
     * group is larger than {@code maxRemoved}, the answer is the latest cut-off that removes this group and no more: a
     * pass that may remove nothing would never get on.
     *
     * @param terms the run as wanted
     * @param maxRemoved most snapshots to remove; at least 1
     * @return cut-off in milliseconds since the epoch
     */
    public static long limitedTo(SnapshotHistory history, ExpiryTerms terms, int maxRemoved) {
        if (maxRemoved < 1) {
            throw new IllegalArgumentException("at least 1 snapshot must be allowed to go, not " + maxRemoved);
        }
        long[] thresholds =
                Retention.of(history, terms.retainLast(), terms.nowMs()).sorted();
        if (Retention.removable(thresholds, terms.cutoffMs()) <= maxRemoved) {
            return terms.cutoffMs();
        }
        // Thresholds below the cut-off go, so the first one too many is itself the cut-off that stops before it.
        long cutoff = thresholds[maxRemoved];
        if (cutoff > thresholds[0]) {
            return cutoff;
        }
        int nextGroup = Retention.removable(thresholds, cutoff + 1);
        long next = nextGroup < thresholds.length ? thresholds[nextGroup] : terms.cutoffMs();
        return Math.min(next, terms.cutoffMs());
    }
}
