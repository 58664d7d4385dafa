// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.nessie.NessieCatalog;
import org.apache.iceberg.types.Types;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.projectnessie.client.NessieClientBuilder;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.error.NessieConflictException;
import org.projectnessie.error.NessieNotFoundException;
import org.projectnessie.model.Branch;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.LogResponse.LogEntry;
import org.projectnessie.model.Operation;

/** A real lake on this machine: Nessie, Spark and a warehouse of files. In Spark the catalog is {@code lake}. */
final class Lake {
    private static final Lake SHARED = new Lake();

    private final NessieServer server = NessieServer.start();
    private final Path warehouse = newWarehouse();
    private final SparkSession spark;
    private final NessieApiV2 nessie;
    private final NessieCatalog catalog = new NessieCatalog();

    private Lake() {
        this.spark = SparkSession.builder()
                .master("local[2]")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.ui.enabled", "false")
                .config("spark.sql.shuffle.partitions", "2")
                .config("spark.sql.warehouse.dir", warehouse.toUri().toString())
                .config("spark.sql.catalog.lake", "org.apache.iceberg.spark.SparkCatalog")
                .config("spark.sql.catalog.lake.catalog-impl", "org.apache.iceberg.nessie.NessieCatalog")
                .config("spark.sql.catalog.lake.uri", server.uri())
                .config("spark.sql.catalog.lake.ref", "main")
                .config("spark.sql.catalog.lake.warehouse", warehouse.toUri().toString())
                .config("spark.sql.catalog.lake.cache-enabled", "false")
                .config("spark.sql.catalog.lake.table-default.gc.enabled", "true")
                .getOrCreate();
        this.nessie = NessieClientBuilder.createClientBuilderFromSystemSettings()
                .withUri(server.uri())
                .build(NessieApiV2.class);
        catalog.setConf(new Configuration());
        catalog.initialize("test", properties());
        sql("CREATE NAMESPACE lake.ns");
    }

    /** The one lake of this JVM; opened at first use, and gone with the JVM. */
    static Lake shared() {
        return SHARED;
    }

    /** What the job is told about the catalog. */
    Map<String, String> properties() {
        return Map.of("uri", server.uri(), "warehouse", warehouse.toUri().toString(), "ref", "main");
    }

    void sql(String... statements) {
        for (String statement : statements) {
            spark.sql(statement);
        }
    }

    /** Creates {@code ns.name} and appends a row as many times. */
    TableKey appended(String name, int snapshots) {
        sql("CREATE TABLE lake.ns." + name + " (id INT) USING iceberg");
        append("lake.ns." + name, snapshots);
        return new TableKey(List.of("ns", name));
    }

    void append(String name, int snapshots) {
        for (int i = 0; i < snapshots; i++) {
            sql("INSERT INTO " + name + " VALUES (" + i + ")");
        }
    }

    /** Creates {@code ns.name} and replaces it as often as it takes; no snapshot has a parent. */
    TableKey replaced(String name, int snapshots) {
        for (int i = 0; i < snapshots; i++) {
            sql("CREATE OR REPLACE TABLE lake.ns." + name + " USING iceberg AS SELECT " + i + " AS id");
        }
        return new TableKey(List.of("ns", name));
    }

    /** Creates {@code ns.name} with as many empty snapshots in one chain, without the cost of Spark. */
    TableKey grown(String name, int snapshots) {
        TableKey key = new TableKey(List.of("ns", name));
        Schema schema = new Schema(Types.NestedField.optional(1, "id", Types.IntegerType.get()));
        Table table = catalog.buildTable(key.identifier(), schema)
                .withProperty(TableProperties.GC_ENABLED, "true")
                .create();
        for (int i = 0; i < snapshots; i++) {
            table.newFastAppend().commit();
        }
        return key;
    }

    /** Lets the first snapshots of a table, as many as there are ages, be this old. Written past Iceberg, as it forbids it. */
    void age(TableKey key, Duration... ages) throws Exception {
        TableMetadata metadata = load(key).operations().current();
        ObjectNode json = (ObjectNode) new ObjectMapper().readTree(TableMetadataParser.toJson(metadata));
        for (int i = 0; i < ages.length; i++) {
            long id = metadata.snapshots().get(i).snapshotId();
            long time = System.currentTimeMillis() - ages[i].toMillis();
            for (String list : List.of("snapshots", "snapshot-log")) {
                for (JsonNode entry : json.withArray(list)) {
                    if (entry.get("snapshot-id").longValue() == id) {
                        ((ObjectNode) entry).put("timestamp-ms", time);
                    }
                }
            }
        }
        String file = metadata.metadataFileLocation().replaceFirst("[^/]*$", UUID.randomUUID() + ".metadata.json");
        Files.writeString(path(file), json.toString());
        put(key, content(key), file);
    }

    /** Lets another key hold the metadata file of a table. */
    void alias(TableKey key, TableKey other) throws Exception {
        IcebergTable content = content(key);
        put(other, content.withId(null), content.getMetadataLocation());
    }

    void unalias(TableKey key) throws Exception {
        commit(Operation.Delete.of(key.contentKey()));
    }

    IcebergTable content(TableKey key) throws NessieNotFoundException {
        return (IcebergTable) Objects.requireNonNull(
                nessie.getContent().refName("main").key(key.contentKey()).get().get(key.contentKey()));
    }

    void put(TableKey key, IcebergTable table, String file) throws Exception {
        commit(Operation.Put.of(
                key.contentKey(),
                IcebergTable.of(
                        file,
                        table.getSnapshotId(),
                        table.getSchemaId(),
                        table.getSpecId(),
                        table.getSortOrderId(),
                        table.getId())));
    }

    private void commit(Operation operation) throws Exception {
        nessie.commitMultipleOperations()
                .branch((Branch) nessie.getReference().refName("main").get())
                .operation(operation)
                .commitMeta(CommitMeta.fromMessage("test"))
                .commit();
    }

    /** Lets all files of a table be ten days old. */
    void ageFiles(TableKey key) throws IOException {
        FileTime time = FileTime.from(Instant.now().minus(Duration.ofDays(10)));
        for (Path file : files(key)) {
            Files.setLastModifiedTime(file, time);
        }
    }

    /** All files in a table's folder, without Hadoop's checksums. */
    List<Path> files(TableKey key) throws IOException {
        try (Stream<Path> files = Files.walk(path(load(key).location()))) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().endsWith(".crc"))
                    .sorted()
                    .toList();
        }
    }

    List<Row> rows(String query) {
        return spark.sql(query).collectAsList();
    }

    /** The newest commits, newest first. */
    List<CommitMeta> commits(int count) throws NessieNotFoundException {
        return nessie.getCommitLog().refName("main").stream()
                .limit(count)
                .map(LogEntry::getCommitMeta)
                .toList();
    }

    /** Appends a row; false when another writer was faster. */
    boolean inserted(String name) {
        try {
            sql("INSERT INTO " + name + " VALUES (7)");
            return true;
        } catch (CommitFailedException e) {
            return false;
        }
    }

    long count(String table) {
        return spark.sql("SELECT * FROM " + table).count();
    }

    BaseTable load(TableKey key) {
        return (BaseTable) catalog.loadTable(key.identifier());
    }

    List<Snapshot> snapshots(TableKey key) {
        return load(key).operations().current().snapshots();
    }

    String contentId(TableKey key) throws NessieNotFoundException {
        return content(key).getId();
    }

    String head() throws NessieNotFoundException {
        return nessie.getReference().refName("main").get().getHash();
    }

    CommitMeta commit(@Nullable String hash) throws NessieNotFoundException {
        Objects.requireNonNull(hash);
        return nessie.getCommitLog().refName("main").hashOnRef(hash).stream()
                .findFirst()
                .map(LogEntry::getCommitMeta)
                .orElseThrow();
    }

    void branch(String name) {
        try {
            nessie.createReference()
                    .sourceRefName("main")
                    .reference(Branch.of(name, head()))
                    .create();
        } catch (NessieNotFoundException | NessieConflictException e) {
            throw new IllegalStateException(e);
        }
    }

    void dropBranch(String name) throws NessieNotFoundException, NessieConflictException {
        nessie.deleteReference()
                .reference(nessie.getReference().refName(name).get())
                .delete();
    }

    static boolean hasManifestList(Snapshot snapshot) {
        return Files.exists(path(snapshot.manifestListLocation()));
    }

    static Path path(String location) {
        return Path.of(location.replaceFirst("^file:/+", "/"));
    }

    private static Path newWarehouse() {
        try {
            return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "warehouse");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
