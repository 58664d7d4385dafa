// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import dev.nessiewatch.spark.SparkExpiry.Expired;
import dev.nessiewatch.spark.Visit.Loaded;
import dev.nessiewatch.spark.WeeklyOptions.Expire;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.ExpireSnapshots;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.jspecify.annotations.Nullable;

/**
 * Shortens the snapshot list, and deletes the files of the expired snapshots while the branch is Nessie's only named
 * reference: asked before the commit, after it, and before each batch of files.
 */
final class ExpireStep implements Step {
    private static final String STEP = "expire";

    @Override
    public String name() {
        return STEP;
    }

    @Override
    public StepResult run(Visit visit) {
        if (visit.week().options().expire() == Expire.FALSE) {
            return StepResult.nothing(STEP, "switched off");
        }
        for (int tried = 1; ; tried++) {
            try {
                return once(visit);
            } catch (CommitFailedException lost) {
                if (tried == MaintenanceJob.TRIES) {
                    return StepResult.failed(
                            STEP, "other writers were faster " + tried + " times: " + Words.oneLine(lost));
                }
                MaintenanceJob.backOff(tried);
            }
        }
    }

    private static StepResult once(Visit visit) {
        Loaded loaded = visit.load();
        Map<String, String> properties = loaded.metadata().properties();
        Keep keep = Keep.of(visit.week(), properties);
        Set<Long> going = going(loaded.table(), properties, keep, visit);
        if (going.isEmpty()) {
            return StepResult.nothing(
                    STEP,
                    "no snapshot of " + loaded.metadata().snapshots().size() + " is older than "
                            + Instant.ofEpochMilli(keep.olderThanMs()) + " and free to go");
        }
        loaded.guard().refuseUnarchived(going);
        String trim = whyTrim(visit);
        if (!trim.isEmpty()) {
            expiry(loaded.table(), keep).cleanExpiredFiles(false).commit();
            return StepResult.done(STEP, numbers(loaded.guard(), null), "trimmed, and no file was touched: " + trim);
        }
        return withFiles(visit, loaded, keep);
    }

    /** Why no file may be touched; blank when files may. */
    private static String whyTrim(Visit visit) {
        if (visit.week().options().expire() == Expire.TRIM) {
            return "expire is set to trim";
        }
        long references = visit.lake().references();
        return references == 1
                ? ""
                : references
                        + " named references exist in Nessie, and another one may need the files; nessie-gc removes"
                        + " them when none does";
    }

    private static StepResult withFiles(Visit visit, Loaded loaded, Keep keep) {
        FileSweep sweep = new FileSweep();
        WeeklyGuard guard = loaded.guard();
        try {
            Expired expired = SparkExpiry.commit(
                    visit.week().spark().get(), loaded.table(), keep.olderThanMs(), keep.retainLast());
            visit.lake().requireOnlyReference(Outcome.CLEANUP_SKIPPED);
            sweep.delete(expired.stream(), expired.io(), () -> {
                visit.week().stop().check();
                visit.lake().requireOnlyReference(Outcome.CLEANUP_SKIPPED);
            });
        } catch (Throwable e) {
            // Spark throws checked exceptions that it does not declare.
            if (!guard.isCommitted()) {
                throw e;
            }
            return endedAfterCommit(e, visit, numbers(guard, sweep));
        }
        return sweep.failed() == 0
                ? StepResult.done(STEP, numbers(guard, sweep), "expired with its files")
                : new StepResult(
                        STEP,
                        StepResult.Did.FAILED,
                        numbers(guard, sweep),
                        "the list was shortened, but " + sweep.failed()
                                + " files could not be deleted; remove-orphan-files finds them");
    }

    private static StepResult endedAfterCommit(Throwable e, Visit visit, Map<String, Long> numbers) {
        if (e instanceof Stop stop && stop.outcome() == Outcome.CLEANUP_SKIPPED) {
            return StepResult.done(STEP, numbers, "the list was shortened, and files were left: " + stop.reason());
        }
        String why = e instanceof Stop stop ? stop.reason() : visit.failure(e);
        return new StepResult(
                STEP,
                StepResult.Did.FAILED,
                numbers,
                "the list was shortened, then the clean-up ended, and remove-orphan-files must find the files left"
                        + " behind: " + why);
    }

    /** Ids of the snapshots that would go from a table now; refuses a table whose owner forbids it. */
    static Set<Long> going(Table table, Map<String, String> properties, Keep keep, Visit visit) {
        CommitGuard.refuseDisabledGc(visit.entry().key(), properties);
        return expiry(table, keep).apply().stream().map(Snapshot::snapshotId).collect(Collectors.toSet());
    }

    static ExpireSnapshots expiry(Table table, Keep keep) {
        return table.expireSnapshots().expireOlderThan(keep.olderThanMs()).retainLast(keep.retainLast());
    }

    private static Map<String, Long> numbers(WeeklyGuard guard, @Nullable FileSweep sweep) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("removedSnapshots", (long) guard.before() - guard.after());
        numbers.put("snapshotsBefore", (long) guard.before());
        numbers.put("snapshotsAfter", (long) guard.after());
        if (sweep != null) {
            for (FileKind kind : FileKind.values()) {
                numbers.put(kind.inReport(), sweep.deleted().getOrDefault(kind, 0L));
            }
            numbers.put("failedFiles", sweep.failed());
        }
        return numbers;
    }
}
