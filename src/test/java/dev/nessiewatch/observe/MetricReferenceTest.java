// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds docs/metrics.md against what the endpoint shows after everything has happened once. */
class MetricReferenceTest {
    @Test
    void thePageNamesEveryMetricWithItsType() throws IOException {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        everythingHappensOnce(new Meters(registry));

        Map<String, String> shown = new TreeMap<>();
        Matcher type = Pattern.compile("(?m)^# TYPE (nessiewatch_\\w+) (\\w+)$").matcher(registry.scrape());
        while (type.find()) {
            shown.put(type.group(1), type.group(2));
        }
        Map<String, String> documented = new TreeMap<>();
        Matcher row = Pattern.compile("(?m)^\\| `(nessiewatch_\\w+)` \\| (\\w+) \\|")
                .matcher(Files.readString(Path.of("docs/metrics.md")));
        while (row.find()) {
            documented.put(row.group(1), row.group(2));
        }
        assertThat(shown).isNotEmpty();
        assertThat(documented).containsExactlyEntriesOf(shown);
    }

    @Test
    void thePageNamesTheLabelsOfEveryMetric() throws IOException {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        everythingHappensOnce(new Meters(registry));

        Map<String, Set<String>> documented = new TreeMap<>();
        Matcher row = Pattern.compile("(?m)^\\| `(nessiewatch_\\w+)` \\| \\w+ \\| ([^|]*)\\|")
                .matcher(Files.readString(Path.of("docs/metrics.md")));
        while (row.find()) {
            documented.put(row.group(1), words("`(\\w+)`", row.group(2)));
        }
        Map<String, Set<String>> shown = new TreeMap<>();
        Matcher line =
                Pattern.compile("(?m)^(nessiewatch_\\w+?)(?:\\{(.*)})? \\S+$").matcher(registry.scrape());
        while (line.find()) {
            String labels = line.group(2) == null ? "" : line.group(2);
            if (documented.containsKey(line.group(1))) {
                shown.computeIfAbsent(line.group(1), name -> new TreeSet<>()).addAll(words("(\\w+)=\"", labels));
            }
        }
        assertThat(shown).isEqualTo(documented);
    }

    private static Set<String> words(String pattern, String text) {
        Set<String> words = new TreeSet<>();
        Matcher word = Pattern.compile(pattern).matcher(text);
        while (word.find()) {
            words.add(word.group(1));
        }
        return words;
    }

    private static void everythingHappensOnce(Meters meters) {
        meters.polled("main", "up-to-date");
        meters.reconciled("main", "log");
        meters.published("main", 1, 1, 1);
        meters.commitToEvent(Duration.ofSeconds(1));
        meters.producerLost("tail", "fenced");
        meters.deadLetter("nessiewatch.ledger");
        meters.watched(3, 2, 1);
        meters.decided(Map.of("LAUNCH", 1));
        meters.urgent(1);
        meters.transition("LAUNCH");
        meters.launched("local");
        meters.refused("GONE");
        meters.openRuns(1);
        meters.verdict("Effective", 12);
        meters.audited("main", 1, 1);
        meters.reconcileProgress("main", 1);
        meters.fault("tail");
        meters.commanded("PAUSE", "DONE");
        meters.position("main", Instant.EPOCH);
        meters.writerChanged("tail");
        meters.paused(true, 2);
        meters.tables(List.of(Tables.table(1).broken()));
        meters.weekly(new WeeklyFigures(
                Instant.EPOCH, Instant.EPOCH, 1, 1, Duration.ofHours(1), Duration.ofHours(2), Instant.EPOCH));
    }
}
