// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The same numbers from Jackson's tree model, the plain way: the whole document in memory. */
final class TreeOracle {
    private static final ObjectMapper EXACT =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final ObjectMapper ANY_EXPONENT = new ObjectMapper();

    private TreeOracle() {}

    /** The tree of the first document; a missing node when Jackson cannot read it. */
    static JsonNode tree(byte[] bytes) {
        JsonNode exact = tree(EXACT, bytes);
        return exact.isMissingNode() ? tree(ANY_EXPONENT, bytes) : exact;
    }

    private static JsonNode tree(ObjectMapper mapper, byte[] bytes) {
        try {
            return mapper.readTree(bytes);
        } catch (IOException | NumberFormatException e) {
            return MissingNode.getInstance();
        }
    }

    static Census.Snapshots snapshots(JsonNode root) {
        Map<Object, Object> parents = new HashMap<>();
        int total = 0;
        int parentless = 0;
        Long oldest = null;
        Long newest = null;
        for (JsonNode snapshot : root.path("snapshots")) {
            total++;
            Object parent = id(snapshot.path("parent-snapshot-id"));
            parentless += parent == null ? 1 : 0;
            parents.putIfAbsent(id(snapshot.get("snapshot-id")), parent == null ? "" : parent);
            long timeMs = snapshot.get("timestamp-ms").longValue();
            oldest = oldest == null ? timeMs : Math.min(oldest, timeMs);
            newest = newest == null ? timeMs : Math.max(newest, timeMs);
        }
        Set<Object> reached = new HashSet<>();
        JsonNode main = root.path("refs").path("main").path("snapshot-id");
        reach(parents, main instanceof MissingNode ? root.path("current-snapshot-id") : main, reached);
        int onMain = reached.size();
        root.path("refs").forEach(ref -> reach(parents, ref.path("snapshot-id"), reached));
        int onOthers = reached.size() - onMain;
        return new Census.Snapshots(
                total, onMain, onOthers, parents.size() - reached.size(), parentless, oldest, newest);
    }

    static Census.Refs refs(JsonNode root) {
        int branches = 0;
        int tags = 0;
        for (JsonNode ref : root.path("refs")) {
            boolean branch = ref.path("type").asText().equalsIgnoreCase("branch");
            branches += branch ? 1 : 0;
            tags += branch ? 0 : 1;
        }
        return new Census.Refs(branches, tags);
    }

    private static void reach(Map<Object, Object> parents, JsonNode head, Set<Object> reached) {
        Object at = id(head);
        while (at != null && parents.containsKey(at) && reached.add(at)) {
            at = parents.get(at);
        }
    }

    private static @Nullable Object id(JsonNode node) {
        if (node.isNumber()) {
            BigDecimal number = node.decimalValue();
            BigDecimal plain = number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
            return plain.equals(BigDecimal.ONE.negate()) ? null : plain;
        }
        return node.isTextual() ? "\"" + node.textValue() : null;
    }
}
