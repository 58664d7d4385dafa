// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import dev.nessiewatch.metadata.SnapshotHistory.Ref;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * For each snapshot the cut-off up to which Iceberg's expiry keeps it: the snapshot is removed exactly when the cut-off
 * is later. One pass answers every cut-off, by the rules of {@code RemoveSnapshots} in Iceberg 1.4 to 1.12:
 *
 * <ul>
 *   <li>{@code main} stays; another reference goes when its snapshot is not listed or older than its age limit;
 *   <li>a branch keeps its first snapshots up to its minimum, then those not older than the cut-off, and stops for good
 *       at the first that is neither; its own settings replace those of the run;
 *   <li>a tag keeps its snapshot, and not that snapshot's ancestors;
 *   <li>a snapshot that no remaining branch or tag reaches is kept by its own age alone.
 * </ul>
 */
final class Retention {
    /** Kept at any cut-off. */
    static final long FOR_EVER = Long.MAX_VALUE;
    /** Removed at any cut-off. */
    static final long NEVER = Long.MIN_VALUE;

    private static final String MAX_REF_AGE = "history.expire.max-ref-age-ms";

    private final SnapshotHistory history;
    private final int retainLast;
    private final long nowMs;
    private final IdIndex index;
    private final long[] keptUpTo;
    private final Visits byCutoff;
    private final Visits byOwnAge;
    private final Floor floor;

    private Retention(SnapshotHistory history, int retainLast, long nowMs) {
        this.history = history;
        this.retainLast = retainLast;
        this.nowMs = nowMs;
        this.index = new IdIndex(history);
        this.keptUpTo = new long[history.size()];
        this.byCutoff = new Visits(history.size());
        this.byOwnAge = new Visits(history.size());
        Arrays.fill(keptUpTo, NEVER);
        this.floor = grant();
    }

    static Retention of(SnapshotHistory history, int retainLast, long nowMs) {
        return new Retention(history, retainLast, nowMs);
    }

    /** The last cut-off that keeps the entry at {@code at}. */
    long keptUpTo(int at) {
        return keptUpTo[at];
    }

    /** All of {@link #keptUpTo}, ascending. */
    long[] sorted() {
        long[] sorted = keptUpTo.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    /** What a cut-off of now keeps, by reason. */
    Floor floor() {
        return floor;
    }

    /** How many of ascending thresholds a cut-off passes. */
    static int removable(long[] sorted, long cutoffMs) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < cutoffMs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private Floor grant() {
        List<Ref> staying = history.refs().stream()
                .filter(this::stays)
                .sorted(Comparator.comparingLong(this::headTime))
                .toList();
        int heads = 0;
        for (Ref ref : staying) {
            if (ref.name().equals(Tally.MAIN)) {
                heads += index.find(ref.snapshotId()) >= 0 ? 1 : 0;
                keep(ref);
            }
        }
        int main = keptNow();
        staying.stream().filter(Ref::branch).forEach(this::keep);
        int branches = keptNow();
        staying.stream().filter(ref -> !ref.branch()).forEach(this::keep);
        int tags = keptNow();
        keepUnreferencedByAge(reachable(staying));
        copyToDuplicates();
        return new Floor(heads, main - heads, branches - main, tags - branches, keptNow() - tags);
    }

    private boolean stays(Ref ref) {
        if (ref.name().equals(Tally.MAIN)) {
            return true;
        }
        int head = index.find(ref.snapshotId());
        if (head < 0) {
            return false;
        }
        Long own = ref.maxRefAgeMs();
        return nowMs - history.timeMs(head) <= (own == null ? defaultMaxRefAgeMs(history.properties()) : own);
    }

    private static long defaultMaxRefAgeMs(Map<String, String> properties) {
        String written = properties.get(MAX_REF_AGE);
        try {
            return written == null ? Long.MAX_VALUE : Long.parseLong(written);
        } catch (NumberFormatException e) {
            // Iceberg refuses the whole expiry then; nothing may be promised to go because of it.
            return Long.MAX_VALUE;
        }
    }

    /** Old heads first: a younger branch on the same chain then stops where an older one began. */
    private long headTime(Ref ref) {
        int head = index.find(ref.snapshotId());
        return head < 0 ? Long.MIN_VALUE : history.timeMs(head);
    }

    private void keep(Ref ref) {
        int head = index.find(ref.snapshotId());
        if (head < 0) {
            return;
        }
        if (!ref.branch()) {
            keptUpTo[head] = FOR_EVER;
            return;
        }
        Integer ownMinimum = ref.minSnapshotsToKeep();
        int minimum = Math.max(1, ownMinimum == null ? retainLast : ownMinimum);
        Long ownAge = ref.maxSnapshotAgeMs();
        if (ownAge == null) {
            keepByCutoff(head, minimum);
        } else {
            keepByOwnAge(head, minimum, nowMs - ownAge);
        }
    }

    private void keepByCutoff(int head, int minimum) {
        int left = minimum;
        long upTo = FOR_EVER;
        for (int at = head; at >= 0 && byCutoff.bringsMore(at, left, upTo); at = parent(at)) {
            if (left > 0) {
                left--;
                keptUpTo[at] = FOR_EVER;
            } else {
                upTo = Math.min(upTo, history.timeMs(at));
                keptUpTo[at] = Math.max(keptUpTo[at], upTo);
            }
        }
    }

    private void keepByOwnAge(int head, int minimum, long ownCutoffMs) {
        int left = minimum;
        // The bitwise complement turns the order round without overflow: an earlier cut-off keeps more.
        for (int at = head; at >= 0 && byOwnAge.bringsMore(at, left, ~ownCutoffMs); at = parent(at)) {
            if (left == 0 && history.timeMs(at) < ownCutoffMs) {
                return;
            }
            left = Math.max(0, left - 1);
            keptUpTo[at] = FOR_EVER;
        }
    }

    private int parent(int at) {
        long parent = history.parent(at);
        return parent == SnapshotHistory.NONE ? -1 : index.find(parent);
    }

    private BitSet reachable(List<Ref> staying) {
        BitSet reached = new BitSet(history.size());
        for (Ref ref : staying) {
            int at = index.find(ref.snapshotId());
            if (!ref.branch()) {
                continue;
            }
            while (at >= 0 && !reached.get(at)) {
                reached.set(at);
                at = parent(at);
            }
        }
        staying.stream().filter(ref -> !ref.branch()).forEach(tag -> reached.set(index.find(tag.snapshotId())));
        return reached;
    }

    private void keepUnreferencedByAge(BitSet reached) {
        for (int at = 0; at < keptUpTo.length; at++) {
            if (!reached.get(at)) {
                keptUpTo[at] = history.timeMs(at);
            }
        }
    }

    private void copyToDuplicates() {
        if (index.duplicates() == 0) {
            return;
        }
        for (int at = 0; at < keptUpTo.length; at++) {
            keptUpTo[at] = keptUpTo[index.find(history.id(at))];
        }
    }

    private int keptNow() {
        int kept = 0;
        for (long upTo : keptUpTo) {
            kept += upTo >= nowMs ? 1 : 0;
        }
        return kept;
    }
}
