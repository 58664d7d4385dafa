// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.Forecast;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The arithmetic of one decision: whether the list fits, and what an expiry would do about it.
 *
 * @param forecast the table
 * @param rule what holds for it
 * @param cutoff snapshots older than this may go
 * @param retention age of the cut-off
 * @param removable snapshots that an expiry removes now
 * @param weeklyStart next start of the weekly run
 * @param weeklyEnd when that run has usually handled the table
 * @param passedBy start of the last weekly run when it left the table as it was; null when it did its work
 * @param leftBehind snapshots that run should have removed and did not
 */
record Need(
        Forecast forecast,
        Rule rule,
        Instant cutoff,
        Duration retention,
        int removable,
        Instant weeklyStart,
        Instant weeklyEnd,
        @Nullable Instant passedBy,
        int leftBehind) {

    static Need of(Forecast forecast, Rule rule, Policy policy, Instant now) {
        Duration retention = longer(rule.retention(), policy.retentionFloor());
        Instant cutoff = now.minus(retention);
        Policy.Weekly weekly = policy.weekly();
        Instant start = weekly.schedule().next(now);
        Instant last = weekly.schedule().previous(now);
        int left = forecast.removableAt(last.minus(weekly.retention()));
        boolean over = !now.isBefore(last.plus(weekly.duration()));
        boolean passedBy = over && left >= rule.minimumBenefit();
        return new Need(
                forecast,
                rule,
                cutoff,
                retention,
                removable(forecast, cutoff, rule.retainLast()),
                start,
                start.plus(weekly.duration()),
                passedBy ? last : null,
                left);
    }

    /** The curve holds for {@code retain_last = 1}; more than that can only keep more, at most that many in all. */
    private static int removable(Forecast forecast, Instant cutoff, int retainLast) {
        return Math.max(0, Math.min(forecast.removableAt(cutoff), forecast.snapshots() - retainLast));
    }

    boolean isOverNow() {
        return forecast.snapshots() > limit() || forecast.weight().decoded() > byteLimit();
    }

    /** Without a weekly run that does its work, the list has to fit for good. */
    boolean fits() {
        if (passedBy != null) {
            return snapshotsCross() == null && bytesCross() == null;
        }
        return forecast.snapshotsAt(weeklyEnd) <= limit() && forecast.bytesAt(weeklyEnd) <= byteLimit();
    }

    boolean removesEnough() {
        return removable >= rule.minimumBenefit();
    }

    /** Whether the list is over a limit even after an expiry now. */
    boolean isOverAfterExpiry() {
        return snapshotsAfter() > limit() || bytesAfter() > byteLimit();
    }

    int snapshotsAfter() {
        return forecast.snapshots() - removable;
    }

    long bytesAfter() {
        return forecast.weight().decoded() - (long) (removable * bytesPerSnapshot());
    }

    /** What is in the file beside snapshots and their statistics: no expiry of snapshots removes it. */
    long bytesBeside() {
        return Math.max(0, forecast.weight().decoded() - bytesOfSnapshots());
    }

    /** The longest list that is under both limits; 0 when the file is too large without any snapshot. */
    long longestList() {
        double each = bytesPerSnapshot();
        long room = byteLimit() - bytesBeside();
        long byBytes = each > 0 ? (long) (room / each) : Long.MAX_VALUE;
        return room < 0 ? 0 : Math.min(limit(), byBytes);
    }

    long limit() {
        return rule.limits().snapshots();
    }

    long byteLimit() {
        return rule.limits().decodedBytes();
    }

    @Nullable
    Instant snapshotsCross() {
        return forecast.crossing(limit());
    }

    @Nullable
    Instant bytesCross() {
        return forecast.bytesCrossing(byteLimit());
    }

    /** When enough of today's list will be old enough; null when never. */
    @Nullable
    Instant enoughAt() {
        if (forecast.snapshots() - rule.retainLast() < rule.minimumBenefit()) {
            return null;
        }
        Instant cutoffThen = forecast.ageCurve().cutoffFor(rule.minimumBenefit());
        return cutoffThen == null ? null : cutoffThen.plus(retention);
    }

    private long bytesOfSnapshots() {
        return forecast.weight().snapshots() + forecast.weight().statistics();
    }

    private double bytesPerSnapshot() {
        return forecast.snapshots() == 0 ? 0 : bytesOfSnapshots() / (double) forecast.snapshots();
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
