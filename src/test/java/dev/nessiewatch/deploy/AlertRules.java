// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The alerts as they are shipped.
 *
 * @param spec what Prometheus itself reads
 * @param alerts one by one
 */
public record AlertRules(JsonNode spec, List<Alert> alerts) {
    static final Path FILE = Path.of("deploy/k8s/components/monitoring/prometheusrule.yaml");
    static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    /** One alert. */
    public record Alert(String name, String expr, String severity, String summary, String runbook) {}

    /** Reads the shipped file. */
    public static AlertRules shipped() {
        try {
            JsonNode spec = YAML.readTree(FILE.toFile()).at("/spec");
            List<Alert> alerts = new ArrayList<>();
            for (JsonNode group : spec.at("/groups")) {
                for (JsonNode rule : group.at("/rules")) {
                    alerts.add(new Alert(
                            rule.at("/alert").asText(),
                            rule.at("/expr").asText(),
                            rule.at("/labels/severity").asText(),
                            rule.at("/annotations/summary").asText(),
                            rule.at("/annotations/runbook_url").asText()));
                }
            }
            return new AlertRules(spec, List.copyOf(alerts));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All names. */
    List<String> names() {
        return alerts.stream().map(Alert::name).toList();
    }
}
