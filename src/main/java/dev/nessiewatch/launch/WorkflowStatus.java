// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.lake.OutsideText;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads from a Workflow how its run is doing. */
final class WorkflowStatus {
    private static final Pattern EXIT_CODE = Pattern.compile("\\bexit code (\\d{1,3})\\b");
    private static final int LONGEST = 300;

    private WorkflowStatus() {}

    /**
     * How the run is doing.
     *
     * @param pendingLimit how long it may wait to be begun
     */
    static RunState of(JsonNode workflow, Instant now, Duration pendingLimit) {
        String name = workflow.path("metadata").path("name").asText();
        JsonNode status = workflow.path("status");
        String phase = status.path("phase").asText("");
        return switch (phase) {
            case "", "Pending" -> pending(workflow, now, pendingLimit);
            case "Running" -> new RunState.Running();
            case "Succeeded" -> new RunState.Ended(RunState.End.DONE, message(status));
            case "Failed", "Error" -> new RunState.Ended(end(status), broken(name, phase, status));
            default ->
                new RunState.Unknown("The Workflow " + name + " is in a phase '" + OutsideText.one(phase, 40)
                        + "' that is not known");
        };
    }

    private static RunState pending(JsonNode workflow, Instant now, Duration limit) {
        Instant created =
                instant(workflow.path("metadata").path("creationTimestamp")).orElse(now);
        if (Duration.between(created, now).compareTo(limit) <= 0) {
            return new RunState.Running();
        }
        String message = message(workflow.path("status"));
        boolean seen = !workflow.path("status").path("phase").asText("").isEmpty();
        return new RunState.Ended(
                RunState.End.FAILED,
                "The Workflow " + workflow.path("metadata").path("name").asText() + " was not begun within "
                        + limit.toMinutes() + " min (nessiewatch.launch.argo.pending-limit): "
                        + (seen
                                ? "it is Pending" + (message.isEmpty() ? "" : ", " + message)
                                : "no Argo controller has taken it up; check that one runs and looks after this namespace"));
    }

    private static String broken(String name, String phase, JsonNode status) {
        String message = message(status);
        return "The Workflow " + name + " ended as " + phase + (message.isEmpty() ? "" : ": " + message);
    }

    /** What the exit code of the job says; a hint, as everything that a run says of itself. */
    private static RunState.End end(JsonNode status) {
        return switch (exitCode(status)) {
            case 10 -> RunState.End.CHANGED;
            case 11 -> RunState.End.TOO_LATE;
            case 12 -> RunState.End.REFUSED;
            case 13 -> RunState.End.CLEANUP_INCOMPLETE;
            case 14 -> RunState.End.UNAVAILABLE;
            default -> RunState.End.FAILED;
        };
    }

    /** The exit code of the node that ended last and has one, else the one in the message; -1 when none is told. */
    private static int exitCode(JsonNode status) {
        String latest = "";
        int code = -1;
        for (JsonNode node : status.path("nodes")) {
            String told = node.path("outputs").path("exitCode").asText("");
            String finished = node.path("finishedAt").asText("");
            if (told.matches("\\d{1,3}") && finished.compareTo(latest) >= 0) {
                latest = finished;
                code = Integer.parseInt(told);
            }
        }
        Matcher inMessage = EXIT_CODE.matcher(status.path("message").asText(""));
        return code < 0 && inMessage.find() ? Integer.parseInt(inMessage.group(1)) : code;
    }

    static Optional<Instant> instant(JsonNode text) {
        try {
            return text.isTextual() ? Optional.of(Instant.parse(text.asText())) : Optional.empty();
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static String message(JsonNode status) {
        return OutsideText.one(status.path("message").asText(""), LONGEST);
    }
}
