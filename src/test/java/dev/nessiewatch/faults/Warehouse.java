// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A folder of small metadata files, written as Iceberg lays them out.
 *
 * @param folder where they are
 * @param base what a location begins with
 */
record Warehouse(Path folder, String base, AtomicLong written) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Files of this machine, as {@code file:} locations. */
    static Warehouse ofFiles(Path folder) {
        return new Warehouse(folder, "file://" + folder.toAbsolutePath(), new AtomicLong());
    }

    /** The same folder as a bucket of an object store. */
    static Warehouse ofObjects(Path folder) {
        return new Warehouse(folder, "s3://lake", new AtomicLong());
    }

    /** Writes a file with some snapshots, an hour apart, the newest now; returns its location. */
    String write(int snapshots) {
        return write(snapshots, Duration.ofHours(1), Instant.now());
    }

    /** Writes a file; returns its location. */
    String write(int snapshots, Duration apart, Instant newest) {
        String name = written.incrementAndGet() + ".metadata.json";
        try {
            Files.write(folder.resolve(name), JSON.writeValueAsBytes(document(snapshots, apart, newest)));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + name, e);
        }
        return base + "/" + name;
    }

    private static ObjectNode document(int count, Duration apart, Instant newest) {
        ObjectNode root = JSON.createObjectNode();
        root.put("format-version", 2);
        root.put("table-uuid", UUID.randomUUID().toString());
        root.put("location", "file:///nowhere");
        root.put("last-updated-ms", newest.toEpochMilli());
        root.put("current-snapshot-id", count);
        root.putObject("properties").put("owner", "faults");
        root.putObject("refs").putObject("main").put("snapshot-id", count).put("type", "branch");
        ArrayNode snapshots = root.putArray("snapshots");
        for (int i = 1; i <= count; i++) {
            ObjectNode snapshot = snapshots.addObject();
            snapshot.put("snapshot-id", i);
            if (i > 1) {
                snapshot.put("parent-snapshot-id", i - 1);
            }
            snapshot.put("sequence-number", i);
            snapshot.put(
                    "timestamp-ms", newest.minus(apart.multipliedBy(count - i)).toEpochMilli());
            snapshot.put("manifest-list", "file:///nowhere/" + i);
            snapshot.putObject("summary").put("operation", "append");
        }
        return root;
    }
}
