// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What the ledger said so far: tells each step once, keeps the first effective order of each table. */
final class Ledger {
    private static final String EFFECTIVE = "Effective";

    private final Stage stage;
    private final Set<String> told = new HashSet<>();
    private final Set<String> launched = new LinkedHashSet<>();
    private final Map<String, JsonNode> effective = new LinkedHashMap<>();

    Ledger(Stage stage) {
        this.stage = stage;
    }

    /** Takes one record in. */
    void accept(JsonNode entry) {
        JsonNode order = entry.path("order");
        if (order.isMissingNode() || order.isNull()) {
            return;
        }
        String table = TableName.of(order.path("key"));
        launched.add(table);
        String phase = entry.path("phase").asText();
        if (told.add(order.path("id").asText() + "/" + phase + "/"
                + entry.path("attempt").asInt())) {
            stage.say(table + ": " + words(phase, entry));
        }
        JsonNode verdict = entry.path("verdict");
        if (phase.equals("VERIFIED") && verdict.path("kind").asText().equals(EFFECTIVE)) {
            effective.putIfAbsent(table, entry);
        }
    }

    private static String words(String phase, JsonNode entry) {
        JsonNode order = entry.path("order");
        JsonNode verdict = entry.path("verdict");
        switch (phase) {
            case "INTENDED":
                return String.format(
                        "to %s %d of %d snapshots (%s)",
                        order.path("mode").asText(),
                        order.path("predictedRemoved").asInt(),
                        order.path("snapshotsBefore").asInt(),
                        order.path("why").asText());
            case "LAUNCHED":
                return "run " + entry.path("run").asText() + " started";
            case "ENDED":
                return "run " + entry.path("run").asText() + " ended";
            case "VERIFIED":
                return String.format(
                        "%s: %d removed, %d left in the list (%s)",
                        verdict.path("kind").asText(),
                        verdict.path("removed").asInt(),
                        verdict.path("snapshotsAfter").asInt(),
                        verdict.path("cause").asText());
            default:
                return phase;
        }
    }

    /** Whether each of these tables had an effective expiry. */
    boolean isEffectiveFor(Collection<String> tables) {
        return effective.keySet().containsAll(tables);
    }

    /** Tables that had an order, whatever came of it. */
    Set<String> launched() {
        return Set.copyOf(launched);
    }

    /** The first effective order of each table, by table. */
    Map<String, JsonNode> effective() {
        return Map.copyOf(effective);
    }
}
