// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.backtest;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The length of one list over time.
 *
 * @param points each change of the length, ascending; it holds until the next one
 * @param peak the longest it was, the first time
 * @param overLimit for how long it, or its file, was over a limit
 */
public record Track(List<Point> points, Point peak, Duration overLimit) {
    public Track {
        points = List.copyOf(points);
    }

    /** So many snapshots from this moment on. */
    public record Point(Instant at, int snapshots) {}
}
