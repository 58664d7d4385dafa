// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;

/** The demo's last line: what was expired, what was held, how fast; one JSON object. */
final class Summary {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Summary() {}

    /**
     * Puts the line together.
     *
     * @param effective ledger entry of each table that was expired
     * @param held outcome of each table that was not
     * @param delays from commit to event
     * @param seconds since all servers were up
     */
    static String line(Map<String, JsonNode> effective, Map<String, String> held, Delays delays, double seconds) {
        ObjectNode summary = JSON.createObjectNode();
        new TreeMap<>(effective)
                .forEach((table, entry) -> summary.withArray("tables").add(expired(table, entry)));
        ObjectNode reasons = summary.putObject("held");
        held.forEach(reasons::put);
        summary.putObject("commitToEventMs").put("p50", delays.percentile(50)).put("p99", delays.percentile(99));
        summary.put("seconds", Math.round(seconds * 10) / 10.0);
        return summary.toString();
    }

    private static ObjectNode expired(String table, JsonNode entry) {
        JsonNode order = entry.path("order");
        JsonNode verdict = entry.path("verdict");
        return JSON.createObjectNode()
                .put("table", table)
                .put("mode", order.path("mode").asText())
                .put("snapshotsBefore", order.path("snapshotsBefore").asInt())
                .put("snapshotsAfter", verdict.path("snapshotsAfter").asInt())
                .put("predictedRemoved", order.path("predictedRemoved").asInt())
                .put("removed", verdict.path("removed").asInt())
                .put("signedCommit", verdict.path("signedCommit").asText(null))
                .put("verdict", verdict.path("kind").asText());
    }
}
