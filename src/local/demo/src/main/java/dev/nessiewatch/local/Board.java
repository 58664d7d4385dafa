// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What nessiewatch says about each table: its outcome and the reason in words. */
final class Board {
    private static final String LAUNCH = "LAUNCH";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Application application;

    Board(Application application) {
        this.application = application;
    }

    /** Outcome of each table that is held, without those named. */
    Map<String, String> heldWithout(Set<String> launched) throws IOException, InterruptedException {
        Map<String, String> held = new TreeMap<>();
        for (JsonNode table : tables()) {
            String name = table.path("name").asText();
            String outcome = table.path("outcome").asText();
            if (!outcome.equals(LAUNCH) && !launched.contains(name)) {
                held.put(name, outcome);
            }
        }
        return held;
    }

    /** One line for each table: what would happen now, and why. */
    String words() throws IOException, InterruptedException {
        StringBuilder words = new StringBuilder();
        for (JsonNode table : tables()) {
            words.append("\n  ")
                    .append(table.path("name").asText())
                    .append(": ")
                    .append(table.path("outcome").asText())
                    .append(", ")
                    .append(table.path("why").asText());
        }
        return words.toString();
    }

    private JsonNode tables() throws IOException, InterruptedException {
        HttpResponse<String> answer = application.get("api/tables");
        if (answer.statusCode() != 200) {
            throw new IOException("GET /api/tables answered " + answer.statusCode());
        }
        return JSON.readTree(answer.body());
    }
}
