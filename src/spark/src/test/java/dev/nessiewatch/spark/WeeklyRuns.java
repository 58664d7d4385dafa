// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Weekly runs over those tables of the shared lake whose names begin alike. */
final class WeeklyRuns {
    private static final ObjectMapper JSON = new ObjectMapper();

    final Map<WeeklyOption, String> options = new EnumMap<>(WeeklyOption.class);
    private final Lake lake;
    private Clock clock = Clock.systemUTC();

    private WeeklyRuns(Lake lake) {
        this.lake = lake;
    }

    /** A run over the tables whose names begin like this. */
    static WeeklyRuns over(Lake lake, String prefix) {
        WeeklyRuns runs = new WeeklyRuns(lake);
        runs.options.put(WeeklyOption.EXCLUDE, "(?!" + prefix + ").*");
        runs.options.put(WeeklyOption.SHUFFLE_PARTITIONS, "2");
        runs.options.put(WeeklyOption.RUN_ID, prefix + "run");
        return runs;
    }

    WeeklyRuns with(WeeklyOption option, String value) {
        options.put(option, value);
        return this;
    }

    WeeklyRuns at(Clock newClock) {
        clock = newClock;
        return this;
    }

    Done run() throws UsageException {
        return run(new StopSignal(), line -> {});
    }

    /** Runs, and shows each line to the reader as it comes. */
    Done run(StopSignal stop, Consumer<String> reader) throws UsageException {
        List<JsonNode> lines = new ArrayList<>();
        Week week = Week.begin(WeeklyOptions.of(options), clock, () -> SparkExpiry.session("weekly", 2), stop);
        int code = new WeeklyRun(week, new CatalogSettings(lake.properties()), line -> {
                    lines.add(parse(line));
                    reader.accept(line);
                })
                .run();
        return new Done(code, lines);
    }

    /** The arguments of a process that does the same. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of("--mode", "weekly"));
        options.forEach((option, value) -> arguments.addAll(List.of(option.argument(), value)));
        return arguments;
    }

    static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new AssertionError(line, e);
        }
    }

    /**
     * What a run said.
     *
     * @param exitCode its exit code
     * @param lines its lines
     */
    record Done(int exitCode, List<JsonNode> lines) {
        JsonNode summary() {
            return lines.get(lines.size() - 1);
        }

        JsonNode table(String name) {
            return lines.stream()
                    .filter(line -> line.path("table").asText().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no line about " + name + " in " + lines));
        }

        JsonNode step(String table, String step) {
            for (JsonNode entry : table(table).path("steps")) {
                if (entry.path("step").asText().equals(step)) {
                    return entry;
                }
            }
            throw new AssertionError("no step " + step + " in " + table(table));
        }

        String did(String table, String step) {
            return step(table, step).path("did").asText();
        }

        String why(String table, String step) {
            return step(table, step).path("why").asText();
        }

        long number(String table, String step, String number) {
            return step(table, step).path("numbers").path(number).asLong(-1);
        }
    }
}
