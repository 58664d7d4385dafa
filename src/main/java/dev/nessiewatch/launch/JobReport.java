// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Optional;

/** Reads the one JSON line that the Spark job prints about its table. */
final class JobReport {
    private static final ObjectMapper JSON = new ObjectMapper();

    private JobReport() {}

    /** The end that the last JSON line tells; empty when there is none. Text that is no report is passed over. */
    static Optional<RunState.Ended> in(List<String> lines) {
        for (int i = lines.size() - 1; i >= 0; i--) {
            String line = lines.get(i);
            if (!line.startsWith("{")) {
                continue;
            }
            try {
                JsonNode report = JSON.readTree(line);
                if (report.hasNonNull("outcome")) {
                    return Optional.of(new RunState.Ended(
                            end(report.get("outcome").asText()),
                            report.path("cause").asText("")));
                }
            } catch (JsonProcessingException notAReport) {
                continue;
            }
        }
        return Optional.empty();
    }

    private static RunState.End end(String outcome) {
        return switch (outcome) {
            case "EXPIRED", "NOTHING" -> RunState.End.DONE;
            case "CHANGED" -> RunState.End.CHANGED;
            case "TOO_LATE" -> RunState.End.TOO_LATE;
            case "REFUSED" -> RunState.End.REFUSED;
            case "CLEANUP_INCOMPLETE", "CLEANUP_SKIPPED" -> RunState.End.CLEANUP_INCOMPLETE;
            case "UNAVAILABLE" -> RunState.End.UNAVAILABLE;
            default -> RunState.End.FAILED;
        };
    }
}
