// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A table's life by chance: commits, replaces, rollbacks, staged snapshots, lost parents, branches, tags, settings of
 * their own. Times are whole hours before now and ages are half hours, so that the time a test takes decides nothing.
 */
final class RandomHistory {
    static final long HOUR = 3_600_000;

    final List<String> snapshots = new ArrayList<>();
    final Map<String, String> refs = new LinkedHashMap<>();
    final List<Long> ids = new ArrayList<>();
    final List<Long> timesMs = new ArrayList<>();
    final Map<String, String> properties = new LinkedHashMap<>();
    private final Random random;
    private final long nowMs;
    private @Nullable Long head;

    RandomHistory(Random random, long nowMs) {
        this.random = random;
        this.nowMs = nowMs;
        int size = random.nextInt(26);
        for (int i = 0; i < size; i++) {
            commit(size - i);
        }
        refs();
        if (random.nextInt(4) == 0) {
            properties.put("history.expire.max-ref-age-ms", Long.toString(age()));
        }
        if (random.nextInt(4) == 0) {
            properties.put("history.expire.min-snapshots-to-keep", Integer.toString(1 + random.nextInt(9)));
            properties.put("history.expire.max-snapshot-age-ms", Long.toString(age()));
        }
    }

    String json() {
        String current = head == null ? "-1" : head.toString();
        boolean implied = head != null && refs.size() == 1 && refs.containsKey("main") && random.nextBoolean();
        String references = implied ? "" : "\"refs\":{" + String.join(",", refs.values()) + "},";
        StringBuilder props = new StringBuilder();
        properties.forEach(
                (name, value) -> props.append(props.isEmpty() ? "" : ",").append("\"" + name + "\":\"" + value + "\""));
        return "{\"format-version\":2,\"table-uuid\":\"9c12d441-03fe-4693-9a96-a0705ddf69c1\",\"location\":\"/t\","
                + "\"last-sequence-number\":99,\"last-updated-ms\":" + nowMs + ",\"last-column-id\":1,"
                + "\"current-schema-id\":0,\"schemas\":[{\"type\":\"struct\",\"schema-id\":0,\"fields\":[{\"id\":1,"
                + "\"name\":\"x\",\"required\":false,\"type\":\"long\"}]}],\"default-spec-id\":0,"
                + "\"partition-specs\":[{\"spec-id\":0,\"fields\":[]}],\"last-partition-id\":999,"
                + "\"default-sort-order-id\":0,\"sort-orders\":[{\"order-id\":0,\"fields\":[]}],"
                + "\"properties\":{" + props + "},\"current-snapshot-id\":" + current + "," + references
                + "\"snapshots\":[" + String.join(",", snapshots) + "],\"snapshot-log\":[" + log()
                + "],\"metadata-log\":[]}";
    }

    private String log() {
        return head == null ? "" : "{\"snapshot-id\":" + head + ",\"timestamp-ms\":" + nowMs + "}";
    }

    /** A cut-off at a snapshot's time, beside it, or anywhere. */
    long cutoff() {
        if (timesMs.isEmpty() || random.nextInt(3) == 0) {
            return nowMs - random.nextInt(40) * HOUR;
        }
        return timesMs.get(random.nextInt(timesMs.size())) + random.nextInt(3) - 1;
    }

    private void commit(int hoursAgo) {
        long id = random.nextLong() >>> 1;
        long timeMs = nowMs - (hoursAgo + random.nextInt(5) - 2) * HOUR;
        Long parent = parent();
        ids.add(id);
        timesMs.add(timeMs);
        snapshots.add("{\"sequence-number\":" + ids.size() + ",\"snapshot-id\":" + id
                + (parent == null ? "" : ",\"parent-snapshot-id\":" + parent) + ",\"timestamp-ms\":" + timeMs
                + ",\"summary\":{\"operation\":\"append\"},\"manifest-list\":\"/t/" + id + ".avro\",\"schema-id\":0}");
        boolean staged = random.nextInt(10) == 0;
        if (!staged) {
            head = id;
        }
        if (random.nextInt(12) == 0) {
            head = ids.get(random.nextInt(ids.size()));
        }
    }

    private @Nullable Long parent() {
        return switch (random.nextInt(12)) {
            case 0, 1 -> null;
            case 2 -> random.nextLong() >>> 1;
            case 3 -> ids.isEmpty() ? null : ids.get(random.nextInt(ids.size()));
            default -> head;
        };
    }

    private void refs() {
        if (head != null) {
            refs.put("main", ref("main", head, true));
        }
        int more = ids.isEmpty() ? 0 : random.nextInt(5);
        for (int i = 0; i < more; i++) {
            boolean branch = random.nextBoolean();
            String name = (branch ? "b" : "t") + i;
            refs.put(name, ref(name, ids.get(random.nextInt(ids.size())), branch));
        }
    }

    private String ref(String name, long id, boolean branch) {
        StringBuilder text = new StringBuilder("\"" + name + "\":{\"snapshot-id\":" + id);
        text.append(",\"type\":\"").append(branch ? "branch" : "tag").append('"');
        if (branch && random.nextInt(3) == 0) {
            text.append(",\"min-snapshots-to-keep\":").append(1 + random.nextInt(6));
        }
        if (branch && random.nextInt(3) == 0) {
            text.append(",\"max-snapshot-age-ms\":").append(age());
        }
        if (random.nextInt(4) == 0) {
            text.append(",\"max-ref-age-ms\":").append(age());
        }
        return text.append('}').toString();
    }

    private long age() {
        return random.nextInt(30) * HOUR + HOUR / 2;
    }
}
