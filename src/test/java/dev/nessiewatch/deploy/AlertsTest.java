// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.testing.Tool;
import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The alerts: Prometheus can read them, each does what its unit tests say, and they ask for what there is. */
class AlertsTest {
    private static final Path TESTS = Path.of("src/test/resources/deploy/alerts");
    private static final AlertRules RULES = AlertRules.shipped();

    /** Grouped away by every expression, so they may not be in a summary. */
    private static final Pattern LABEL = Pattern.compile("\\$labels\\.(\\w+)");

    @TempDir
    Path folder;

    @Test
    void prometheusAcceptsTheRules() throws IOException {
        assertThat(Tool.PROMTOOL.run("check", "rules", rules().toString())).contains("SUCCESS");
    }

    @ParameterizedTest
    @MethodSource("unitTests")
    void eachAlertDoesWhatItsUnitTestsSay(String file) throws IOException {
        rules();
        Path copy = Files.copy(TESTS.resolve(file), folder.resolve(file));

        assertThat(Tool.PROMTOOL.run("test", "rules", copy.toString())).contains("SUCCESS");
    }

    static List<String> unitTests() throws IOException {
        try (Stream<Path> files = Files.list(TESTS)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void eachAlertHasTestsThatItFiresThatItDoesNotAndWhatARestartDoes() throws IOException {
        Map<String, Set<String>> seen = new HashMap<>();
        for (String file : unitTests()) {
            for (JsonNode test :
                    AlertRules.YAML.readTree(TESTS.resolve(file).toFile()).at("/tests")) {
                for (JsonNode check : test.at("/alert_rule_test")) {
                    Set<String> of = seen.computeIfAbsent(check.at("/alertname").asText(), name -> new HashSet<>());
                    of.add(check.at("/exp_alerts").isEmpty() ? "quiet" : "fires");
                    if (test.at("/name").asText().contains("restart")) {
                        of.add("restart");
                    }
                }
            }
        }
        assertThat(seen.keySet()).containsExactlyInAnyOrderElementsOf(RULES.names());
        // It is about Argo's own controller, whose restart is not ours.
        seen.computeIfAbsent("NessiewatchWorkflowsPilingUp", name -> new HashSet<>())
                .add("restart");
        assertThat(seen)
                .allSatisfy((alert, kinds) -> assertThat(kinds).containsExactlyInAnyOrder("fires", "quiet", "restart"));
    }

    @Test
    void eachAlertAsksForMetricsAndLabelsThatExist() {
        MetricsPage page = new MetricsPage();
        for (AlertRules.Alert alert : RULES.alerts()) {
            assertThat(page.problems(alert.expr())).as(alert.name()).isEmpty();
            assertThat(page.problems(alert.summary())).as(alert.name()).isEmpty();
            assertThat(MetricsPage.metricsIn(alert.expr())).as(alert.name()).isNotEmpty();
        }
    }

    @Test
    void aMetricOrALabelThatDoesNotExistIsNoticed() {
        MetricsPage page = new MetricsPage();
        assertThat(page.problems("max by (table) (nessiewatch_table_snapshot)"))
                .containsExactly("no metric nessiewatch_table_snapshot", "no label table to group by");
        assertThat(page.problems("nessiewatch_paused{role=\"tail\"} > 0"))
                .containsExactly("no label role on nessiewatch_paused");
    }

    @Test
    void summariesUseLabelsThatTheAlertHasAndNeverAPod() {
        for (AlertRules.Alert alert : RULES.alerts()) {
            Set<String> kept = new TreeSet<>();
            Matcher by = Pattern.compile("by \\(([^)]*)\\)").matcher(alert.expr());
            while (by.find()) {
                kept.addAll(List.of(by.group(1).split(", ")));
            }
            Matcher absent = Pattern.compile("absent\\(\\w+\\{(\\w+)=").matcher(alert.expr());
            while (absent.find()) {
                kept.add(absent.group(1));
            }
            Matcher used = LABEL.matcher(alert.summary());
            while (used.find()) {
                assertThat(kept).as(alert.name()).contains(used.group(1));
            }
            assertThat(kept).as(alert.name()).doesNotContain("pod", "instance").isNotEmpty();
        }
    }

    @Test
    void countersThatAreAskedForStandAtZeroFromTheStart() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new Meters(registry)
                .begin(new Meters.Known(
                        List.of("tail", "trigger"), List.of("main"), List.of("t"), List.of("tail"), List.of("Failed")));
        String start = registry.scrape();
        for (AlertRules.Alert alert : RULES.alerts()) {
            for (String metric : MetricsPage.metricsIn(alert.expr())) {
                if (metric.endsWith("_total")) {
                    assertThat(start).as(alert.name()).containsPattern(metric + "\\{[^}]*} 0\\.0");
                }
            }
        }
    }

    @Test
    void eachForIsExplained() throws IOException {
        List<String> lines = Files.readAllLines(AlertRules.FILE);
        int explained = 0;
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).strip().startsWith("for:")) {
                assertThat(lines.get(i - 1).strip()).as("above line " + (i + 1)).startsWith("#");
                explained++;
            }
        }
        assertThat(explained).isEqualTo(RULES.alerts().size());
    }

    @Test
    void eachAlertPagesOrWaitsAndNamesOneThingToRun() {
        for (AlertRules.Alert alert : RULES.alerts()) {
            assertThat(alert.severity()).as(alert.name()).isIn("page", "ticket");
            assertThat(alert.summary()).as(alert.name()).containsPattern("(?:nessiewatch [a-z]+|kubectl )");
            assertThat(alert.summary().lines()).as(alert.name()).hasSize(1);
        }
        assertThat(new HashSet<>(RULES.names())).hasSameSizeAs(RULES.names());
    }

    /** A name in a command that is copied from an alert must not become another command. */
    @Test
    void namesFromOutsideAreQuotedInEveryCommand() {
        for (AlertRules.Alert alert : RULES.alerts()) {
            Matcher command = Pattern.compile("nessiewatch (?:why|launch|resume) ([^T ][^,;)]*)")
                    .matcher(alert.summary());
            while (command.find()) {
                assertThat(command.group(1)).as(alert.name()).startsWith("'{{ reReplaceAll \"'\"");
            }
        }
    }

    private Path rules() throws IOException {
        Path file = folder.resolve("rules.yaml");
        AlertRules.YAML.writeValue(file.toFile(), RULES.spec());
        return file;
    }
}
