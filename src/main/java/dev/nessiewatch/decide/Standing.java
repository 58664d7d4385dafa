// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a table stands, in the numbers that its decision was made from: for those who show or watch it. Flat, as one is kept
 * for every table. Shares are of the tighter of the two limits, on snapshots and on bytes; 1 is exactly at the limit.
 *
 * @param excluded whether a rule leaves the table alone
 * @param limitShare share of the limit that is used
 * @param hardShare the same of the limit times {@code limit.hard-factor}
 * @param floor snapshots that an expiry now would leave
 * @param floorShare share of the limit that an expiry now would leave
 * @param perDay snapshots a day by which the list grows
 * @param crossing when a limit is crossed, if nothing is expired; null when not within ten years
 * @param beforeWeekly whether that is before the next weekly run is done
 * @param badEnds orders that ended badly in a row
 * @param badKind verdict on the last of them; null when there is none
 * @param breakerOpen whether the table is held until a person resumes it
 * @param resurrected whether expired snapshots came back
 * @param unreadable why the newest metadata cannot be read; null when it can
 */
public record Standing(
        boolean excluded,
        double limitShare,
        double hardShare,
        int floor,
        double floorShare,
        double perDay,
        @Nullable Instant crossing,
        boolean beforeWeekly,
        int badEnds,
        @Nullable String badKind,
        boolean breakerOpen,
        boolean resurrected,
        @Nullable String unreadable) {
    /** Nothing was weighed. */
    public static final Standing UNKNOWN = new Standing(false, 0, 0, 0, 0, 0, null, false, 0, null, false, false, null);

    static Standing of(Weighing weighing) {
        Need need = weighing.need;
        Past past = weighing.past;
        var forecast = weighing.forecast;
        double share = share(need, forecast.snapshots(), forecast.weight().decoded());
        Instant crossing = earlier(need.snapshotsCross(), need.bytesCross());
        return new Standing(
                weighing.rule.excluded(),
                share,
                share / weighing.rule.limits().hardFactor(),
                need.snapshotsAfter(),
                share(need, need.snapshotsAfter(), need.bytesAfter()),
                forecast.growth().snapshotsPerDay(),
                crossing,
                crossing != null && crossing.isBefore(need.weeklyEnd()),
                past.failures(),
                past.failures() > 0 ? past.lastVerdictKind() : null,
                past.breakerOpen(),
                forecast.shape().resurrected(),
                forecast.unreadable() == null ? null : forecast.unreadable().kind());
    }

    private static double share(Need need, long snapshots, long bytes) {
        return Math.max(snapshots / (double) need.limit(), bytes / (double) need.byteLimit());
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isBefore(other) ? one : other;
    }
}
