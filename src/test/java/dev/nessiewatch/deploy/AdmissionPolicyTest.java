// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nessiewatch.launch.DriverSize;
import dev.nessiewatch.launch.WorkflowParameters;
import dev.nessiewatch.testing.StrictSchemas;
import dev.nessiewatch.testing.Tool;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The admission policy, evaluated as the API server does: which Workflows of the trigger are let in. */
class AdmissionPolicyTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TRIGGER = "system:serviceaccount:nessiewatch:nessiewatch-trigger";

    @BeforeEach
    void kubectlIsThere() {
        Tool.KUBECTL.require();
    }

    @Test
    void letsAnOrderIn() {
        ObjectNode workflow = workflow();

        assertThat(AdmissionPolicy.refusals(workflow)).isEmpty();
        set(workflow, "uuid", "-");
        set(workflow, "commit-before-ms", "-");
        set(workflow, "mode", "expire");
        assertThat(AdmissionPolicy.refusals(workflow)).isEmpty();
        if (StrictSchemas.available()) {
            assertThat(StrictSchemas.problems(workflow)).isEmpty();
        }
    }

    @Test
    void letsEverySizeOfADriverIn() {
        for (DriverSize size : DriverSize.values()) {
            ObjectNode workflow = workflow();
            set(workflow, "driver-memory", size.driverMemory());
            set(workflow, "max-result-size", size.maxResultSize());
            set(workflow, "pod-memory", size.podMemory());
            assertThat(AdmissionPolicy.refusals(workflow)).as(size.name()).isEmpty();
        }
    }

    @Test
    void refusesEveryOtherField() {
        for (String field : List.of(
                "templates",
                "entrypoint",
                "serviceAccountName",
                "podSpecPatch",
                "volumes",
                "hooks",
                "onExit",
                "templateDefaults",
                "hostNetwork",
                "securityContext",
                "aFieldOfTomorrow")) {
            assertThat(AdmissionPolicy.refusals(
                            changed(workflow -> ((ObjectNode) workflow.get("spec")).put(field, "x"))))
                    .as(field)
                    .containsExactly("a Workflow of the trigger holds workflowTemplateRef and arguments, nothing else");
        }
    }

    @Test
    void refusesEveryOtherTemplate() {
        assertThat(AdmissionPolicy.refusals(changed(workflow -> ((ObjectNode) workflow.at("/spec/workflowTemplateRef"))
                        .put("name", "iceberg-weekly-maintenance"))))
                .hasSize(1);
        assertThat(AdmissionPolicy.refusals(changed(
                        workflow -> ((ObjectNode) workflow.at("/spec/workflowTemplateRef")).put("clusterScope", true))))
                .hasSize(1);
        assertThat(AdmissionPolicy.refusals(
                        changed(workflow -> ((ObjectNode) workflow.get("spec")).remove("workflowTemplateRef"))))
                .hasSize(1);
    }

    @Test
    void refusesAParameterThatIsTheInstallations() {
        for (String name : List.of("spark-master", "executor-memory", "anything")) {
            assertThat(AdmissionPolicy.refusals(changed(workflow -> add(workflow, name, "spark://elsewhere:7077"))))
                    .as(name)
                    .contains("a parameter that the template leaves to the installation, or does not know");
        }
        assertThat(AdmissionPolicy.refusals(
                        changed(workflow -> ((ObjectNode) workflow.at("/spec/arguments")).putArray("artifacts"))))
                .hasSize(1);
    }

    @Test
    void refusesAValueOfAnotherForm() {
        Map<String, String> hostile = new HashMap<>();
        hostile.put("mode", "vacuum");
        hostile.put("order-id", "1; rm");
        hostile.put("reference", "main branch");
        hostile.put("content-id", "../x");
        hostile.put("uuid", "");
        hostile.put("table", "ns.table");
        hostile.put("table-id", "ABC");
        hostile.put("older-than-ms", "-1");
        hostile.put("retain-last", "one");
        hostile.put("predicted-removed", "1e9");
        hostile.put("commit-before-ms", "never");
        hostile.put("driver-memory", "9999g");
        hostile.put("max-result-size", "0");
        hostile.put("pod-memory", "1Ti");
        assertThat(hostile.keySet()).containsExactlyInAnyOrderElementsOf(WorkflowParameters.NAMES);

        for (Map.Entry<String, String> value : hostile.entrySet()) {
            assertThat(AdmissionPolicy.refusals(changed(workflow -> set(workflow, value.getKey(), value.getValue()))))
                    .as(value.getKey())
                    .containsExactly("a value of another form than the trigger writes");
        }
    }

    @Test
    void refusesAValueThatSomebodyElseWouldReplace() {
        for (String value : List.of("{{workflow.name}}", "{{=sprig.env('X')}}", "$(NESSIEWATCH_CATALOG)")) {
            assertThat(AdmissionPolicy.refusals(changed(workflow -> set(workflow, "reference", value))))
                    .as(value)
                    .contains("a parameter without a value, or one that Argo or the kubelet would replace");
        }
    }

    @Test
    void refusesNamesOwnersAndLabelsThatAreNotTheTriggers() {
        assertThat(AdmissionPolicy.refusals(
                        changed(workflow -> metadata(workflow).put("name", "other"))))
                .hasSize(1);
        assertThat(AdmissionPolicy.refusals(changed(
                        workflow -> metadata(workflow).put("name", "nessiewatch-" + "x".repeat(60)))))
                .hasSize(1);
        assertThat(AdmissionPolicy.refusals(
                        changed(workflow -> metadata(workflow).remove("name"))))
                .hasSize(1);
        assertThat(AdmissionPolicy.refusals(changed(
                        workflow -> metadata(workflow).putArray("finalizers").add("x/y"))))
                .hasSize(1);
        assertThat(AdmissionPolicy.refusals(changed(workflow ->
                        metadata(workflow).putArray("ownerReferences").addObject())))
                .hasSize(1);
        assertThat(AdmissionPolicy.refusals(changed(workflow ->
                        metadata(workflow).withObject("/labels").put("workflows.argoproj.io/completed", "true"))))
                .hasSize(1);
    }

    @Test
    void concernsTheTriggerAlone() {
        assertThat(AdmissionPolicy.concerns(TRIGGER)).isTrue();
        assertThat(AdmissionPolicy.concerns("system:serviceaccount:argo:argo")).isFalse();
        assertThat(AdmissionPolicy.concerns("system:serviceaccount:other:nessiewatch-trigger"))
                .isFalse();
        assertThat(AdmissionPolicy.concerns("jane")).isFalse();
    }

    @Test
    void isBoundAndFailsClosed() {
        Manifests prod = Manifests.overlay("prod");
        JsonNode policy = AdmissionPolicy.policy();
        JsonNode binding = prod.one("ValidatingAdmissionPolicyBinding", "nessiewatch-trigger")
                .path("spec");

        assertThat(policy.path("failurePolicy").asText()).isEqualTo("Fail");
        assertThat(binding.path("policyName").asText()).isEqualTo("nessiewatch-trigger");
        assertThat(Manifests.texts(binding.path("validationActions"))).containsExactly("Deny");
        assertThat(Manifests.texts(policy.at("/matchConstraints/resourceRules/0/resources")))
                .containsExactly("workflows");
        assertThat(Manifests.texts(policy.at("/matchConstraints/resourceRules/0/operations")))
                .contains("CREATE");
    }

    private static ObjectNode changed(Consumer<ObjectNode> change) {
        ObjectNode workflow = workflow();
        change.accept(workflow);
        return workflow;
    }

    private static ObjectNode metadata(ObjectNode workflow) {
        return (ObjectNode) workflow.get("metadata");
    }

    private static void set(ObjectNode workflow, String parameter, String value) {
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

    private static ObjectNode workflow() {
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
}
