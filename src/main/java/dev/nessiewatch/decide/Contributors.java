// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.Background;
import dev.nessiewatch.forecast.Forecast;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Who makes a list grow, in words. */
final class Contributors {
    private static final int MOST_NAMES = 3;
    private static final String NO_SNAPSHOT = "(none)";

    private Contributors() {}

    /** {@code CREATE OR REPLACE by dbt through Spark, 24 commits a day}. */
    static String who(Forecast forecast, Background.Growers growers) {
        String by = growers.writers().isEmpty() ? "" : " by " + names(growers.writers());
        String through = growers.applications().isEmpty() ? "" : " through " + names(growers.applications());
        return how(forecast, growers) + by + through + ", " + Words.decimal(growers.perDay()) + " commits a day";
    }

    /** What its owner can do; empty when the list does not suffer from it. */
    static String advice(Weighing weighing, Background.Growers growers) {
        if (weighing.need.fits()) {
            return "";
        }
        Duration helpful = weighing.helpfulRetention();
        String retention = helpful != null && helpful.compareTo(weighing.need.retention()) < 0
                ? ", or retention " + Words.duration(helpful)
                : "";
        if (weighing.forecast.shape().replaceGrown()) {
            return "; make it incremental" + retention;
        }
        return growers.perDay() < 1 ? "" : "; commit less often" + retention;
    }

    private static String how(Forecast forecast, Background.Growers growers) {
        if (forecast.shape().replaceGrown()) {
            return "CREATE OR REPLACE";
        }
        String most = growers.operations().entrySet().stream()
                .filter(entry -> !entry.getKey().equals(NO_SNAPSHOT))
                .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey)
                .orElse(null);
        // A list of one does not show whether it was replaced or written to: the same operations stand for both.
        return forecast.snapshots() > 1 || most == null ? operation(most) : "commits (" + Names.clean(most) + ")";
    }

    private static String operation(@Nullable String operation) {
        if (operation == null) {
            return "commits";
        }
        return switch (operation) {
            case "append" -> "INSERT (append)";
            case "overwrite" -> "MERGE, UPDATE or INSERT OVERWRITE (overwrite)";
            case "delete" -> "DELETE (delete)";
            case "replace" -> "compaction (replace)";
            default -> Names.clean(operation);
        };
    }

    /** The most frequent names; how often only where there are several. */
    private static String names(Map<String, Integer> counts) {
        String all = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST_NAMES)
                .map(entry -> Names.clean(entry.getKey())
                        + (counts.size() == 1 ? "" : " (" + Words.number(entry.getValue()) + ")"))
                .collect(Collectors.joining(", "));
        return counts.size() > MOST_NAMES ? all + " and others" : all;
    }
}
