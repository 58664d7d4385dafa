// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import dev.nessiewatch.spark.WeeklyOptions.Rewrite;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.iceberg.actions.RewriteDataFiles;
import org.apache.iceberg.spark.actions.SparkActions;

/** Joins small data files, by Iceberg's own planner and Spark. Old files stay until their snapshots are expired. */
final class RewriteDataFilesStep implements Step {
    private static final String STEP = "rewrite-data-files";

    @Override
    public String name() {
        return STEP;
    }

    @Override
    public StepResult run(Visit visit) {
        Rewrite rewrite = visit.week().options().rewrite();
        if (!rewrite.dataFiles()) {
            return StepResult.nothing(STEP, "switched off");
        }
        Visit.Loaded loaded = visit.load();
        if (loaded.metadata().currentSnapshot() == null) {
            return StepResult.nothing(STEP, "the table has no snapshot");
        }
        RewriteDataFiles.Result result = SparkActions.get(visit.week().spark().get())
                .rewriteDataFiles(loaded.table())
                .options(options(rewrite))
                .execute();
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("rewrittenDataFiles", (long) result.rewrittenDataFilesCount());
        numbers.put("addedDataFiles", (long) result.addedDataFilesCount());
        numbers.put("rewrittenBytes", result.rewrittenBytesCount());
        numbers.put("removedDeleteFiles", (long) result.removedDeleteFilesCount());
        numbers.put("failedDataFiles", (long) result.failedDataFilesCount());
        if (result.failedDataFilesCount() > 0) {
            return new StepResult(
                    STEP,
                    StepResult.Did.FAILED,
                    numbers,
                    result.failedDataFilesCount() + " data files could not be rewritten; standard error tells why");
        }
        return result.rewrittenDataFilesCount() == 0
                ? StepResult.nothing(STEP, "no group of data files is worth a rewrite")
                : StepResult.done(STEP, numbers, "rewritten");
    }

    private static Map<String, String> options(Rewrite rewrite) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put(RewriteDataFiles.MAX_CONCURRENT_FILE_GROUP_REWRITES, String.valueOf(rewrite.concurrent()));
        options.put(RewriteDataFiles.MAX_FILE_GROUP_SIZE_BYTES, String.valueOf(rewrite.groupBytes()));
        options.put(RewriteDataFiles.PARTIAL_PROGRESS_ENABLED, String.valueOf(rewrite.partialProgress()));
        if (rewrite.targetBytes() != null) {
            options.put(RewriteDataFiles.TARGET_FILE_SIZE_BYTES, String.valueOf(rewrite.targetBytes()));
        }
        return options;
    }
}
