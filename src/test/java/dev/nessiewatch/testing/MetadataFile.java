// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A small, valid Iceberg metadata file, written by hand: what matters is the list of snapshots. */
public final class MetadataFile {
    private final String uuid;
    private final List<String> snapshots = new ArrayList<>();
    private final Map<String, String> refs = new LinkedHashMap<>();
    private final Map<String, String> properties = new LinkedHashMap<>();
    private long newestId = -1;
    private long newestMs;

    private MetadataFile(String uuid) {
        this.uuid = uuid;
    }

    /** An empty table. */
    public static MetadataFile of(String uuid) {
        return new MetadataFile(uuid);
    }

    /** A table that has not been trimmed: so many snapshots, an hour apart, from 20 days ago, and one of two hours ago. */
    public static MetadataFile grown(String uuid, int old, Instant now) {
        MetadataFile file = of(uuid);
        for (int i = 0; i < old; i++) {
            file.append(now.minus(Duration.ofDays(20)).plus(Duration.ofHours(i)));
        }
        return file.append(now.minus(Duration.ofHours(2)));
    }

    /** A snapshot on top of the newest one. */
    public MetadataFile append(Instant at) {
        return snapshot(at, newestId);
    }

    /** A snapshot without a parent, as CREATE OR REPLACE makes it. */
    public MetadataFile replace(Instant at) {
        return snapshot(at, -1);
    }

    /** So many replaces, the first at {@code from}. */
    public MetadataFile replaces(int count, Instant from, Duration step) {
        for (int i = 0; i < count; i++) {
            replace(from.plus(step.multipliedBy(i)));
        }
        return this;
    }

    /** A tag on the newest snapshot. */
    public MetadataFile tag(String name) {
        refs.put(name, "{\"snapshot-id\":" + newestId + ",\"type\":\"tag\"}");
        return this;
    }

    /** A table property. */
    public MetadataFile property(String name, String value) {
        properties.put(name, value);
        return this;
    }

    /** Removes the snapshots older than this, as an expiry would. */
    public MetadataFile expire(Instant olderThan) {
        snapshots.removeIf(json -> timeMs(json) < olderThan.toEpochMilli());
        return this;
    }

    /** Id of the newest snapshot; -1 when there is none. Ids count from 1. */
    public long currentId() {
        return newestId;
    }

    /** Number of snapshots. */
    public int size() {
        return snapshots.size();
    }

    /** Writes the file; returns its location as Nessie holds it. */
    public String write(Path file) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, json());
            return "file:" + file.toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file, e);
        }
    }

    /** The text of the file. */
    public String json() {
        Map<String, String> all = new LinkedHashMap<>(refs);
        if (newestId >= 0) {
            all.put("main", "{\"snapshot-id\":" + newestId + ",\"type\":\"branch\"}");
        }
        return "{\"format-version\":2,\"table-uuid\":\"" + uuid + "\",\"location\":\"file:/lake/t\","
                + "\"last-sequence-number\":" + snapshots.size() + ",\"last-updated-ms\":" + newestMs + ","
                + "\"last-column-id\":1,\"current-schema-id\":0,\"schemas\":[{\"type\":\"struct\",\"schema-id\":0,"
                + "\"fields\":[{\"id\":1,\"name\":\"id\",\"required\":false,\"type\":\"int\"}]}],"
                + "\"default-spec-id\":0,\"partition-specs\":[{\"spec-id\":0,\"fields\":[]}],"
                + "\"last-partition-id\":999,\"default-sort-order-id\":0,"
                + "\"sort-orders\":[{\"order-id\":0,\"fields\":[]}],"
                + "\"properties\":" + object(quoted(properties)) + ",\"current-snapshot-id\":" + newestId + ","
                + "\"refs\":" + object(all) + ",\"snapshots\":[" + String.join(",", snapshots) + "],"
                + "\"statistics\":[],\"snapshot-log\":[],\"metadata-log\":[]}";
    }

    private MetadataFile snapshot(Instant at, long parent) {
        long id = Math.max(newestId, 0) + 1;
        String parentField = parent < 0 ? "" : "\"parent-snapshot-id\":" + parent + ",";
        snapshots.add("{\"sequence-number\":" + id + ",\"snapshot-id\":" + id + "," + parentField + "\"timestamp-ms\":"
                + at.toEpochMilli() + ",\"summary\":{\"operation\":\"append\"},\"manifest-list\":\"file:/lake/t/m" + id
                + ".avro\",\"schema-id\":0}");
        newestId = id;
        newestMs = Math.max(newestMs, at.toEpochMilli());
        return this;
    }

    private static long timeMs(String snapshot) {
        return Long.parseLong(snapshot.replaceAll(".*\"timestamp-ms\":(\\d+).*", "$1"));
    }

    private static Map<String, String> quoted(Map<String, String> values) {
        Map<String, String> quoted = new LinkedHashMap<>();
        values.forEach((name, value) -> quoted.put(name, "\"" + value + "\""));
        return quoted;
    }

    private static String object(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> "\"" + field.getKey() + "\":" + field.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }
}
