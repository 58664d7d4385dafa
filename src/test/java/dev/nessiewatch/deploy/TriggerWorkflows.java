// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nessiewatch.launch.WorkflowParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Workflows as the trigger writes them, and as somebody would who got hold of its token. */
final class TriggerWorkflows {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String NAME = "the name must begin with nessiewatch- and have at most 63 characters";
    private static final String OWNERS = "owners, finalizers and Argo's own labels are not the trigger's to set";
    private static final String FIELDS =
            "a Workflow of the trigger holds workflowTemplateRef and arguments, nothing else";
    private static final String TEMPLATE = "the only template is iceberg-expire-snapshots of this namespace";
    private static final String ARGUMENTS = "arguments are parameters, no artifacts";
    private static final String PARAMETER =
            "a parameter that the template leaves to the installation, or does not know";
    private static final String REPLACED = "a parameter without a value, or one that Argo or the kubelet would replace";
    private static final String FORM = "a value of another form than the trigger writes";

    /** One value of each parameter that the trigger would never write. */
    static final Map<String, String> HOSTILE_VALUES = new TreeMap<>(Map.ofEntries(
            Map.entry("mode", "vacuum"),
            Map.entry("order-id", "1; rm"),
            Map.entry("reference", "main branch"),
            Map.entry("content-id", "../x"),
            Map.entry("uuid", ""),
            Map.entry("table", "ns.table"),
            Map.entry("table-id", "ABC"),
            Map.entry("older-than-ms", "-1"),
            Map.entry("retain-last", "one"),
            Map.entry("predicted-removed", "1e9"),
            Map.entry("commit-before-ms", "never"),
            Map.entry("driver-memory", "9999g"),
            Map.entry("max-result-size", "0"),
            Map.entry("pod-memory", "1Ti")));

    private TriggerWorkflows() {}

    /**
     * One that the admission policy must refuse.
     *
     * @param what is wrong with it
     * @param messages of the rules that it breaks, all of them
     */
    record Hostile(String what, ObjectNode workflow, List<String> messages) {
        @Override
        public String toString() {
            return what;
        }
    }

    /** One that is let in. */
    static ObjectNode fitting() {
        ObjectNode workflow = JSON.createObjectNode();
        workflow.put("apiVersion", "argoproj.io/v1alpha1").put("kind", "Workflow");
        ObjectNode metadata = workflow.putObject("metadata");
        metadata.put("name", "nessiewatch-daily-0123456789abcdef").put("namespace", "nessiewatch");
        metadata.putObject("labels").put("app.kubernetes.io/managed-by", "nessiewatch");
        metadata.putObject("annotations").put("nessiewatch.dev/why", "{{anything}} is text here");
        workflow.putObject("spec").putObject("workflowTemplateRef").put("name", "iceberg-expire-snapshots");
        List<String> values = List.of(
                "trim",
                "42",
                "team/lake",
                "3f0e7d1c-5a52-4a51-8f3c-0a7a2b1c9d00",
                "9c12d441-03fe-4693-9a96-a0705ddf69c1",
                "WyJucyIsInQiXQ",
                "0123456789abcdef",
                "1780000000000",
                "1",
                "350",
                "1780003600000",
                "2g",
                "1g",
                "3Gi");
        for (int i = 0; i < values.size(); i++) {
            add(workflow, WorkflowParameters.NAMES.get(i), values.get(i));
        }
        return workflow;
    }

    /** Every kind of one that is not. */
    static List<Hostile> hostile() {
        List<Hostile> all = new ArrayList<>();
        // The fields have the types that Argo gives them: another type would be refused before the policy is asked.
        Map<String, Object> fields = new TreeMap<>(Map.of(
                "templates",
                List.of(Map.of("name", "x")),
                "entrypoint",
                "x",
                "serviceAccountName",
                "x",
                "podSpecPatch",
                "x",
                "volumes",
                List.of(Map.of("name", "x")),
                "hooks",
                Map.of("exit", Map.of("template", "x")),
                "onExit",
                "x",
                "templateDefaults",
                Map.of("name", "x"),
                "hostNetwork",
                true,
                "securityContext",
                Map.of("runAsUser", 0)));
        fields.forEach((field, value) ->
                all.add(hostile("field " + field, workflow -> spec(workflow).putPOJO(field, value), FIELDS)));
        HOSTILE_VALUES.forEach(
                (name, value) -> all.add(hostile(name + " = " + value, workflow -> set(workflow, name, value), FORM)));
        for (String value : List.of("{{workflow.name}}", "{{=sprig.env('X')}}", "$(NESSIEWATCH_CATALOG)")) {
            all.add(hostile("reference = " + value, workflow -> set(workflow, "reference", value), REPLACED, FORM));
        }
        for (String name : List.of("spark-master", "executor-memory", "anything")) {
            all.add(hostile(
                    "parameter " + name, workflow -> add(workflow, name, "spark://elsewhere:7077"), PARAMETER, FORM));
        }
        all.addAll(otherTemplates());
        all.addAll(otherMetadata());
        return all;
    }

    private static List<Hostile> otherTemplates() {
        return List.of(
                hostile(
                        "another template",
                        workflow -> reference(workflow).put("name", "iceberg-weekly-maintenance"),
                        TEMPLATE),
                hostile(
                        "a template of the cluster",
                        workflow -> reference(workflow).put("clusterScope", true),
                        TEMPLATE),
                hostile("no template", workflow -> spec(workflow).remove("workflowTemplateRef"), TEMPLATE),
                hostile(
                        "artifacts",
                        workflow -> ((ObjectNode) workflow.at("/spec/arguments")).putArray("artifacts"),
                        ARGUMENTS));
    }

    private static List<Hostile> otherMetadata() {
        return List.of(
                hostile("another name", workflow -> metadata(workflow).put("name", "other"), NAME),
                hostile(
                        "a long name",
                        workflow -> metadata(workflow).put("name", "nessiewatch-" + "x".repeat(60)),
                        NAME),
                hostile(
                        "a finalizer",
                        workflow -> metadata(workflow).putArray("finalizers").add("x.example/y"),
                        OWNERS),
                hostile(
                        "an owner",
                        workflow -> metadata(workflow)
                                .putArray("ownerReferences")
                                .addObject()
                                .put("apiVersion", "v1")
                                .put("kind", "ConfigMap")
                                .put("name", "x")
                                .put("uid", "x"),
                        OWNERS),
                hostile(
                        "a label of Argo",
                        workflow ->
                                metadata(workflow).withObject("/labels").put("workflows.argoproj.io/completed", "true"),
                        OWNERS));
    }

    static ObjectNode metadata(ObjectNode workflow) {
        return (ObjectNode) workflow.get("metadata");
    }

    /** Gives a parameter another value. */
    static void set(ObjectNode workflow, String parameter, String value) {
        for (JsonNode given : workflow.at("/spec/arguments/parameters")) {
            if (given.path("name").asText().equals(parameter)) {
                ((ObjectNode) given).put("value", value);
            }
        }
    }

    private static void add(ObjectNode workflow, String name, String value) {
        workflow.withArray("/spec/arguments/parameters")
                .addObject()
                .put("name", name)
                .put("value", value);
    }

    private static ObjectNode spec(ObjectNode workflow) {
        return (ObjectNode) workflow.get("spec");
    }

    private static ObjectNode reference(ObjectNode workflow) {
        return (ObjectNode) workflow.at("/spec/workflowTemplateRef");
    }

    private static Hostile hostile(String what, Consumer<ObjectNode> change, String... messages) {
        ObjectNode workflow = fitting();
        change.accept(workflow);
        // As it would be read from a request.
        return new Hostile(what, JSON.valueToTree(workflow), List.of(messages));
    }
}
