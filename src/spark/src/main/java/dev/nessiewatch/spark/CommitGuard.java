// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.time.Clock;
import java.util.Map;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.util.PropertyUtil;
import org.jspecify.annotations.Nullable;

/**
 * The last word on whether an order may be committed, and the memory of what was committed. Asked by the dry run, and
 * again at the very commit on the metadata that is about to be written, because Iceberg computes that anew each time
 * another writer was faster.
 */
final class CommitGuard implements CommitCheck {
    private final Order order;
    private final Clock clock;
    private @Nullable Change tried;
    private @Nullable Change committed;

    CommitGuard(Order order, Clock clock) {
        this.order = order;
        this.clock = clock;
    }

    /** Refuses a table whose owner forbids to delete files: its properties say so. */
    void refuseDisabledGc(Map<String, String> properties) {
        refuseDisabledGc(order.key(), properties);
    }

    /** Refuses a table whose owner forbids to delete files: its properties say so. */
    static void refuseDisabledGc(TableKey key, Map<String, String> properties) {
        if (!PropertyUtil.propertyAsBoolean(
                properties, TableProperties.GC_ENABLED, TableProperties.GC_ENABLED_DEFAULT)) {
            throw new Stop(
                    Outcome.REFUSED,
                    "gc.enabled=false on " + key + ": its owner forbids expiry; an operator may set"
                            + " gc.enabled=true on the table, after which the next run works");
        }
    }

    /** Ends the run unless this many snapshots may be removed now. */
    void allow(int removed) {
        if (removed > order.predictedRemoved()) {
            throw new Stop(
                    Outcome.CHANGED,
                    "an expiry now would remove " + removed + " snapshots, " + order.predictedRemoved()
                            + " were ordered; nothing was committed");
        }
        if (removed == 0) {
            throw new Stop(Outcome.NOTHING, "no snapshot is older than the cut-off and free to go");
        }
        Long commitBefore = order.commitBeforeMs();
        long late = commitBefore == null ? 0 : clock.millis() - commitBefore;
        if (late > 0) {
            throw new Stop(
                    Outcome.TOO_LATE, "the last moment for a commit passed " + late + " ms ago; nothing was committed");
        }
    }

    /** Asks once more, with the metadata that is about to replace the base. */
    @Override
    public void beforeCommit(TableMetadata base, TableMetadata updated) {
        refuseDisabledGc(base.properties());
        Change change = new Change(base.snapshots().size(), updated.snapshots().size());
        allow(change.removed());
        tried = change;
    }

    /** Remembers that the commit went through. */
    @Override
    public void afterCommit() {
        committed = tried;
    }

    /** Whether a commit went through; false also when the answer to one was lost. */
    boolean isCommitted() {
        return committed != null;
    }

    /** What the last try would have changed, or did; null before the first. */
    @Nullable
    Change tried() {
        return tried;
    }

    /**
     * Length of the snapshot list around a commit.
     *
     * @param before just before it
     * @param after just after it
     */
    record Change(int before, int after) {
        int removed() {
            return before - after;
        }
    }
}
