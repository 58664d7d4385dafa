// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nessiewatch.testing.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard: every panel says what it is, asks what can be asked, and lies beside the others. */
class DashboardTest {
    private static final Path COMPONENT = Path.of("deploy/k8s/components/monitoring");
    private static final Path FILE = COMPONENT.resolve("dashboards/nessiewatch.json");
    private static final int WIDTH = 24;

    @TempDir
    Path folder;

    private JsonNode dashboard;

    @BeforeEach
    void read() throws IOException {
        dashboard = new ObjectMapper().readTree(FILE.toFile());
    }

    @Test
    void everyPanelHasATitleAUnitADescriptionAndAQuery() {
        assertThat(dashboard.at("/panels")).isNotEmpty();
        for (JsonNode panel : dashboard.at("/panels")) {
            String title = panel.at("/title").asText();
            assertThat(title).isNotBlank();
            assertThat(panel.at("/description").asText()).as(title).endsWith(".");
            assertThat(panel.at("/fieldConfig/defaults/unit").asText())
                    .as(title)
                    .isNotBlank();
            assertThat(panel.at("/targets")).as(title).isNotEmpty();
        }
    }

    @Test
    void everyQueryAsksForMetricsAndLabelsThatExist() {
        MetricsPage page = new MetricsPage();
        for (String query : queries()) {
            assertThat(page.problems(query)).as(query).isEmpty();
        }
    }

    @Test
    void prometheusCanReadEveryQuery() throws IOException {
        List<Map<String, String>> rules = new ArrayList<>();
        for (String query : queries()) {
            rules.add(Map.of("record", "panel:query_" + rules.size(), "expr", query));
        }
        Path file = folder.resolve("queries.yaml");
        AlertRules.YAML.writeValue(file.toFile(), Map.of("groups", List.of(Map.of("name", "queries", "rules", rules))));

        assertThat(Tool.PROMTOOL.run("check", "rules", file.toString())).contains(rules.size() + " rules found");
    }

    @Test
    void noPanelLiesOnAnother() {
        Set<List<Integer>> taken = new HashSet<>();
        for (JsonNode panel : dashboard.at("/panels")) {
            JsonNode at = panel.at("/gridPos");
            assertThat(at.at("/x").asInt() + at.at("/w").asInt()).isLessThanOrEqualTo(WIDTH);
            for (int x = at.at("/x").asInt();
                    x < at.at("/x").asInt() + at.at("/w").asInt();
                    x++) {
                for (int y = at.at("/y").asInt();
                        y < at.at("/y").asInt() + at.at("/h").asInt();
                        y++) {
                    assertThat(taken.add(List.of(x, y)))
                            .as(panel.at("/title").asText())
                            .isTrue();
                }
            }
        }
        Set<Integer> ids = new HashSet<>();
        dashboard.at("/panels").forEach(panel -> ids.add(panel.at("/id").asInt()));
        assertThat(ids).hasSize(dashboard.at("/panels").size());
    }

    @Test
    void theComponentShipsItWhereGrafanaLooksAndAllLinksWithTheBaseOfTheRunbook() throws IOException {
        Path component = folder.resolve("component");
        copy(COMPONENT, component);
        Files.writeString(folder.resolve("kustomization.yaml"), "namespace: lake\ncomponents: [component]\n");
        String rendered = Tool.KUBECTL.run("kustomize", folder.toString());

        assertThat(rendered)
                .contains("grafana_dashboard: \"1\"", "name: nessiewatch-dashboard\n", "kind: PodMonitor")
                .doesNotContain("runbook_url: runbook.md", "nessiewatch-runbook-base");
        assertThat(rendered.lines()
                        .filter(line -> line.contains("runbook_url: https://runbooks.example/nessiewatch/runbook.md#")))
                .hasSameSizeAs(AlertRules.shipped().alerts());
    }

    /** As Grafana would send them. */
    private List<String> queries() {
        List<String> queries = new ArrayList<>();
        for (JsonNode panel : dashboard.at("/panels")) {
            for (JsonNode target : panel.at("/targets")) {
                queries.add(target.at("/expr")
                        .asText()
                        .replace("$namespace", "lake")
                        .replace("$__rate_interval", "2m"));
            }
        }
        return queries;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }
}
