// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import dev.nessiewatch.spark.WeeklyLake.Entered;
import java.io.IOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericFileWriterFactory;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.OutputFileFactory;
import org.apache.iceberg.io.RollingDataWriter;
import org.apache.iceberg.nessie.NessieCatalog;
import org.apache.iceberg.types.Types;

/** The table that holds one row for each archived snapshot. Written by Iceberg's own writer, in memory that does not grow. */
final class ArchiveTable {
    static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "table_name", Types.StringType.get()),
            Types.NestedField.required(2, "reference", Types.StringType.get()),
            Types.NestedField.required(3, "content_id", Types.StringType.get()),
            Types.NestedField.required(4, "snapshot_id", Types.LongType.get()),
            Types.NestedField.optional(5, "parent_id", Types.LongType.get()),
            Types.NestedField.required(6, "committed_at", Types.TimestampType.withZone()),
            Types.NestedField.optional(7, "operation", Types.StringType.get()),
            Types.NestedField.optional(
                    8, "summary", Types.MapType.ofOptional(9, 10, Types.StringType.get(), Types.StringType.get())),
            Types.NestedField.optional(11, "manifest_list", Types.StringType.get()),
            Types.NestedField.required(12, "sequence_number", Types.LongType.get()),
            Types.NestedField.optional(13, "schema_id", Types.IntegerType.get()),
            Types.NestedField.required(14, "archived_at", Types.TimestampType.withZone()),
            Types.NestedField.required(15, "run_id", Types.StringType.get()));

    private final Table table;

    private ArchiveTable(Table table) {
        this.table = table;
    }

    /** Opens the table; makes it, and its namespaces, when it is not there. Refuses one that cannot take the rows. */
    static ArchiveTable open(NessieCatalog catalog, TableKey key) {
        key.unaddressable().ifPresent(why -> {
            throw new Stop(Outcome.REFUSED, why);
        });
        TableIdentifier name = key.identifier();
        if (!catalog.tableExists(name)) {
            String[] levels = name.namespace().levels();
            for (int depth = 1; depth <= levels.length; depth++) {
                Namespace namespace =
                        Namespace.of(List.of(levels).subList(0, depth).toArray(String[]::new));
                if (!catalog.namespaceExists(namespace)) {
                    catalog.createNamespace(namespace);
                }
            }
            catalog.createTable(name, SCHEMA);
        }
        Table table = catalog.loadTable(name);
        for (Types.NestedField column : SCHEMA.columns()) {
            Types.NestedField there = table.schema().findField(column.name());
            boolean fits = there != null
                    && (column.type().isPrimitiveType()
                            ? there.type().equals(column.type())
                            : there.type().isMapType());
            if (!fits) {
                throw new Stop(Outcome.REFUSED, key + " has no column " + column.name() + " of type " + column.type());
            }
        }
        if (table.spec().isPartitioned()) {
            throw new Stop(Outcome.REFUSED, key + " is partitioned; the archive must not be");
        }
        return new ArchiveTable(table);
    }

    /**
     * Snapshot ids by content id that are in the archive already.
     *
     * @param contentIds tables to look for
     * @param sinceMs rows of older snapshots are not looked for, milliseconds since the epoch
     */
    Map<String, Set<Long>> known(Set<String> contentIds, long sinceMs) throws IOException {
        Map<String, Set<Long>> known = new HashMap<>();
        try (CloseableIterable<Record> rows = IcebergGenerics.read(table)
                .select("content_id", "snapshot_id", "committed_at")
                .where(Expressions.greaterThanOrEqual("committed_at", TimeUnit.MILLISECONDS.toMicros(sinceMs)))
                .build()) {
            for (Record row : rows) {
                String contentId = String.valueOf(row.getField("content_id"));
                if (contentIds.contains(contentId)) {
                    known.computeIfAbsent(contentId, key -> new HashSet<>()).add((Long) row.getField("snapshot_id"));
                }
            }
        }
        return known;
    }

    /** A place for new rows. */
    Rows rows() {
        return new Rows(table);
    }

    /** Rows on their way into the table: in files that are deleted again unless they are kept. */
    static final class Rows implements AutoCloseable {
        private final Table table;
        private final RollingDataWriter<Record> writer;
        private List<DataFile> files = List.of();
        private long added;
        private boolean finished;
        private boolean kept;

        private Rows(Table table) {
            this.table = table;
            // Another name at each attempt: an attempt before may have left files.
            OutputFileFactory names = OutputFileFactory.builderFor(table, 0, 0)
                    .format(FileFormat.PARQUET)
                    .operationId(UUID.randomUUID().toString())
                    .build();
            this.writer = new RollingDataWriter<>(
                    new GenericFileWriterFactory.Builder(table)
                            .dataFileFormat(FileFormat.PARQUET)
                            .dataSchema(table.schema())
                            .build(),
                    names,
                    table.io(),
                    TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT,
                    table.spec(),
                    null);
        }

        void add(Entered entry, Week week, Snapshot snapshot) {
            GenericRecord row = GenericRecord.create(table.schema());
            row.setField("table_name", entry.key().display());
            row.setField("reference", week.options().reference());
            row.setField("content_id", entry.contentId());
            row.setField("snapshot_id", snapshot.snapshotId());
            row.setField("parent_id", snapshot.parentId());
            row.setField("committed_at", time(snapshot.timestampMillis()));
            row.setField("operation", snapshot.operation());
            row.setField("summary", snapshot.summary());
            row.setField("manifest_list", snapshot.manifestListLocation());
            row.setField("sequence_number", snapshot.sequenceNumber());
            row.setField("schema_id", snapshot.schemaId());
            row.setField("archived_at", time(week.startMs()));
            row.setField("run_id", week.runId());
            writer.write(row);
            added++;
        }

        /** Closes the files; gives the append that takes them in, or nothing when there is no row. */
        Optional<AppendFiles> finish() throws IOException {
            writer.close();
            finished = true;
            files = added == 0 ? List.of() : writer.result().dataFiles();
            if (files.isEmpty()) {
                return Optional.empty();
            }
            AppendFiles append = table.newAppend();
            files.forEach(append::appendFile);
            return Optional.of(append);
        }

        /** The append went through. */
        void keep() {
            kept = true;
        }

        @Override
        public void close() throws IOException {
            if (!finished) {
                writer.close();
                files = added == 0 ? List.of() : writer.result().dataFiles();
            }
            if (!kept) {
                files.forEach(file -> table.io().deleteFile(file.location()));
            }
        }

        private static OffsetDateTime time(long ms) {
            return Instant.ofEpochMilli(ms).atOffset(ZoneOffset.UTC);
        }
    }
}
