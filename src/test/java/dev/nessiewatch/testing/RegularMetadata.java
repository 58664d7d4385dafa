// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A table metadata file made up of snapshot times: each snapshot follows the one before it, the last is current. */
public final class RegularMetadata {
    private final List<Instant> times = new ArrayList<>();
    private boolean replaced;
    private String properties = "";

    /** So many snapshots, the last one at {@code last}, each {@code every} after the one before. */
    public RegularMetadata snapshots(int count, Instant last, Duration every) {
        for (int i = count - 1; i >= 0; i--) {
            times.add(last.minus(every.multipliedBy(i)));
        }
        return this;
    }

    /** Makes every snapshot one without a parent, as CREATE OR REPLACE does. */
    public RegularMetadata replaced() {
        replaced = true;
        return this;
    }

    public RegularMetadata property(String key, String value) {
        properties = "\"" + key + "\":\"" + value + "\"";
        return this;
    }

    public long currentId() {
        return times.isEmpty() ? -1 : 1000 + times.size() - 1;
    }

    public String text() {
        StringBuilder snapshots = new StringBuilder();
        StringBuilder log = new StringBuilder();
        for (int i = 0; i < times.size(); i++) {
            String comma = i == 0 ? "" : ",";
            long ms = times.get(i).toEpochMilli();
            String parent = i == 0 || replaced ? "" : "\"parent-snapshot-id\":" + (999 + i) + ",";
            snapshots
                    .append(comma)
                    .append("{\"sequence-number\":")
                    .append(i + 1)
                    .append(",\"snapshot-id\":")
                    .append(1000 + i)
                    .append(",")
                    .append(parent)
                    .append("\"timestamp-ms\":")
                    .append(ms)
                    .append(",\"summary\":{\"operation\":\"append\"},\"manifest-list\":\"s3://lake/snap-")
                    .append(1000 + i)
                    .append(".avro\",\"schema-id\":0}");
            log.append(comma)
                    .append("{\"timestamp-ms\":")
                    .append(ms)
                    .append(",\"snapshot-id\":")
                    .append(1000 + i)
                    .append("}");
        }
        return "{\"format-version\":2,\"table-uuid\":\"4b5d1c2e-0000-4000-8000-000000000001\",\"last-column-id\":1,"
                + "\"schemas\":[{\"type\":\"struct\",\"schema-id\":0,\"fields\":[]}],\"properties\":{" + properties
                + "},\"current-snapshot-id\":" + currentId() + ",\"snapshots\":[" + snapshots
                + "],\"snapshot-log\":[" + log + "],\"metadata-log\":[]}";
    }

    public Path write(Path file) {
        return write(file, text());
    }

    public static Path write(Path file, String text) {
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
