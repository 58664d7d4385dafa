// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import dev.nessiewatch.event.SnapshotCount.Observation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/**
 * What happened to a list between one observation and the next.
 *
 * <p>At most one step counts as a jump: the largest one, when it brings at least 50 snapshots, at least ten times as many
 * as any other step, and at least four times as fast as the others together. The last condition tells a merge from the
 * catching up after a long silence of the watcher, which has the usual speed.
 */
final class Steps {
    private static final int SMALLEST_JUMP = 50;
    private static final int JUMP_OVER_OTHERS = 10;
    private static final double JUMP_SPEED = 4;
    private static final int FEWEST_FOR_BYTES = 3;

    private final List<Step> steps;
    private final int jump;

    private Steps(List<Step> steps) {
        this.steps = steps;
        this.jump = jumpIn(steps).orElse(-1);
    }

    static Steps between(List<Observation> observations) {
        List<Observation> ordered = observations.stream()
                .sorted(Comparator.comparing(Observation::at))
                .toList();
        List<Step> steps = new ArrayList<>();
        for (int i = 1; i < ordered.size(); i++) {
            steps.add(Step.between(ordered.get(i - 1), ordered.get(i)));
        }
        return new Steps(List.copyOf(steps));
    }

    int count() {
        return steps.size();
    }

    /** Growth without jumps, over the time observed or one day, whichever is longer. */
    double perDay() {
        if (steps.isEmpty()) {
            return 0;
        }
        long grown = 0;
        for (int i = 0; i < steps.size(); i++) {
            grown += i == jump ? 0 : steps.get(i).grown();
        }
        long spanMs = Duration.between(
                        steps.get(0).from(), steps.get(steps.size() - 1).to())
                .toMillis();
        return grown * (double) Growth.DAY_MS / Math.max(spanMs, Growth.DAY_MS);
    }

    /** Snapshots that a jump brought since this moment. */
    int jumpedSince(Instant from) {
        return jump < 0 || steps.get(jump).to().isBefore(from)
                ? 0
                : steps.get(jump).grown();
    }

    /** Bytes that one more snapshot costs, as observed; {@code otherwise} when too few steps tell. */
    double bytesPerSnapshot(double otherwise) {
        long snapshots = 0;
        long bytes = 0;
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (i != jump && step.grown() > 0 && step.bytes() > 0) {
                snapshots += step.grown();
                bytes += step.bytes();
            }
        }
        return snapshots < FEWEST_FOR_BYTES ? otherwise : bytes / (double) snapshots;
    }

    private static OptionalInt jumpIn(List<Step> steps) {
        int largest = 0;
        for (int i = 1; i < steps.size(); i++) {
            largest = steps.get(i).grown() > steps.get(largest).grown() ? i : largest;
        }
        if (steps.isEmpty() || steps.get(largest).grown() < SMALLEST_JUMP) {
            return OptionalInt.empty();
        }
        long next = 0;
        long others = 0;
        long othersMs = 0;
        for (int i = 0; i < steps.size(); i++) {
            if (i != largest) {
                next = Math.max(next, steps.get(i).grown());
                others += steps.get(i).grown();
                othersMs += steps.get(i).millis();
            }
        }
        Step step = steps.get(largest);
        boolean faster = step.grown() / (double) step.millis() >= JUMP_SPEED * others / Math.max(1, othersMs);
        return step.grown() >= JUMP_OVER_OTHERS * next && faster ? OptionalInt.of(largest) : OptionalInt.empty();
    }

    /**
     * One step.
     *
     * @param grown snapshots that came, also where others went in the same step; 0 for a mere drop
     * @param bytes by how much the file grew; 0 where snapshots went, since what these weighed is not known
     */
    private record Step(Instant from, Instant to, int grown, long bytes) {
        static Step between(Observation before, Observation after) {
            int gone = after.gone() == null ? 0 : after.gone();
            return new Step(
                    before.at(),
                    after.at(),
                    Math.max(0, after.snapshots() - before.snapshots() + gone),
                    gone == 0 ? after.decodedBytes() - before.decodedBytes() : 0);
        }

        long millis() {
            return Math.max(1, Duration.between(from, to).toMillis());
        }
    }
}
