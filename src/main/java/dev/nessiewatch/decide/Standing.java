// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Where a table stands, in the numbers that its decision was made from: for those who show or watch it.
 *
 * @param excluded whether a rule leaves the table alone
 * @param load how much of its limits the table uses
 * @param outlook where that is going
 * @param trouble what a person may have to know beside it
 */
public record Standing(boolean excluded, Load load, Outlook outlook, Trouble trouble) {
    /** Nothing was weighed. */
    public static final Standing UNKNOWN = new Standing(
            false, new Load(0, 0, 0, 0), new Outlook(0, null, false), new Trouble(0, null, false, false, null));

    static Standing of(Weighing weighing) {
        Need need = weighing.need;
        double share = share(
                need, weighing.forecast.snapshots(), weighing.forecast.weight().decoded());
        Instant crossing = earlier(need.snapshotsCross(), need.bytesCross());
        return new Standing(
                weighing.rule.excluded(),
                new Load(
                        share,
                        share / weighing.rule.limits().hardFactor(),
                        need.snapshotsAfter(),
                        share(need, need.snapshotsAfter(), need.bytesAfter())),
                new Outlook(
                        weighing.forecast.growth().snapshotsPerDay(),
                        crossing,
                        crossing != null && crossing.isBefore(need.weeklyEnd())),
                trouble(weighing));
    }

    private static Trouble trouble(Weighing weighing) {
        Past past = weighing.past;
        var unreadable = weighing.forecast.unreadable();
        return new Trouble(
                past.failures(),
                past.failures() > 0 ? past.lastVerdictKind() : null,
                past.breakerOpen(),
                weighing.forecast.shape().resurrected(),
                unreadable == null ? null : unreadable.kind());
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

    /**
     * Shares of the tighter of the two limits, on snapshots and on bytes; 1 is exactly at the limit.
     *
     * @param limitShare of the limit
     * @param hardShare of the limit times {@code limit.hard-factor}
     * @param floor snapshots that an expiry now would leave
     * @param floorShare of the limit that an expiry now would leave
     */
    public record Load(double limitShare, double hardShare, int floor, double floorShare) {}

    /**
     * What is to be expected.
     *
     * @param snapshotsPerDay growth
     * @param crossing when a limit is crossed, if nothing is expired; null when not within ten years
     * @param beforeWeekly whether that is before the next weekly run is done
     */
    public record Outlook(double snapshotsPerDay, @Nullable Instant crossing, boolean beforeWeekly) {}

    /**
     * What went wrong.
     *
     * @param badEnds orders that ended badly in a row
     * @param badKind verdict on the last of them; null when there is none
     * @param breakerOpen whether the table is held until a person resumes it
     * @param resurrected whether expired snapshots came back
     * @param unreadable why the newest metadata cannot be read; null when it can
     */
    public record Trouble(
            int badEnds,
            @Nullable String badKind,
            boolean breakerOpen,
            boolean resurrected,
            @Nullable String unreadable) {}
}
