// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.util.HashSet;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Asked at each commit of a weekly run: no rebuild may be under way, and snapshots go only from a table whose owner allows
 * it, and only if the archive holds them.
 */
final class WeeklyGuard implements CommitCheck {
    private final TableKey key;
    private final Week week;
    private final @Nullable Set<Long> mayGo;
    private int before;
    private int after;
    private boolean committed;

    /**
     * Guards a table.
     *
     * @param mayGo ids of the snapshots that may go at most; null when all may
     */
    WeeklyGuard(TableKey key, Week week, @Nullable Set<Long> mayGo) {
        this.key = key;
        this.week = week;
        this.mayGo = mayGo;
    }

    @Override
    public void beforeCommit(TableMetadata base, TableMetadata updated) {
        refuseRebuild(base);
        Set<Long> going = ids(base);
        going.removeAll(ids(updated));
        if (!going.isEmpty()) {
            CommitGuard.refuseDisabledGc(key, base.properties());
            refuseUnarchived(going);
        }
        before = base.snapshots().size();
        after = updated.snapshots().size();
    }

    @Override
    public void afterCommit() {
        committed = true;
    }

    /** Ends the step while a rebuild may be under way. */
    void refuseRebuild(TableMetadata metadata) {
        RebuildPause.reason(
                        metadata, week.options().rebuildWindow(), week.clock().millis())
                .ifPresent(why -> {
                    throw new Stop(Outcome.REFUSED, why);
                });
    }

    /** Ends the step when a snapshot would go that the archive does not hold. */
    void refuseUnarchived(Set<Long> going) {
        if (mayGo != null && !mayGo.containsAll(going)) {
            throw new Stop(
                    Outcome.REFUSED,
                    "not all of the snapshots that would go are in the archive; the next run looks again");
        }
    }

    boolean isCommitted() {
        return committed;
    }

    /** Length of the list just before the last commit that was tried. */
    int before() {
        return before;
    }

    /** Length of the list just after it. */
    int after() {
        return after;
    }

    private static Set<Long> ids(TableMetadata metadata) {
        Set<Long> ids = new HashSet<>();
        for (Snapshot snapshot : metadata.snapshots()) {
            ids.add(snapshot.snapshotId());
        }
        return ids;
    }
}
