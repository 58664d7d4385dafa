// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.yaml.snakeyaml.LoaderOptions;

/**
 * Schemas of Kubernetes kinds that refuse a field they do not know, as the API server does with {@code
 * fieldValidation=Strict}. They are made from files beside the project: custom resource definitions (Argo, Strimzi, the
 * prometheus-operator) and the Swagger document of Kubernetes itself. Rules in CEL are not evaluated.
 *
 * <p>The folder is named by the system property {@code nessiewatch.schemas}, by default {@code ../shared/schemas}. Without
 * it no kind is known, and tests skip with the line of {@link #howToGet()}.
 */
public final class StrictSchemas {
    private static final String PROPERTY = "nessiewatch.schemas";
    private static final JsonSchemaFactory FACTORY = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
    private static final Map<String, Optional<Validator>> KNOWN = new HashMap<>();

    private StrictSchemas() {}

    /** Holds documents of one kind against its schema. */
    public static final class Validator {
        private final JsonSchema schema;

        private Validator(JsonNode schema) {
            this.schema = FACTORY.getSchema(schema);
        }

        /** One line for each thing that is wrong, with its path; empty when all is well. */
        public List<String> problems(Object document) {
            JsonNode node = document instanceof JsonNode json ? json : JSON.valueToTree(document);
            return schema.validate(node).stream()
                    .map(message -> message.getMessage())
                    .sorted()
                    .toList();
        }
    }

    /** Whether the folder of schemas is there. */
    public static boolean available() {
        return Files.isDirectory(folder());
    }

    /** What to do to have these tests run. */
    public static String howToGet() {
        return "No schemas in " + folder().toAbsolutePath().normalize() + ": set -D" + PROPERTY
                + "=FOLDER with argo-workflows/, strimzi/, prometheus-operator/ (their CRDs as YAML) and"
                + " kubernetes/kubernetes-*.json (Swagger)";
    }

    /**
     * The validator of a kind; empty when no file defines it, or defines it and does not serve this version.
     *
     * @param apiVersion such as {@code v1} or {@code argoproj.io/v1alpha1}
     * @param kind such as {@code Workflow}
     */
    public static synchronized Optional<Validator> forKind(String apiVersion, String kind) {
        return KNOWN.computeIfAbsent(apiVersion + "/" + kind, name -> find(apiVersion, kind));
    }

    /** As {@link Validator#problems}, by the kind that the document gives; a kind that is not known is a problem. */
    public static List<String> problems(Object document) {
        JsonNode node = document instanceof JsonNode json ? json : JSON.valueToTree(document);
        String apiVersion = node.path("apiVersion").asText();
        String kind = node.path("kind").asText();
        return forKind(apiVersion, kind)
                .map(validator -> validator.problems(node))
                .orElseGet(() -> List.of("No schema serves kind '" + kind + "' of '" + apiVersion + "'"));
    }

    /** The definitions of custom resources in the folder, as they are; none without the folder. */
    public static List<JsonNode> customResourceDefinitions() {
        return available() ? Definitions.ALL : List.of();
    }

    private static Path folder() {
        return Path.of(System.getProperty(PROPERTY, "../shared/schemas"));
    }

    private static Optional<Validator> find(String apiVersion, String kind) {
        if (!available()) {
            return Optional.empty();
        }
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : apiVersion.substring(0, slash);
        String version = apiVersion.substring(slash + 1);
        return custom(group, version, kind)
                .or(() -> Swagger.INSTANCE.of(group, version, kind))
                .map(schema -> new Validator(named(schema, apiVersion, kind)));
    }

    /** The schema of a custom resource, with Kubernetes' own metadata in the place that its definition leaves open. */
    private static Optional<ObjectNode> custom(String group, String version, String kind) {
        for (JsonNode definition : Definitions.ALL) {
            JsonNode spec = definition.path("spec");
            if (!spec.path("group").asText().equals(group)
                    || !spec.path("names").path("kind").asText().equals(kind)) {
                continue;
            }
            for (JsonNode served : spec.path("versions")) {
                if (served.path("name").asText().equals(version)
                        && served.path("served").asBoolean()) {
                    ObjectNode schema = strict(served.path("schema").path("openAPIV3Schema"));
                    ObjectNode properties = (ObjectNode) schema.get("properties");
                    properties.set("metadata", Swagger.INSTANCE.reference(META));
                    schema.set("definitions", Swagger.INSTANCE.definitions);
                    return Optional.of(schema);
                }
            }
        }
        return Optional.empty();
    }

    /** The schema, for documents that name this version and kind. */
    private static ObjectNode named(ObjectNode schema, String apiVersion, String kind) {
        ObjectNode whole = JSON.createObjectNode();
        whole.set("definitions", schema.remove("definitions"));
        whole.putArray("required").add("apiVersion").add("kind");
        ObjectNode properties = whole.putObject("properties");
        properties.putObject("apiVersion").put("const", apiVersion);
        properties.putObject("kind").put("const", kind);
        whole.putArray("allOf").add(schema);
        return whole;
    }

    /** A schema as Kubernetes writes it, as a JSON schema that refuses unknown fields. */
    private static ObjectNode strict(JsonNode open) {
        ObjectNode strict = JSON.createObjectNode();
        if (open.path("x-kubernetes-int-or-string").asBoolean()
                || open.path("format").asText().equals("int-or-string")) {
            strict.putArray("type").add("integer").add("string");
            return strict;
        }
        if (open.has("$ref")) {
            return strict.set("$ref", open.get("$ref"));
        }
        keep(open, strict);
        if (open.has("items")) {
            strict.set("items", strict(open.get("items")));
        }
        if (open.has("properties")) {
            ObjectNode properties = strict.putObject("properties");
            open.get("properties")
                    .properties()
                    .forEach(entry -> properties.set(entry.getKey(), strict(entry.getValue())));
        }
        closed(open, strict);
        return strict;
    }

    private static void keep(JsonNode open, ObjectNode strict) {
        for (String word : List.of(
                "type",
                "enum",
                "pattern",
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "multipleOf",
                "minItems",
                "maxItems",
                "uniqueItems",
                "minLength",
                "maxLength",
                "minProperties",
                "maxProperties",
                "required",
                // Branches name fields that the outer schema lists already: they stay as they are.
                "anyOf",
                "oneOf",
                "allOf",
                "not")) {
            if (open.has(word)) {
                strict.set(word, open.get(word));
            }
        }
        if (open.path("nullable").asBoolean() && open.path("type").isTextual()) {
            strict.putArray("type").add(open.get("type")).add("null");
        }
    }

    private static void closed(JsonNode open, ObjectNode strict) {
        JsonNode more = open.path("additionalProperties");
        if (more.isObject()) {
            strict.set("additionalProperties", strict(more));
        } else if (more.isBoolean()) {
            strict.set("additionalProperties", more);
        } else if (!open.path("x-kubernetes-preserve-unknown-fields").asBoolean()
                && (open.has("properties") || open.path("type").asText().equals("object"))) {
            strict.put("additionalProperties", false);
        }
    }

    /** Every custom resource definition below the folder. */
    private static final class Definitions {
        static final List<JsonNode> ALL = read();

        private static List<JsonNode> read() {
            LoaderOptions options = new LoaderOptions();
            options.setCodePointLimit(32 << 20);
            ObjectMapper yaml = new ObjectMapper(
                    YAMLFactory.builder().loaderOptions(options).build());
            return files(".yaml")
                    .flatMap(file -> {
                        try (var documents = yaml.readerFor(JsonNode.class).<JsonNode>readValues(file.toFile())) {
                            return documents.readAll().stream();
                        } catch (IOException e) {
                            throw new UncheckedIOException("Not YAML: " + file, e);
                        }
                    })
                    .filter(document -> document.path("kind").asText().equals("CustomResourceDefinition"))
                    .toList();
        }
    }

    /** The kinds of Kubernetes itself. */
    private static final class Swagger {
        static final Swagger INSTANCE = new Swagger();

        final ObjectNode definitions = JSON.createObjectNode();
        private final Map<String, String> names = new HashMap<>();

        private Swagger() {
            files(".json").forEach(file -> {
                try {
                    JsonNode document = JSON.readTree(file.toFile());
                    if (document.has("swagger")) {
                        document.path("definitions").properties().forEach(this::take);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException("Not JSON: " + file, e);
                }
            });
        }

        private void take(Map.Entry<String, JsonNode> definition) {
            JsonNode schema = definition.getValue();
            for (JsonNode named : schema.path("x-kubernetes-group-version-kind")) {
                names.put(
                        named.path("group").asText() + "/"
                                + named.path("version").asText() + "/"
                                + named.path("kind").asText(),
                        definition.getKey());
            }
            ObjectNode strict = strict(schema);
            if (definition.getKey().endsWith(".resource.Quantity")) {
                strict.putArray("type").add("string").add("number");
            } else if (!schema.has("properties")) {
                // Where the document lists no fields, it means any; a custom resource definition means none.
                strict.remove("additionalProperties");
            }
            definitions.set(definition.getKey(), strict);
        }

        Optional<ObjectNode> of(String group, String version, String kind) {
            return Optional.ofNullable(names.get(group + "/" + version + "/" + kind))
                    .map(name -> reference(name).set("definitions", definitions));
        }

        ObjectNode reference(String name) {
            return definitions.has(name)
                    ? JSON.createObjectNode().put("$ref", "#/definitions/" + name)
                    : JSON.createObjectNode();
        }
    }

    private static Stream<Path> files(String end) {
        try (Stream<Path> found = Files.walk(folder(), 2)) {
            return found.filter(file -> file.toString().endsWith(end)).sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException("Unreadable: " + folder(), e);
        }
    }
}
