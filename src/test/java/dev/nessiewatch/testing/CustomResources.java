// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * The kinds that others define and the manifests use, made known to a real API server: by the full definitions of {@link
 * StrictSchemas} where that folder is, else by definitions that take any field.
 */
public final class CustomResources {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration STEP = Duration.ofMillis(100);
    private static final String PATH = "apis/apiextensions.k8s.io/v1/customresourcedefinitions";

    private static final List<Kind> KINDS = List.of(
            new Kind("argoproj.io", "v1alpha1", "Workflow"),
            new Kind("argoproj.io", "v1alpha1", "WorkflowTemplate"),
            new Kind("argoproj.io", "v1alpha1", "CronWorkflow"),
            new Kind("argoproj.io", "v1alpha1", "WorkflowTaskResult"),
            new Kind("kafka.strimzi.io", "v1", "KafkaTopic"),
            new Kind("kafka.strimzi.io", "v1", "KafkaUser"),
            new Kind("monitoring.coreos.com", "v1", "PodMonitor"),
            new Kind("monitoring.coreos.com", "v1", "PrometheusRule"));

    private record Kind(String group, String version, String kind) {
        String plural() {
            return kind.toLowerCase(Locale.ROOT) + "s";
        }

        String name() {
            return plural() + "." + group;
        }

        Map<String, Object> open() {
            Map<String, Object> any = Map.of("type", "object", "x-kubernetes-preserve-unknown-fields", true);
            Map<String, Object> names = Map.of("kind", kind, "plural", plural(), "singular", singular());
            Map<String, Object> served =
                    Map.of("name", version, "served", true, "storage", true, "schema", Map.of("openAPIV3Schema", any));
            return Map.of(
                    "apiVersion",
                    "apiextensions.k8s.io/v1",
                    "kind",
                    "CustomResourceDefinition",
                    "metadata",
                    Map.of("name", name()),
                    "spec",
                    Map.of("group", group, "scope", "Namespaced", "names", names, "versions", List.of(served)));
        }

        private String singular() {
            return kind.toLowerCase(Locale.ROOT);
        }
    }

    private CustomResources() {}

    /** Defines them and waits until they are served. */
    public static void define(ApiCaller admin) {
        List<JsonNode> full = StrictSchemas.customResourceDefinitions();
        for (Kind kind : KINDS) {
            JsonNode definition = full.stream()
                    .filter(given -> given.at("/metadata/name").asText().equals(kind.name()))
                    .findFirst()
                    .map(CustomResources::withoutTexts)
                    .orElseGet(() -> JSON.valueToTree(kind.open()));
            admin.post(PATH, definition).orFail();
        }
        KINDS.forEach(kind -> awaitServed(admin, kind));
    }

    private static void awaitServed(ApiCaller admin, Kind kind) {
        long end = System.nanoTime() + DEADLINE.toNanos();
        String path = "apis/" + kind.group() + "/" + kind.version() + "/" + kind.plural();
        while (admin.get(path).code() != 200) {
            if (System.nanoTime() > end) {
                throw new AssertionError("Not served within " + DEADLINE.toSeconds() + " s: " + kind.name() + "; "
                        + admin.get(PATH + "/" + kind.name()).body().at("/status/conditions"));
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
    }

    /** Less than half the size: with their texts, the largest come near to what etcd stores. Empty defaults go, too. */
    private static JsonNode withoutTexts(JsonNode definition) {
        JsonNode copy = definition.deepCopy();
        for (JsonNode version : copy.at("/spec/versions")) {
            strip(version.at("/schema/openAPIV3Schema"));
        }
        return copy;
    }

    private static void strip(JsonNode schema) {
        if (schema instanceof ObjectNode object) {
            // A property of that name holds a schema, not a text.
            if (object.path("description").isTextual()) {
                object.remove("description");
            }
            // Old servers take it for null.
            if (object.path("default").isTextual()
                    && object.path("default").asText().isEmpty()) {
                object.remove("default");
            }
            object.forEach(CustomResources::strip);
        } else if (schema.isArray()) {
            schema.forEach(CustomResources::strip);
        }
    }
}
