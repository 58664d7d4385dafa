// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import dev.nessiewatch.spark.WeeklyOptions.Expire;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.Table;
import org.apache.iceberg.hadoop.HadoopFileIO;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.SupportsPrefixOperations;
import org.apache.iceberg.spark.actions.DeleteOrphanFilesSparkAction;
import org.apache.iceberg.spark.actions.FileInfo;
import org.apache.iceberg.spark.actions.SparkActions;
import org.jspecify.annotations.Nullable;

/**
 * Deletes files in a table's folder that no snapshot knows and that are older than the cut-off. Iceberg sees one branch
 * only, so this is done with one named reference only. Metadata files stay whatever their age: the table knows the last
 * hundred or so, but older commits in Nessie's log need theirs.
 */
final class OrphanFilesStep implements Step {
    private static final String STEP = "remove-orphan-files";
    private static final String METADATA_FILE = ".metadata.json";

    @Override
    public String name() {
        return STEP;
    }

    @Override
    public StepResult run(Visit visit) {
        Optional<String> not = whyNot(visit);
        if (not.isPresent()) {
            return StepResult.nothing(STEP, not.get());
        }
        Visit.Loaded loaded = visit.load();
        CommitGuard.refuseDisabledGc(visit.entry().key(), loaded.metadata().properties());
        visit.lake().requireOnlyReference(Outcome.REFUSED);
        Removal removal = new Removal(visit, loaded.table().io());
        action(visit, loaded.table()).deleteWith(removal::take).execute();
        return removal.finish();
    }

    private static Optional<String> whyNot(Visit visit) {
        WeeklyOptions options = visit.week().options();
        if (!options.removeOrphanFiles()) {
            return Optional.of("switched off");
        }
        if (options.expire() == Expire.TRIM) {
            return Optional.of("expire is set to trim: files of trimmed snapshots are kept for older hashes");
        }
        return visit.sharedGround();
    }

    private static DeleteOrphanFilesSparkAction action(Visit visit, Table table) {
        // Spark's listing is spread over executors, but knows only what Hadoop knows; object stores list by prefix.
        boolean byPrefix = table.io() instanceof SupportsPrefixOperations && !(table.io() instanceof HadoopFileIO);
        return SparkActions.get(visit.week().spark().get())
                .deleteOrphanFiles(table)
                .olderThan(visit.week().orphanCutOffMs())
                .usePrefixListing(byPrefix)
                .option(DeleteOrphanFilesSparkAction.STREAM_RESULTS, "true");
    }

    /** Takes orphans one by one, as Iceberg's action finds them, and deletes them in batches. */
    private static final class Removal {
        private static final int BATCH = 10_000;

        private final Visit visit;
        private final FileIO io;
        private final FileSweep sweep = new FileSweep();
        private final List<FileInfo> batch = new ArrayList<>();
        private long kept;
        private @Nullable RuntimeException ended;

        Removal(Visit visit, FileIO io) {
            this.visit = visit;
            this.io = io;
        }

        /** Called by the action, which would swallow whatever is thrown here. */
        void take(String path) {
            if (path.substring(path.lastIndexOf('/') + 1).contains(METADATA_FILE)) {
                kept++;
            } else if (ended == null) {
                batch.add(new FileInfo(path, STEP));
                if (batch.size() == BATCH) {
                    flush();
                }
            }
        }

        StepResult finish() {
            if (ended == null) {
                flush();
            }
            RuntimeException end = ended;
            long deleted = sweep.deleted().getOrDefault(FileKind.OTHER, 0L);
            Map<String, Long> numbers = new LinkedHashMap<>();
            numbers.put("deletedOrphans", deleted);
            numbers.put("failedFiles", sweep.failed());
            numbers.put("keptMetadataFiles", kept);
            if (end != null) {
                String why = end instanceof Stop stop ? stop.reason() : visit.failure(end);
                return new StepResult(STEP, StepResult.Did.FAILED, numbers, "ended before the last orphan: " + why);
            }
            if (sweep.failed() > 0) {
                return new StepResult(
                        STEP, StepResult.Did.FAILED, numbers, sweep.failed() + " files could not be deleted");
            }
            return deleted == 0
                    ? new StepResult(STEP, StepResult.Did.NOTHING, numbers, "no orphan is older than the cut-off")
                    : StepResult.done(STEP, numbers, "orphans were deleted");
        }

        private void flush() {
            try {
                sweep.delete(List.copyOf(batch).iterator(), io, () -> {
                    visit.week().stop().check();
                    visit.lake().requireOnlyReference(Outcome.CLEANUP_SKIPPED);
                });
            } catch (RuntimeException e) {
                ended = e;
            }
            batch.clear();
        }
    }
}
