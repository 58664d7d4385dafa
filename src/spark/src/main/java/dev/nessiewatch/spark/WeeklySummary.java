// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nessiewatch.spark.WeeklyLake.Entered;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Writes the lines of a weekly run, one a table and one at the end, and adds up what they say. */
final class WeeklySummary {
    /** Nothing failed, and every table was reached. */
    static final int FINE = 0;
    /** The run as a whole could not be carried out. */
    static final int RUN_FAILED = 1;
    /** At least one table failed. */
    static final int TABLES_FAILED = 20;
    /** No table failed, but not every table was reached. */
    static final int NOT_ALL_REACHED = 21;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Week week;
    private final Map<TableOutcome, Integer> outcomes = new EnumMap<>(TableOutcome.class);
    private final Map<String, Long> numbers = new TreeMap<>();

    WeeklySummary(Week week) {
        this.week = week;
    }

    /** How the visit of a table ended. */
    enum TableOutcome {
        /** At least one step did something, and none failed. */
        DONE,
        /** No step had anything to do, or was allowed to. */
        NOTHING,
        /** At least one step failed. */
        FAILED,
        /** No step was tried. */
        SKIPPED,
        /** The run ended before. */
        NOT_REACHED;

        static TableOutcome of(List<StepResult> steps) {
            if (steps.stream().anyMatch(step -> step.did() == StepResult.Did.FAILED)) {
                return FAILED;
            }
            return steps.stream().anyMatch(step -> step.did() == StepResult.Did.DONE) ? DONE : NOTHING;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT).replace("_r", "R");
        }
    }

    /** The line of a table. */
    String line(Entered table, TableOutcome outcome, List<StepResult> steps, String why) {
        outcomes.merge(outcome, 1, Integer::sum);
        ObjectNode json = begin("table");
        json.put("table", table.key().display());
        ArrayNode key = json.putArray("key");
        table.key().elements().forEach(key::add);
        json.put("contentId", table.contentId());
        json.put("outcome", outcome.word());
        json.put("why", why);
        ArrayNode entries = json.putArray("steps");
        for (StepResult step : steps) {
            step.writeTo(entries.addObject());
            step.numbers().forEach((name, value) -> {
                if (!name.startsWith("snapshots")) {
                    numbers.merge(name, value, Long::sum);
                }
            });
        }
        return json.toString();
    }

    /**
     * The last line.
     *
     * @param excluded tables left alone by their name
     * @param ended why the run ended early; null when it did not
     * @param failure why the run as a whole failed; null when it did not
     */
    String last(int excluded, @Nullable String ended, @Nullable String failure) {
        ObjectNode json = begin("summary");
        json.put("startedMs", week.startMs());
        json.put("cutOffMs", week.cutOffMs());
        json.put("tookMs", week.clock().millis() - week.startMs());
        ObjectNode tables = json.putObject("tables");
        for (TableOutcome outcome : TableOutcome.values()) {
            tables.put(outcome.word(), outcomes.getOrDefault(outcome, 0));
        }
        tables.put("excluded", excluded);
        ObjectNode sums = json.putObject("numbers");
        numbers.forEach(sums::put);
        json.put("ended", ended);
        json.put("failure", failure);
        json.put("exitCode", exitCode(failure));
        return json.toString();
    }

    /** The exit code of the process. */
    int exitCode(@Nullable String failure) {
        if (failure != null) {
            return RUN_FAILED;
        }
        if (outcomes.containsKey(TableOutcome.FAILED)) {
            return TABLES_FAILED;
        }
        boolean cut =
                outcomes.containsKey(TableOutcome.NOT_REACHED) || week.stop().reason() != null;
        return cut ? NOT_ALL_REACHED : FINE;
    }

    private ObjectNode begin(String line) {
        ObjectNode json = JSON.createObjectNode();
        json.put("line", line);
        json.put("run", week.runId());
        json.put("reference", week.options().reference());
        return json;
    }
}
