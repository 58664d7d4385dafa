// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestWriter;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.encryption.PlaintextEncryptionManager;
import org.apache.iceberg.io.FileAppender;
import org.apache.iceberg.io.OutputFile;
import org.projectnessie.model.IcebergTable;

/**
 * Measures how much heap the targeted job needs; run by hand, results in {@code docs/performance.md}.
 *
 * <p>For each kind of table it writes a list of snapshots without parents, with manifest lists and manifests that exist
 * and data files that do not, and lets a real job expire all but 168 of them, on a real Nessie server and on local Spark,
 * with less and less heap. Files are not deleted, so that the next try finds the same table. Run as {@code main} with the
 * test class path and Spark's JVM options.
 */
public final class DriverHeap {
    private static final int KEPT = 168;
    private static final int GROUP = 100;
    private static final List<Integer> HEAPS_MIB =
            List.of(64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192);

    /** Spark wants this much at least. */
    private static final int SPARK_MIB = 512;

    private static final List<Kind> ALL = List.of(
            new Kind(10_000, 0, 0),
            new Kind(70_000, 0, 0),
            new Kind(1_000, 0, 60),
            new Kind(8_000, 0, 60),
            new Kind(1_000, 1, 0),
            new Kind(10_000, 1, 0),
            new Kind(3_000, 1, 60),
            new Kind(1_000, 1_000, 0),
            new Kind(70_000, 1, 0),
            new Kind(8_000, 1, 60));

    private static final Lake LAKE = Lake.shared();

    private DriverHeap() {}

    /**
     * A kind of table.
     *
     * @param snapshots length of its list
     * @param files data files of each snapshot; 0 for mode trim, which needs none
     * @param statistics columns with statistics
     * @param firstHeapMib the heap to start with, MiB
     */
    private record Kind(int snapshots, int files, int statistics, int firstHeapMib) {
        Kind(int snapshots, int files, int statistics) {
            this(snapshots, files, statistics, files == 0 ? 0 : SPARK_MIB);
        }

        static Kind of(String text) {
            String[] parts = text.split("[x@]");
            Kind kind = new Kind(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
            return parts.length == 3
                    ? kind
                    : new Kind(kind.snapshots, kind.files, kind.statistics, Integer.parseInt(parts[3]));
        }

        /** Whether the list only is shortened, which opens no file. */
        boolean isTrim() {
            return files == 0;
        }
    }

    /**
     * Measures every kind, one line each; or the kinds that are named, as {@code 30000x1x0} (snapshots, files of each,
     * columns with statistics), where {@code 30000x1x0@2048} starts with that heap in MiB instead of the smallest.
     */
    public static void main(String[] arguments) throws Exception {
        System.out.println(
                "| snapshots | data files | columns with statistics | decoded bytes | smallest heap | seconds |");
        System.out.println("|---|---|---|---|---|---|");
        for (Kind kind :
                arguments.length == 0 ? ALL : Stream.of(arguments).map(Kind::of).toList()) {
            measure(kind);
        }
        System.exit(0);
    }

    private static void measure(Kind kind) throws Exception {
        TableKey key = LAKE.grown("heap_" + kind.snapshots() + "_" + kind.files() + "_" + kind.statistics(), 1);
        IcebergTable content = LAKE.content(key);
        String file = write(LAKE.load(key).operations().current(), kind);
        IcebergTable grown = IcebergTable.of(
                file,
                id(kind.snapshots()),
                content.getSchemaId(),
                content.getSpecId(),
                content.getSortOrderId(),
                content.getId());
        int smallest = -1;
        long seconds = 0;
        for (int heap : HEAPS_MIB) {
            if (heap < kind.firstHeapMib()) {
                continue;
            }
            LAKE.put(key, grown, file);
            long began = System.nanoTime();
            if (suffices(key, kind, heap)) {
                smallest = heap;
                seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
                break;
            }
        }
        System.out.println(String.format(
                Locale.ENGLISH,
                "| %,d | %,d | %d | %,d | %s MiB | %d |",
                kind.snapshots(),
                kind.snapshots() * kind.files(),
                kind.statistics(),
                Files.size(Lake.path(file)),
                smallest < 0 ? "over 8192" : String.valueOf(smallest),
                seconds));
    }

    private static boolean suffices(TableKey key, Kind kind, int heapMib) throws Exception {
        Order order = new Order(
                kind.isTrim() ? Mode.TRIM : Mode.EXPIRE,
                String.valueOf(System.nanoTime()),
                "main",
                key,
                LAKE.contentId(key),
                LAKE.load(key).operations().current().uuid(),
                time(kind.snapshots() - KEPT + 1),
                1,
                kind.snapshots(),
                null);
        Map<String, String> catalog = new HashMap<>(LAKE.properties());
        catalog.put("io-impl", KeepingFileIO.class.getName());
        List<String> command = JobProcess.command(order, catalog, "UTC");
        command.addAll(command.indexOf("-cp"), List.of("-Xmx" + heapMib + "m", "-XX:+ExitOnOutOfMemoryError"));
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.to(new File("/dev/null")))
                .start();
        List<String> report = child.inputReader().lines().toList();
        boolean ended = child.waitFor(2, TimeUnit.HOURS);
        System.err.println(kind + " " + heapMib + " " + report);
        return ended
                && child.exitValue() == 0
                && report.size() == 1
                && report.get(0).contains("\"EXPIRED\"");
    }

    /** Writes a metadata file with the kind's list beside the table's own, and all that the list refers to. */
    private static String write(TableMetadata table, Kind kind) throws Exception {
        ObjectNode json = (ObjectNode) new ObjectMapper().readTree(TableMetadataParser.toJson(table));
        ArrayNode snapshots = json.putArray("snapshots");
        ArrayNode statistics = json.putArray("statistics");
        json.putArray("snapshot-log");
        json.putObject("refs");
        json.put("current-snapshot-id", id(kind.snapshots()));
        json.put("last-sequence-number", kind.snapshots());
        ManifestFile manifest = null;
        for (int i = 1; i <= kind.snapshots(); i++) {
            if (kind.isTrim()) {
                snapshots.add(snapshot(i, table.location() + "/metadata/snap-" + i + ".avro"));
            } else {
                if (manifest == null || i % GROUP == 1 || kind.files() > 1) {
                    manifest = manifest(table, kind, i);
                }
                String list = list(table, manifest, i);
                // Read back with its sequence number, so that later lists may hold it too.
                manifest = first(list);
                snapshots.add(snapshot(i, list));
            }
            if (kind.statistics() > 0) {
                statistics.add(statistics(table, kind, i));
            }
        }
        String file = table.location() + "/metadata/grown.metadata.json";
        Files.writeString(Lake.path(file), json.toString());
        return file;
    }

    private static ManifestFile manifest(TableMetadata table, Kind kind, int i) throws Exception {
        OutputFile out = output(table, "m" + i + ".avro");
        ManifestWriter<org.apache.iceberg.DataFile> writer =
                ManifestFiles.write(2, PartitionSpec.unpartitioned(), out, id(i));
        try (writer) {
            int files = kind.files() > 1 ? kind.files() : Math.min(GROUP, kind.snapshots());
            for (int f = 0; f < files; f++) {
                writer.add(DataFiles.builder(PartitionSpec.unpartitioned())
                        .withPath(table.location() + "/data/20260914_120000_00042_abcde-" + i + "-" + f + ".parquet")
                        .withFileSizeInBytes(1 << 20)
                        .withRecordCount(4000)
                        .build());
            }
        }
        return writer.toManifestFile();
    }

    @SuppressWarnings("unchecked")
    private static String list(TableMetadata table, ManifestFile manifest, int i) throws Exception {
        OutputFile out = output(table, "snap-" + i + ".avro");
        Method write = Class.forName("org.apache.iceberg.ManifestLists")
                .getDeclaredMethod(
                        "write",
                        int.class,
                        OutputFile.class,
                        EncryptionManager.class,
                        long.class,
                        Long.class,
                        long.class,
                        Long.class);
        write.setAccessible(true);
        try (FileAppender<ManifestFile> lists = (FileAppender<ManifestFile>)
                write.invoke(null, 2, out, PlaintextEncryptionManager.instance(), id(i), null, (long) i, null)) {
            lists.add(manifest);
        }
        return out.location();
    }

    private static ManifestFile first(String list) throws Exception {
        Method read = Class.forName("org.apache.iceberg.ManifestLists")
                .getDeclaredMethod("read", org.apache.iceberg.io.InputFile.class);
        read.setAccessible(true);
        File file = Lake.path(list).toFile();
        return (ManifestFile) ((List<?>) read.invoke(null, org.apache.iceberg.Files.localInput(file))).get(0);
    }

    private static ObjectNode snapshot(int i, String list) {
        ObjectNode json = new ObjectMapper().createObjectNode();
        json.put("sequence-number", i).put("snapshot-id", id(i)).put("timestamp-ms", time(i));
        json.putObject("summary")
                .put("operation", "append")
                .put("trino_query_id", "20260914_120000_" + (100_000 + i) + "_abcde")
                .put("added-data-files", "12")
                .put("added-records", "48211")
                .put("added-files-size", "1048576")
                .put("changed-partition-count", "1")
                .put("total-records", "48211")
                .put("total-files-size", "1048576")
                .put("total-data-files", "12")
                .put("total-delete-files", "0")
                .put("total-position-deletes", "0")
                .put("total-equality-deletes", "0")
                .put("engine-name", "trino");
        return json.put("manifest-list", list).put("schema-id", 0);
    }

    private static ObjectNode statistics(TableMetadata table, Kind kind, int i) {
        ObjectNode json = new ObjectMapper().createObjectNode();
        json.put("snapshot-id", id(i)).put("statistics-path", table.location() + "/metadata/s" + i + ".stats");
        json.put("file-size-in-bytes", 1000).put("file-footer-size-in-bytes", 100);
        ArrayNode blobs = json.putArray("blob-metadata");
        for (int column = 1; column <= kind.statistics(); column++) {
            ObjectNode blob = blobs.addObject().put("type", "apache-datasketches-theta-v1");
            blob.put("snapshot-id", id(i)).put("sequence-number", i);
            blob.putArray("fields").add(column);
            blob.putObject("properties").put("ndv", "48211");
        }
        return json;
    }

    private static OutputFile output(TableMetadata table, String name) {
        File file = Lake.path(table.location() + "/metadata/" + name).toFile();
        return new Located(org.apache.iceberg.Files.localOutput(file), "file:" + file);
    }

    /** A file on this machine under its full name. */
    private record Located(OutputFile file, String location) implements OutputFile {
        @Override
        public org.apache.iceberg.io.PositionOutputStream create() {
            return file.create();
        }

        @Override
        public org.apache.iceberg.io.PositionOutputStream createOrOverwrite() {
            return file.createOrOverwrite();
        }

        @Override
        public org.apache.iceberg.io.InputFile toInputFile() {
            return file.toInputFile();
        }
    }

    private static long id(int i) {
        return 4_000_000_000_000_000_000L + i * 7_919L;
    }

    private static long time(int i) {
        return 1_780_000_000_000L + i * 1000L;
    }
}
