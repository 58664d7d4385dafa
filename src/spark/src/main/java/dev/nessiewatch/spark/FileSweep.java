// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.SupportsBulkOperations;
import org.apache.iceberg.spark.actions.FileInfo;

/**
 * Deletes files in batches, and counts what is gone and what is not. Iceberg's own action logs a failed deletion and
 * calls the run a success; here each failure counts.
 */
final class FileSweep {
    private static final int BATCH = 10_000;

    private final Map<FileKind, Long> deleted = new EnumMap<>(FileKind.class);
    private long failed;

    /**
     * Deletes all files of an iterator, which is read batch by batch.
     *
     * @param beforeEachBatch runs before files go; ends the sweep by throwing
     */
    void delete(Iterator<FileInfo> files, FileIO io, Runnable beforeEachBatch) {
        while (files.hasNext()) {
            Map<FileKind, List<String>> batch = nextBatch(files);
            beforeEachBatch.run();
            batch.forEach((kind, paths) -> deleteBatch(kind, paths, io));
        }
    }

    /** How many files of each kind were deleted. */
    Map<FileKind, Long> deleted() {
        return deleted;
    }

    /** How many files could not be deleted. */
    long failed() {
        return failed;
    }

    private static Map<FileKind, List<String>> nextBatch(Iterator<FileInfo> files) {
        Map<FileKind, List<String>> batch = new EnumMap<>(FileKind.class);
        for (int i = 0; i < BATCH && files.hasNext(); i++) {
            FileInfo file = files.next();
            batch.computeIfAbsent(FileKind.of(file.getType()), kind -> new ArrayList<>())
                    .add(file.getPath());
        }
        return batch;
    }

    private void deleteBatch(FileKind kind, List<String> paths, FileIO io) {
        long left = io instanceof SupportsBulkOperations bulk ? together(paths, bulk) : oneByOne(paths, io);
        failed += left;
        deleted.merge(kind, paths.size() - left, Long::sum);
    }

    private static long together(List<String> paths, SupportsBulkOperations io) {
        try {
            io.deleteFiles(paths);
            return 0;
        } catch (BulkDeletionFailureException e) {
            return e.numberFailedObjects();
        }
    }

    private static long oneByOne(List<String> paths, FileIO io) {
        long left = 0;
        for (String path : paths) {
            try {
                io.deleteFile(path);
            } catch (RuntimeException e) {
                left++;
            }
        }
        return left;
    }
}
