// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.event.SnapshotCount.Observation;
import dev.nessiewatch.metadata.Census;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The growth of one list.
 *
 * <p>The rate is the largest of three: new snapshots in the last day; the daily average over the last week, or as far as
 * the list reaches back when that is between a day and a week; the sum of the steps between observations, over the time
 * they cover, a day at least. A day is the shortest time to judge by: what a table does in its first minutes, or in one
 * burst, is not a rate. The largest one counts because a list that grows faster than thought hurts, and an expiry that
 * comes early only does what the weekly run would have done.
 *
 * <p>A jump (one merge that brings hundreds of snapshots in one step) is taken out of all three, as long as the
 * observations remember it. A drop is an expiry, a rollback or a lost race, and never negative growth.
 */
final class Growing {
    private static final Duration CLOCK_SKEW = Duration.ofMinutes(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration WEEK = Duration.ofDays(7);
    private static final int FEWEST_POINTS = 3;

    private final @Nullable Census census;
    private final AgeCurve curve;
    private final Steps steps;
    private final boolean listedWhole;
    private final List<Instant> listed;
    private final List<Instant> seen;
    private final Instant now;
    private final Instant latest;

    Growing(SnapshotCount event, AgeCurve curve, Instant now) {
        this.census = event.census();
        this.curve = curve;
        this.now = now;
        this.latest = now.plus(CLOCK_SKEW);
        this.steps = Steps.between(event.growth().observations());
        this.listedWhole = census != null
                && event.growth().recentSnapshotsMs().size()
                        >= census.snapshots().total();
        this.listed = event.growth().recentSnapshotsMs().stream()
                .map(Instant::ofEpochMilli)
                .filter(time -> !time.isAfter(latest))
                .sorted()
                .toList();
        Stream<Instant> earlier = event.growth().observations().stream()
                .map(Observation::newestMs)
                .filter(Objects::nonNull)
                .map(Instant::ofEpochMilli)
                .filter(time -> !time.isAfter(latest));
        this.seen = List.copyOf(
                new TreeSet<>(Stream.concat(listed.stream(), earlier).toList()));
    }

    Growth growth() {
        boolean fewTimes = listed.stream().distinct().count() < FEWEST_POINTS;
        if (census == null || (fewTimes && steps.count() < FEWEST_POINTS - 1)) {
            return Growth.UNKNOWN;
        }
        double byTimes = Math.max(perDay(DAY), reach().compareTo(DAY) > 0 ? perDay(shorter(reach(), WEEK)) : 0);
        double bySteps = steps.perDay();
        boolean observed = bySteps > byTimes || fewTimes;
        double rate = Math.max(byTimes, bySteps);
        Growth.Basis basis = observed ? Growth.Basis.OBSERVATIONS : Growth.Basis.SNAPSHOT_TIMES;
        return new Growth(rate, rate * bytesPerSnapshot(census), basis);
    }

    /** Commits as far as they are remembered: those still listed, and the newest one at each observation. */
    Rhythm rhythm() {
        return Rhythm.of(seen, listed);
    }

    private double perDay(Duration window) {
        Instant from = now.minus(window);
        int grown = Math.max(0, youngerThan(from) - steps.jumpedSince(from));
        return grown * (double) Growth.DAY_MS / window.toMillis();
    }

    /** Exact while the newest times reach back that far; beyond them the age curve tells. */
    private int youngerThan(Instant from) {
        int young = (int) listed.stream().filter(time -> !time.isBefore(from)).count();
        if (young < listed.size() || listedWhole || census == null) {
            return young;
        }
        int current = 1;
        int byCurve = curve.removableAt(latest) - curve.removableAt(from) + current;
        return Math.min(census.snapshots().total(), Math.max(young, byCurve));
    }

    /** How far the list reaches back. */
    private Duration reach() {
        Long oldest = census == null ? null : census.snapshots().oldestMs();
        if (oldest == null) {
            return Duration.ZERO;
        }
        Duration reach = Duration.between(Instant.ofEpochMilli(oldest), now);
        return reach.isNegative() ? Duration.ZERO : reach;
    }

    private double bytesPerSnapshot(Census census) {
        int total = census.snapshots().total();
        long bySnapshots = census.bytes().snapshots() + census.bytes().statistics();
        double average = total == 0 ? 0 : bySnapshots / (double) total;
        return steps.bytesPerSnapshot(average);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
