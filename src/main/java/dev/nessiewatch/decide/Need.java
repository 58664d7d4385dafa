// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.Background;
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
 * @param weeklyStart start of the weekly run that is waited for: the one that should be under way, or the next
 * @param weeklyEnd when that run has usually handled the table
 * @param passedBy start of the last weekly run when it left the table as it was; null when it did its work
 * @param leftBehind snapshots that run should have removed and did not
 * @param stayedAway start of the last weekly run when it trimmed no table at all although it should have, was not started,
 *     or is not to come again; null otherwise
 * @param retainLast snapshots kept on each branch, whatever their age
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
        int leftBehind,
        @Nullable Instant stayedAway,
        int retainLast) {

    static Need of(Forecast forecast, Rule rule, Policy policy, Situation situation) {
        Instant now = situation.now();
        Keeping keeping = Keeping.of(forecast, policy);
        Instant cutoff = now.minus(keeping.retention());
        Policy.Weekly weekly = policy.weekly();
        WeeklyWatch watch = situation.weekly();
        Duration takes = watch.duration(weekly.duration());
        Instant start = weekly.awaited(now, takes);
        Instant last = weekly.schedule().previous(now);
        int left = leftByWeekly(forecast, policy, last);
        boolean over = !now.isBefore(last.plus(Keeping.longer(weekly.duration(), watch.took())));
        boolean passedBy = over && left >= rule.minimumBenefit();
        return new Need(
                forecast,
                rule,
                cutoff,
                keeping.retention(),
                removable(forecast, cutoff, keeping.retainLast()),
                start,
                start.plus(takes),
                passedBy ? last : null,
                left,
                watch.isOff() || (over && watch.stayedAway(last)) ? last : null,
                keeping.retainLast());
    }

    /** Snapshots that the weekly run of {@code start} should have removed and did not; what the owner keeps does not count. */
    static int leftByWeekly(Forecast forecast, Policy policy, Instant start) {
        Background.Kept kept = forecast.background().kept();
        Duration retention = Keeping.longer(policy.weekly().retention(), kept.maxSnapshotAge());
        return removable(forecast, start.minus(retention), Math.max(1, kept.minSnapshots()));
    }

    /** The curve holds for {@code retain_last = 1}; more than that can only keep more, at most that many in all. */
    private static int removable(Forecast forecast, Instant cutoff, int retainLast) {
        return Math.max(0, Math.min(forecast.removableAt(cutoff), forecast.snapshots() - retainLast));
    }

    /** Whether the list or the file is over this many times a limit. */
    boolean isOver(double share) {
        return forecast.snapshots() > limit() * share || forecast.weight().decoded() > byteLimit() * share;
    }

    /** Whether the weekly run is counted on. */
    boolean isWeeklyTrusted() {
        return passedBy == null && stayedAway == null;
    }

    /** Without a weekly run that does its work, the list has to fit for good. */
    boolean fits() {
        if (!isWeeklyTrusted()) {
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
        return rule.limits().bytes();
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
        if (forecast.snapshots() - retainLast < rule.minimumBenefit()) {
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
}
