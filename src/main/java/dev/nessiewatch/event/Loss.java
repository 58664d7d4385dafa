// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.event.SnapshotCount.Observation;
import dev.nessiewatch.metadata.AgePoint;
import dev.nessiewatch.metadata.Census;
import dev.nessiewatch.metadata.SnapshotHistory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What left a list between two measurements, even where more came in the same look.
 *
 * @param gone snapshots that are certainly gone; more may be, where as many came with older times
 * @param previousKept whether the snapshot that Nessie named current before is still in the list
 */
record Loss(int gone, boolean previousKept) {
    static final Loss NONE = new Loss(0, true);

    /**
     * Three counts, each of them a proof; the largest one holds. A list that was compared, and no longer holds the snapshot
     * that was current, has another history now and is judged by its length alone: what both have in common says nothing.
     */
    static Loss between(SnapshotCount last, Census census, SnapshotHistory history, boolean compared) {
        List<Observation> seen = last.growth().observations();
        Census known = last.census();
        if (known == null || seen.isEmpty()) {
            return NONE;
        }
        Observation before = seen.get(seen.size() - 1);
        int shorter = before.snapshots() - census.snapshots().total();
        boolean kept = contains(history, before.snapshotId());
        int gone = compared && !kept
                ? shorter
                : Math.max(
                        shorter + youngerThan(known.snapshots().newestMs(), history),
                        Math.max(
                                missing(last.growth().recentSnapshotsMs(), history),
                                tooOld(last.ageCurve(), census.snapshots().oldestMs())));
        return new Loss(Math.max(0, gone), kept);
    }

    /** Snapshots that cannot have been in the list before. */
    private static int youngerThan(@Nullable Long newestMs, SnapshotHistory history) {
        int younger = 0;
        for (int i = 0; i < history.size(); i++) {
            younger += newestMs == null || history.timeMs(i) > newestMs ? 1 : 0;
        }
        return younger;
    }

    /** Times that were among the newest ones before and are in the list no more. */
    private static int missing(List<Long> timesMs, SnapshotHistory history) {
        Map<Long, Integer> left = new HashMap<>();
        timesMs.forEach(time -> left.merge(time, 1, Integer::sum));
        for (int i = 0; i < history.size(); i++) {
            left.computeIfPresent(history.timeMs(i), (time, count) -> count == 1 ? null : count - 1);
        }
        return left.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Snapshots older than the oldest one now. */
    private static int tooOld(List<AgePoint> curve, @Nullable Long oldestMs) {
        return curve.stream()
                .filter(point -> oldestMs == null || point.cutoffMs() <= oldestMs)
                .mapToInt(AgePoint::removable)
                .max()
                .orElse(0);
    }

    private static boolean contains(SnapshotHistory history, long id) {
        for (int i = 0; i < history.size(); i++) {
            if (history.id(i) == id) {
                return true;
            }
        }
        return false;
    }
}
