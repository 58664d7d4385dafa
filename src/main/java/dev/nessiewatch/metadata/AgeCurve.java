// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** How many snapshots an expiry would remove, over the cut-off. */
public final class AgeCurve {
    /** Most points of a curve. */
    public static final int MOST_POINTS = 32;

    private AgeCurve() {}

    /**
     * The curve with {@code retain_last = 1}: cut-offs at quantiles of the distinct snapshot times, then now.
     *
     * @param nowMs now, milliseconds since the epoch
     * @return at most {@link #MOST_POINTS} points by ascending cut-off, the last one at {@code nowMs}
     */
    public static List<AgePoint> of(SnapshotHistory history, long nowMs) {
        long[] thresholds = Retention.of(history, 1, nowMs).sorted();
        long[] times = distinctTimes(history, nowMs);
        int quantiles = Math.min(times.length, MOST_POINTS - 1);
        List<AgePoint> points = new ArrayList<>(quantiles + 1);
        for (int i = 0; i < quantiles; i++) {
            long last = times.length - 1;
            int at = quantiles == 1 ? 0 : (int) (last * i / (quantiles - 1));
            points.add(new AgePoint(times[at], Retention.removable(thresholds, times[at])));
        }
        points.add(new AgePoint(nowMs, Retention.removable(thresholds, nowMs)));
        return points;
    }

    private static long[] distinctTimes(SnapshotHistory history, long nowMs) {
        long[] times = new long[history.size()];
        for (int i = 0; i < times.length; i++) {
            times[i] = history.timeMs(i);
        }
        Arrays.sort(times);
        int kept = 0;
        for (int i = 0; i < times.length && times[i] < nowMs; i++) {
            if (kept == 0 || times[i] != times[kept - 1]) {
                times[kept++] = times[i];
            }
        }
        return Arrays.copyOf(times, kept);
    }
}
