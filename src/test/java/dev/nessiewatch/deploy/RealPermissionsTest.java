// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.testing.ApiCaller;
import dev.nessiewatch.testing.OnRealApiServer;
import dev.nessiewatch.testing.RealApiServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What each service account of the prod overlay may do on a real API server, asked with its own token. */
@OnRealApiServer
class RealPermissionsTest {
    private static final String ARGO = "apis/argoproj.io/v1alpha1/namespaces/nessiewatch/";

    private final RealApiServer server;
    private final ApiCaller tail;
    private final ApiCaller trigger;

    RealPermissionsTest(RealApiServer server) {
        AppliedOverlay.of(server, "prod");
        this.server = server;
        this.tail = server.as("nessiewatch", "nessiewatch-tail");
        this.trigger = server.as("nessiewatch", "nessiewatch-trigger");
    }

    @BeforeEach
    void aWorkflowIsThere() {
        server.admin().post(ARGO + "workflows", TriggerWorkflows.fitting());
    }

    @AfterEach
    void close() {
        tail.close();
        trigger.close();
    }

    @Test
    void theTriggerMayDoWhatTheLauncherDoesAndNothingElse() {
        assertThat(rules("nessiewatch-trigger"))
                .containsExactlyInAnyOrder(
                        "create,get argoproj.io/workflows []",
                        "get argoproj.io/workflowtemplates [iceberg-expire-snapshots]",
                        "get argoproj.io/cronworkflows [iceberg-weekly-maintenance]");
    }

    @Test
    void theTailMayDoNothing() {
        assertThat(rules("nessiewatch-tail")).isEmpty();
    }

    @Test
    void theExecutorOfARunMayReportItsEndAndNothingElse() {
        assertThat(rules("nessiewatch-spark")).containsExactly("create,patch argoproj.io/workflowtaskresults []");
    }

    @ParameterizedTest
    @CsvSource({
        "POST, workflows?dryRun=All, 201",
        "GET, workflows/nothing-of-this-name, 404",
        "GET, workflowtemplates/iceberg-expire-snapshots, 200",
        "GET, cronworkflows/iceberg-weekly-maintenance, 200"
    })
    void theTriggerMay(String method, String path, int code) {
        Object body = null;
        if (method.equals("POST")) {
            var workflow = TriggerWorkflows.fitting();
            TriggerWorkflows.metadata(workflow).put("name", "nessiewatch-permission-trial");
            body = workflow;
        }

        assertThat(trigger.send(method, ARGO + path, body).code()).isEqualTo(code);
        assertThat(tail.send(method, ARGO + path, body).code()).isEqualTo(403);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, apis/argoproj.io/v1alpha1/namespaces/nessiewatch/workflows",
        "GET, apis/argoproj.io/v1alpha1/namespaces/nessiewatch/workflows?watch=true&timeoutSeconds=1",
        "PUT, apis/argoproj.io/v1alpha1/namespaces/nessiewatch/workflows/nessiewatch-daily-0123456789abcdef",
        "PATCH, apis/argoproj.io/v1alpha1/namespaces/nessiewatch/workflows/nessiewatch-daily-0123456789abcdef",
        "DELETE, apis/argoproj.io/v1alpha1/namespaces/nessiewatch/workflows/nessiewatch-daily-0123456789abcdef",
        "DELETE, apis/argoproj.io/v1alpha1/namespaces/nessiewatch/workflows",
        "GET, apis/argoproj.io/v1alpha1/namespaces/nessiewatch/workflowtemplates",
        "GET, apis/argoproj.io/v1alpha1/namespaces/nessiewatch/workflowtemplates/iceberg-weekly-maintenance",
        "PATCH, apis/argoproj.io/v1alpha1/namespaces/nessiewatch/workflowtemplates/iceberg-expire-snapshots",
        "PATCH, apis/argoproj.io/v1alpha1/namespaces/nessiewatch/cronworkflows/iceberg-weekly-maintenance",
        "POST, apis/argoproj.io/v1alpha1/namespaces/nessiewatch/cronworkflows",
        "POST, apis/argoproj.io/v1alpha1/namespaces/nessiewatch/workflowtaskresults",
        "POST, apis/argoproj.io/v1alpha1/namespaces/default/workflows",
        "GET, apis/argoproj.io/v1alpha1/namespaces/default/workflows/any",
        "GET, apis/argoproj.io/v1alpha1/workflows",
        "GET, api/v1/namespaces/nessiewatch/secrets",
        "GET, api/v1/namespaces/nessiewatch/secrets/nessiewatch-catalog",
        "GET, api/v1/namespaces/nessiewatch/configmaps/nessiewatch-settings",
        "GET, api/v1/namespaces/nessiewatch/pods",
        "POST, api/v1/namespaces/nessiewatch/pods",
        "POST, api/v1/namespaces/nessiewatch/serviceaccounts/nessiewatch-spark/token",
        "PATCH, apis/apps/v1/namespaces/nessiewatch/deployments/nessiewatch-trigger",
        "PATCH, apis/rbac.authorization.k8s.io/v1/namespaces/nessiewatch/roles/nessiewatch-trigger",
        "POST, apis/rbac.authorization.k8s.io/v1/namespaces/nessiewatch/rolebindings",
        "GET, api/v1/namespaces/nessiewatch",
        "GET, api/v1/nodes"
    })
    void neitherMay(String method, String path) {
        Object body = method.equals("GET") ? null : Map.of();

        assertThat(trigger.send(method, path, body).code()).isEqualTo(403);
        assertThat(tail.send(method, path, body).code()).isEqualTo(403);
    }

    /** Every rule of the namespace for an account, but for those that let anybody ask who he is. */
    private List<String> rules(String account) {
        List<String> rules = new ArrayList<>();
        try (ApiCaller caller = server.as("nessiewatch", account)) {
            JsonNode review = caller.post(
                            "apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
                            Map.of(
                                    "apiVersion",
                                    "authorization.k8s.io/v1",
                                    "kind",
                                    "SelfSubjectRulesReview",
                                    "spec",
                                    Map.of("namespace", "nessiewatch")))
                    .orFail();
            assertThat(review.at("/status/incomplete").asBoolean()).isFalse();
            for (JsonNode rule : review.at("/status/resourceRules")) {
                String group = rule.at("/apiGroups/0").asText();
                if (!group.equals("authorization.k8s.io") && !group.equals("authentication.k8s.io")) {
                    rules.add(sorted(rule, "verbs") + " " + group + "/" + sorted(rule, "resources") + " ["
                            + sorted(rule, "resourceNames") + "]");
                }
            }
        }
        return rules;
    }

    private static String sorted(JsonNode rule, String field) {
        return String.join(
                ",", Manifests.texts(rule.path(field)).stream().sorted().toList());
    }
}
