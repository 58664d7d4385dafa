// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SupportsBulkOperations;
import org.apache.iceberg.spark.actions.FileInfo;
import org.junit.jupiter.api.Test;

class FileSweepTest {
    private final FileSweep sweep = new FileSweep();

    @Test
    void countsWhatWentByKind() {
        Store store = new Store();

        sweep.delete(
                Stream.of(
                                new FileInfo("a", "DATA"),
                                new FileInfo("b", "Manifest"),
                                new FileInfo("c", "Manifest List"),
                                new FileInfo("d", "Statistics Files"),
                                new FileInfo("e", "DATA"),
                                new FileInfo("f", "something new"))
                        .iterator(),
                store,
                () -> {});

        assertThat(store.deleted).containsExactlyInAnyOrder("a", "b", "c", "d", "e", "f");
        assertThat(sweep.deleted())
                .containsEntry(FileKind.DATA, 2L)
                .containsEntry(FileKind.MANIFESTS, 1L)
                .containsEntry(FileKind.MANIFEST_LISTS, 1L)
                .containsEntry(FileKind.STATISTICS, 1L)
                .containsEntry(FileKind.OTHER, 1L);
        assertThat(sweep.failed()).isZero();
    }

    @Test
    void countsEachFailureAndGoesOn() {
        sweep.delete(files(3), new Store("file-1"), () -> {});

        assertThat(sweep.failed()).isEqualTo(1);
        assertThat(sweep.deleted()).containsEntry(FileKind.DATA, 2L);
    }

    @Test
    void countsFailuresOfBulkDeletion() {
        sweep.delete(files(3), new BulkStore(2), () -> {});

        assertThat(sweep.failed()).isEqualTo(2);
        assertThat(sweep.deleted()).containsEntry(FileKind.DATA, 1L);
    }

    @Test
    void asksBeforeEachBatchAndStopsWhenTold() {
        Store store = new Store();
        AtomicInteger asked = new AtomicInteger();

        assertThatThrownBy(() -> sweep.delete(files(25_000), store, () -> {
                    if (asked.incrementAndGet() == 2) {
                        throw new Stop(Outcome.CLEANUP_SKIPPED, "a branch appeared");
                    }
                }))
                .isInstanceOf(Stop.class);

        assertThat(store.deleted).hasSize(10_000);
        assertThat(sweep.deleted()).containsEntry(FileKind.DATA, 10_000L);
    }

    private static Iterator<FileInfo> files(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new FileInfo("file-" + i, "DATA"))
                .iterator();
    }

    private static class Store implements FileIO {
        private static final long serialVersionUID = 1L;

        final List<String> deleted = new ArrayList<>();
        private final List<String> stuck;

        Store(String... stuck) {
            this.stuck = List.of(stuck);
        }

        @Override
        public InputFile newInputFile(String path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public OutputFile newOutputFile(String path) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void deleteFile(String path) {
            if (stuck.contains(path)) {
                throw new IllegalStateException("denied");
            }
            deleted.add(path);
        }
    }

    private static final class BulkStore extends Store implements SupportsBulkOperations {
        private static final long serialVersionUID = 1L;

        private final int failing;

        BulkStore(int failing) {
            this.failing = failing;
        }

        @Override
        public void deleteFiles(Iterable<String> paths) {
            throw new BulkDeletionFailureException(failing);
        }
    }
}
