// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nessiewatch.launch.DriverSize;
import dev.nessiewatch.launch.WorkflowParameters;
import dev.nessiewatch.testing.StrictSchemas;
import dev.nessiewatch.testing.Tool;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The admission policy, evaluated as the API server does: which Workflows of the trigger are let in. */
class AdmissionPolicyTest {
    private static final String TRIGGER = "system:serviceaccount:nessiewatch:nessiewatch-trigger";

    @BeforeEach
    void kubectlIsThere() {
        Tool.KUBECTL.require();
    }

    @Test
    void letsAnOrderIn() {
        ObjectNode workflow = TriggerWorkflows.fitting();

        assertThat(AdmissionPolicy.refusals(workflow)).isEmpty();
        TriggerWorkflows.set(workflow, "uuid", "-");
        TriggerWorkflows.set(workflow, "commit-before-ms", "-");
        TriggerWorkflows.set(workflow, "mode", "expire");
        assertThat(AdmissionPolicy.refusals(workflow)).isEmpty();
        if (StrictSchemas.available()) {
            assertThat(StrictSchemas.problems(workflow)).isEmpty();
        }
    }

    @Test
    void letsEverySizeOfADriverIn() {
        for (DriverSize size : DriverSize.values()) {
            ObjectNode workflow = TriggerWorkflows.fitting();
            TriggerWorkflows.set(workflow, "driver-memory", size.driverMemory());
            TriggerWorkflows.set(workflow, "max-result-size", size.maxResultSize());
            TriggerWorkflows.set(workflow, "pod-memory", size.podMemory());
            assertThat(AdmissionPolicy.refusals(workflow)).as(size.name()).isEmpty();
        }
    }

    static List<TriggerWorkflows.Hostile> hostile() {
        return TriggerWorkflows.hostile();
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void refuses(TriggerWorkflows.Hostile hostile) {
        assertThat(AdmissionPolicy.refusals(hostile.workflow()))
                .containsExactlyInAnyOrderElementsOf(hostile.messages());
    }

    @Test
    void refusesAFieldThatALaterArgoMayBring() {
        ObjectNode workflow = TriggerWorkflows.fitting();
        ((ObjectNode) workflow.get("spec")).put("aFieldOfTomorrow", "x");

        assertThat(AdmissionPolicy.refusals(workflow)).hasSize(1);
    }

    @Test
    void refusesAWorkflowWithoutAName() {
        ObjectNode workflow = TriggerWorkflows.fitting();
        TriggerWorkflows.metadata(workflow).remove("name");

        assertThat(AdmissionPolicy.refusals(workflow)).hasSize(1);
    }

    @Test
    void aValueOfEachParameterIsTried() {
        assertThat(TriggerWorkflows.HOSTILE_VALUES.keySet())
                .containsExactlyInAnyOrderElementsOf(WorkflowParameters.NAMES);
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
}
