// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What holds for the tables in its scope.
 *
 * @param name what people call the rule
 * @param scope which tables
 * @param excluded whether the tables are left alone
 * @param freezeUntil no launch before this; null when not frozen
 * @param limits what the list must stay under
 * @param retention age from which a targeted expiry may remove snapshots
 * @param retainLast snapshots kept on each branch whatever their age, at least 1
 * @param minimumBenefit fewest snapshots worth a run
 * @param maxRemoved most snapshots that one run removes
 * @param coolDown no new order for a table this long after one ended
 * @param longestRebuild how long a rebuild of a table runs at most before it commits
 * @param missedWindows quiet windows missed in a row before a person is called
 * @param forced whether an expiry is then launched in spite of rebuilds
 */
public record Rule(
        String name,
        Scope scope,
        boolean excluded,
        @Nullable Instant freezeUntil,
        Limits limits,
        Duration retention,
        int retainLast,
        int minimumBenefit,
        int maxRemoved,
        Duration coolDown,
        Duration longestRebuild,
        int missedWindows,
        boolean forced) {

    /** A rule that never launches in spite of rebuilds. */
    public Rule(
            String name,
            Scope scope,
            boolean excluded,
            @Nullable Instant freezeUntil,
            Limits limits,
            Duration retention,
            int retainLast,
            int minimumBenefit,
            int maxRemoved,
            Duration coolDown,
            Duration longestRebuild,
            int missedWindows) {
        this(
                name,
                scope,
                excluded,
                freezeUntil,
                limits,
                retention,
                retainLast,
                minimumBenefit,
                maxRemoved,
                coolDown,
                longestRebuild,
                missedWindows,
                false);
    }

    /** Which tables a rule covers. */
    @FunctionalInterface
    public interface Scope {
        Scope ALL = key -> true;

        boolean covers(TableKey key);
    }

    /**
     * What a list must stay under; exactly at a limit is still fine.
     *
     * @param snapshots length of the list
     * @param decodedBytes size of the metadata file, decoded
     * @param plannerHeap heap that a planner may spend on the table, bytes; null when there is no such limit
     * @param planner what a planner needs to load a file
     * @param hardFactor how many times a limit is too much to wait any longer
     * @param relaunchAt share of a limit from which a table is launched again in the same week
     */
    public record Limits(
            long snapshots,
            long decodedBytes,
            @Nullable Long plannerHeap,
            Planner planner,
            double hardFactor,
            double relaunchAt) {
        /** Limits with everything else at its default. */
        public Limits(long snapshots, long decodedBytes) {
            this(snapshots, decodedBytes, null, Planner.DEFAULT, 3, 0.9);
        }

        /** The largest file that is under both the limit on bytes and the one on heap. */
        public long bytes() {
            return plannerHeap == null ? decodedBytes : Math.min(decodedBytes, planner.bytesWithin(plannerHeap));
        }

        /** Whether the planner's heap sets the limit on bytes. */
        public boolean isBoundByHeap() {
            return bytes() < decodedBytes;
        }
    }

    /**
     * What a planner needs to load a metadata file.
     *
     * @param heapFactor bytes of heap at the peak of one load, per decoded byte
     * @param concurrentLoads loads of one table at the same time
     */
    public record Planner(double heapFactor, int concurrentLoads) {
        public static final Planner DEFAULT = new Planner(7, 8);

        /** Heap for all loads of a file at once, in bytes. */
        public long heapFor(long decodedBytes) {
            return (long) (decodedBytes * heapFactor * concurrentLoads);
        }

        long bytesWithin(long heap) {
            return (long) (heap / (heapFactor * concurrentLoads));
        }
    }
}
