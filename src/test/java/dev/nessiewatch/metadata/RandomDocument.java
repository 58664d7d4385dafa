// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Table metadata by chance: fields in any order, texts that look like fields, ids of every sort. */
final class RandomDocument {
    private static final String[] DECOYS = {
        "snapshots",
        "refs",
        "snapshot-id",
        "\"snapshots\":[{",
        "}]}",
        "\\",
        "é表💀",
        "\u0001",
        "gc.enabled",
        "timestamp-ms"
    };
    private final JsonNodeFactory nodes = JsonNodeFactory.instance;
    private final Random random;
    private final List<JsonNode> ids = new ArrayList<>();

    RandomDocument(Random random) {
        this.random = random;
    }

    byte[] bytes() {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        fields.put("format-version", nodes.numberNode(1 + random.nextInt(4)));
        fields.put("table-uuid", nodes.textNode("u"));
        fields.put("last-column-id", nodes.numberNode(3));
        fields.put("last-updated-ms", nodes.numberNode(1_000_000));
        fields.put("snapshots", snapshots());
        maybe(fields, "current-snapshot-id", random.nextInt(5) == 0 ? nodes.numberNode(-1) : anyId());
        maybe(fields, "refs", refs());
        maybe(fields, "properties", texts());
        maybe(fields, "schemas", decoyArray());
        maybe(fields, "statistics", decoyArray());
        maybe(fields, "partition-statistics", decoyArray());
        maybe(fields, "snapshot-log", decoyArray());
        maybe(fields, "metadata-log", decoyArray());
        maybe(fields, "é表" + random.nextInt(9), decoyArray());
        List<String> order = new ArrayList<>(fields.keySet());
        Collections.shuffle(order, random);
        ObjectNode root = nodes.objectNode();
        order.forEach(name -> root.set(name, fields.get(name)));
        String text = random.nextBoolean() ? root.toString() : root.toPrettyString();
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private void maybe(Map<String, JsonNode> fields, String name, JsonNode value) {
        if (random.nextInt(5) > 0) {
            fields.put(name, value);
        }
    }

    private ArrayNode snapshots() {
        ArrayNode list = nodes.arrayNode();
        int size = random.nextInt(9);
        for (int i = 0; i < size; i++) {
            Map<String, JsonNode> fields = new LinkedHashMap<>();
            fields.put("timestamp-ms", nodes.numberNode(random.nextInt(2_000_000)));
            maybe(fields, "parent-snapshot-id", anyId());
            JsonNode id = newId();
            ids.add(id);
            fields.put("snapshot-id", id);
            maybe(fields, "summary", texts());
            maybe(fields, "manifest-list", text());
            List<String> order = new ArrayList<>(fields.keySet());
            Collections.shuffle(order, random);
            ObjectNode snapshot = list.addObject();
            order.forEach(name -> snapshot.set(name, fields.get(name)));
        }
        return list;
    }

    private ObjectNode refs() {
        ObjectNode refs = nodes.objectNode();
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            ObjectNode ref = refs.putObject(i == 0 ? "main" : DECOYS[random.nextInt(DECOYS.length)]);
            ref.set("snapshot-id", anyId());
            ref.put("type", i == 0 || random.nextBoolean() ? "branch" : "tag");
        }
        return refs;
    }

    private JsonNode anyId() {
        return ids.isEmpty() || random.nextInt(6) == 0 ? newId() : ids.get(random.nextInt(ids.size()));
    }

    private JsonNode newId() {
        return switch (random.nextInt(20)) {
            case 0 -> nodes.numberNode(new BigInteger(70, random));
            case 1 -> nodes.textNode("id" + random.nextInt(4));
            case 2 -> nodes.numberNode(random.nextInt(5) + 0.5);
            case 3 -> nodes.numberNode(random.nextInt(6));
            default -> nodes.numberNode(random.nextLong() >>> 1);
        };
    }

    private ObjectNode texts() {
        ObjectNode texts = nodes.objectNode();
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            texts.put(DECOYS[random.nextInt(DECOYS.length)], DECOYS[random.nextInt(DECOYS.length)]);
        }
        return texts;
    }

    private JsonNode text() {
        return nodes.textNode(DECOYS[random.nextInt(DECOYS.length)]);
    }

    private ArrayNode decoyArray() {
        ArrayNode array = nodes.arrayNode();
        int size = random.nextInt(3);
        for (int i = 0; i < size; i++) {
            ObjectNode entry = array.addObject();
            entry.set("snapshot-id", anyId());
            entry.set("snapshots", nodes.arrayNode().add(texts()));
            entry.set(DECOYS[random.nextInt(DECOYS.length)], text());
        }
        return array;
    }
}
