// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Removable snapshots by cut-off, known at some points only. Between two points the lower one counts, so the curve never
 * promises more than an expiry removes.
 *
 * @param points sorted by cut-off; counts never fall along it
 */
public record AgeCurve(List<Point> points) {
    public static final AgeCurve EMPTY = new AgeCurve(List.of());

    /** Sorts the points, and lowers a count that a later point contradicts. */
    public AgeCurve {
        List<Point> sorted = points.stream()
                .sorted(Comparator.comparing(Point::cutoff).thenComparing(Point::removable))
                .toList();
        Point[] rising = sorted.toArray(Point[]::new);
        for (int i = rising.length - 2; i >= 0; i--) {
            int lower = Math.min(rising[i].removable(), rising[i + 1].removable());
            rising[i] = new Point(rising[i].cutoff(), lower);
        }
        points = List.of(rising);
    }

    /** How many snapshots an expiry with this cut-off removes at least; 0 before the first point. */
    public int removableAt(Instant cutoff) {
        int removable = 0;
        for (Point point : points) {
            if (point.cutoff().isAfter(cutoff)) {
                return removable;
            }
            removable = point.removable();
        }
        return removable;
    }

    /** How many snapshots can go at all, with the latest cut-off known; 0 for an empty curve. */
    public int most() {
        return points.isEmpty() ? 0 : points.get(points.size() - 1).removable();
    }

    /** The earliest known cut-off that removes at least this many; null when none does. */
    public @Nullable Instant cutoffFor(long removable) {
        for (Point point : points) {
            if (point.removable() >= removable) {
                return point.cutoff();
            }
        }
        return null;
    }

    /**
     * One known point.
     *
     * @param cutoff snapshots older than this are candidates
     * @param removable how many would go
     */
    public record Point(Instant cutoff, int removable) {}
}
