// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StrictSchemasTest {
    private static final String ARGO = "argoproj.io/v1alpha1";

    @BeforeEach
    void theSchemasAreThere() {
        assumeTrue(StrictSchemas.available(), StrictSchemas::howToGet);
    }

    @Test
    void acceptsAWorkflow() {
        assertThat(problemsOfWorkflow(Map.of("entrypoint", "x"))).isEmpty();
    }

    @Test
    void refusesAFieldThatArgoFourTookAway() {
        assertThat(problemsOfWorkflow(Map.of("synchronization", Map.of("mutex", Map.of("name", "x")))))
                .singleElement()
                .asString()
                .contains("mutex");
        assertThat(StrictSchemas.problems(Map.of(
                        "apiVersion",
                        ARGO,
                        "kind",
                        "CronWorkflow",
                        "metadata",
                        Map.of("name", "weekly"),
                        "spec",
                        Map.of("schedule", "0 3 * * 0", "workflowSpec", Map.of()))))
                .anySatisfy(problem -> assertThat(problem).contains("'schedule'"))
                .anySatisfy(problem -> assertThat(problem).contains("'schedules'"));
    }

    @Test
    void refusesANumberWhereArgoWantsAString() {
        Object parameters = List.of(Map.of("name", "retain-last", "value", 1));
        assertThat(problemsOfWorkflow(Map.of("arguments", Map.of("parameters", parameters))))
                .isNotEmpty();
    }

    @Test
    void refusesUnknownMetadata() {
        assertThat(StrictSchemas.problems(Map.of(
                        "apiVersion", ARGO, "kind", "Workflow", "metadata", Map.of("nmae", "x"), "spec", Map.of())))
                .isNotEmpty();
    }

    @Test
    void acceptsAndRefusesKindsOfKubernetesItself() {
        assertThat(StrictSchemas.problems(deployment("Recreate", Map.of("cpu", 1))))
                .isEmpty();
        assertThat(StrictSchemas.problems(Map.of(
                        "apiVersion",
                        "v1",
                        "kind",
                        "Service",
                        "metadata",
                        Map.of("name", "x"),
                        "spec",
                        Map.of("ports", List.of(Map.of("port", 80, "targetPort", "http"))))))
                .isEmpty();
        assertThat(StrictSchemas.problems(Map.of(
                        "apiVersion",
                        "apps/v1",
                        "kind",
                        "Deployment",
                        "metadata",
                        Map.of(),
                        "spec",
                        Map.of("replica", 1))))
                .isNotEmpty();
    }

    @Test
    void knowsEveryFamily() {
        assertThat(List.of(
                        StrictSchemas.forKind("kafka.strimzi.io/v1", "KafkaTopic"),
                        StrictSchemas.forKind("monitoring.coreos.com/v1", "PrometheusRule"),
                        StrictSchemas.forKind("monitoring.coreos.com/v1", "PodMonitor"),
                        StrictSchemas.forKind("policy/v1", "PodDisruptionBudget"),
                        StrictSchemas.forKind("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy"),
                        StrictSchemas.forKind(ARGO, "WorkflowTemplate")))
                .allMatch(java.util.Optional::isPresent);
    }

    @Test
    void aVersionThatIsNotServedIsAProblem() {
        assertThat(StrictSchemas.problems(Map.of("apiVersion", "kafka.strimzi.io/v1beta2", "kind", "KafkaTopic")))
                .containsExactly("No schema serves kind 'KafkaTopic' of 'kafka.strimzi.io/v1beta2'");
    }

    private static List<String> problemsOfWorkflow(Map<String, Object> spec) {
        return StrictSchemas.problems(
                Map.of("apiVersion", ARGO, "kind", "Workflow", "metadata", Map.of("name", "x"), "spec", spec));
    }

    private static Map<String, Object> deployment(String strategy, Map<String, Object> limits) {
        Map<String, Object> container = Map.of("name", "c", "image", "i", "resources", Map.of("limits", limits));
        return Map.of(
                "apiVersion",
                "apps/v1",
                "kind",
                "Deployment",
                "metadata",
                Map.of("name", "x", "labels", Map.of("a", "b")),
                "spec",
                Map.of(
                        "strategy",
                        Map.of("type", strategy),
                        "selector",
                        Map.of("matchLabels", Map.of("a", "b")),
                        "template",
                        Map.of("spec", Map.of("containers", List.of(container)))));
    }
}
