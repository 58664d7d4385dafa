// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.io.File;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;

/**
 * Measures how much heap a planner needs to load metadata files; run by hand, results in {@code docs/performance.md}.
 *
 * <p>A planner reads a file with Iceberg's own reader: a tree of the whole text, then the table's objects. For each kind
 * of file, child JVMs load it eight times at once, keeping the results, with less and less heap ({@code -Xmx}). The
 * smallest heap that suffices, less what the same JVM needs for a file without snapshots, over eight times the decoded
 * bytes, is the factor. Run as {@code main} without arguments, with the test class path.
 */
public final class PlannerHeap {
    private static final int LOADS = 8;
    private static final int STEP_MIB = 4;

    private PlannerHeap() {}

    /** Without arguments: the whole measurement. With a file: one child, that loads it and exits 0. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 1) {
            load(Path.of(arguments[0]));
            return;
        }
        Path folder = Files.createTempDirectory("planner-heap");
        Path empty = write(folder, "empty", 0, 5, 0);
        long idle = smallestHeapMib(empty);
        retained(write(folder, "first", 10, 5, 5));
        System.out.println(
                "| kind of file | snapshots | decoded bytes | smallest heap for 8 loads | retained by one | factor |");
        System.out.println("|---|---|---|---|---|---|");
        measure(folder, idle, new Kind("appended, 5 columns", 4_000, 5, 0));
        measure(folder, idle, new Kind("appended, 5 columns", 12_000, 5, 0));
        measure(folder, idle, new Kind("replaced, statistics on 60 columns", 400, 60, 60));
        measure(folder, idle, new Kind("replaced, statistics on 60 columns", 1_200, 60, 60));
        measure(folder, idle, new Kind("replaced, statistics on 10 columns", 2_500, 10, 10));
    }

    private record Kind(String name, int snapshots, int columns, int statistics) {}

    private static void measure(Path folder, long idleMib, Kind kind) throws Exception {
        Path file = write(
                folder,
                "k" + kind.snapshots() + "-" + kind.columns(),
                kind.snapshots(),
                kind.columns(),
                kind.statistics());
        long bytes = Files.size(file);
        long heap = smallestHeapMib(file) - idleMib;
        System.out.println(String.format(
                Locale.ENGLISH,
                "| %s | %,d | %,d | %,d MiB | %.1f per byte | %.1f |",
                kind.name(),
                kind.snapshots(),
                bytes,
                heap,
                retained(file) / (double) bytes,
                heap * 1048576.0 / (LOADS * bytes)));
    }

    private static long retained(Path file) {
        long before = used();
        TableMetadata table = TableMetadataParser.read(org.apache.iceberg.Files.localInput(file.toFile()));
        table.snapshots();
        long after = used();
        Reference.reachabilityFence(table);
        return after - before;
    }

    private static long used() {
        for (int i = 0; i < 5; i++) {
            System.gc();
        }
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    private static long smallestHeapMib(Path file) throws Exception {
        int low = 0;
        int high = STEP_MIB;
        while (!suffices(file, high)) {
            low = high;
            high *= 2;
        }
        while (high - low > Math.max(STEP_MIB, high / 50)) {
            int middle = (low + high) / 2;
            if (suffices(file, middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private static boolean suffices(Path file, int heapMib) throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heapMib + "m",
                        "-XX:+UseG1GC",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PlannerHeap.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.to(new File("/dev/null")))
                .start();
        if (!child.waitFor(2, TimeUnit.MINUTES)) {
            child.destroyForcibly().waitFor();
            return false;
        }
        return child.exitValue() == 0;
    }

    private static void load(Path file) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(LOADS);
        List<Future<TableMetadata>> loads = new ArrayList<>();
        for (int i = 0; i < LOADS; i++) {
            loads.add(threads.submit(() -> {
                TableMetadata table = TableMetadataParser.read(org.apache.iceberg.Files.localInput(file.toFile()));
                table.snapshots();
                return table;
            }));
        }
        List<TableMetadata> kept = new ArrayList<>();
        for (Future<TableMetadata> load : loads) {
            kept.add(load.get());
        }
        Reference.reachabilityFence(kept);
        threads.shutdown();
    }

    private static Path write(Path folder, String name, int snapshots, int columns, int statistics) throws IOException {
        StringBuilder text = new StringBuilder(1 << 20);
        text.append(
                        "{\"format-version\":2,\"table-uuid\":\"9c12d441-03fe-4693-9a96-a0705ddf69c1\",\"location\":\"s3://lake/t\",")
                .append("\"last-sequence-number\":")
                .append(snapshots)
                .append(",\"last-updated-ms\":1790000000000,\"last-column-id\":")
                .append(columns)
                .append(",\"current-schema-id\":0,\"schemas\":[{\"type\":\"struct\",\"schema-id\":0,\"fields\":[");
        for (int i = 1; i <= columns; i++) {
            text.append(i > 1 ? "," : "")
                    .append("{\"id\":")
                    .append(i)
                    .append(",\"name\":\"column_")
                    .append(i)
                    .append("\",\"required\":false,\"type\":\"long\"}");
        }
        text.append(
                        "]}],\"default-spec-id\":0,\"partition-specs\":[{\"spec-id\":0,\"fields\":[]}],\"last-partition-id\":999,")
                .append(
                        "\"default-sort-order-id\":0,\"sort-orders\":[{\"order-id\":0,\"fields\":[]}],\"properties\":{},")
                .append("\"current-snapshot-id\":")
                .append(snapshots == 0 ? -1 : id(snapshots))
                .append(",\"refs\":{},\"snapshots\":[");
        for (int i = 1; i <= snapshots; i++) {
            snapshot(text, i, statistics > 0);
        }
        text.append("],\"statistics\":[");
        for (int i = 1; i <= (statistics > 0 ? snapshots : 0); i++) {
            statistics(text, i, statistics);
        }
        text.append("],\"snapshot-log\":[],\"metadata-log\":[]}");
        Path file = folder.resolve(name + ".metadata.json");
        Files.writeString(file, text);
        return file;
    }

    private static void snapshot(StringBuilder text, int i, boolean replaced) {
        text.append(i > 1 ? "," : "")
                .append("{\"sequence-number\":")
                .append(i)
                .append(",\"snapshot-id\":")
                .append(id(i));
        if (!replaced && i > 1) {
            text.append(",\"parent-snapshot-id\":").append(id(i - 1));
        }
        text.append(",\"timestamp-ms\":")
                .append(1_780_000_000_000L + i * 1000L)
                .append(",\"summary\":{\"operation\":\"append\",\"trino_query_id\":\"20260914_120000_")
                .append(100_000 + i)
                .append(
                        "_abcde\",\"added-data-files\":\"12\",\"added-records\":\"48211\",\"added-files-size\":\"1048576\",")
                .append("\"changed-partition-count\":\"1\",\"total-records\":\"")
                .append(48_211L * i)
                .append("\",\"total-files-size\":\"")
                .append(1_048_576L * i)
                .append("\",\"total-data-files\":\"")
                .append(12L * i)
                .append(
                        "\",\"total-delete-files\":\"0\",\"total-position-deletes\":\"0\",\"total-equality-deletes\":\"0\"},")
                .append("\"manifest-list\":\"s3://lake/reports/daily-5f8c2c1e/metadata/snap-")
                .append(id(i))
                .append("-1-0f8e1c5e-8a77.avro\",\"schema-id\":0}");
    }

    private static void statistics(StringBuilder text, int i, int columns) {
        text.append(i > 1 ? "," : "")
                .append("{\"snapshot-id\":")
                .append(id(i))
                .append(",\"statistics-path\":\"s3://lake/reports/daily-5f8c2c1e/metadata/20260914_120000_")
                .append(100_000 + i)
                .append(".stats\",\"file-size-in-bytes\":52341,\"file-footer-size-in-bytes\":4120,\"blob-metadata\":[");
        for (int c = 1; c <= columns; c++) {
            text.append(c > 1 ? "," : "")
                    .append("{\"type\":\"apache-datasketches-theta-v1\",\"snapshot-id\":")
                    .append(id(i))
                    .append(",\"sequence-number\":")
                    .append(i)
                    .append(",\"fields\":[")
                    .append(c)
                    .append("],\"properties\":{\"ndv\":\"")
                    .append(1000L * c + i)
                    .append("\"}}");
        }
        text.append("]}");
    }

    private static long id(int i) {
        return (i * 0x9e37_79b9_7f4a_7c15L) >>> 1;
    }
}
