// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.testing.KubeServer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is found out before the first order. */
class ArgoContractTest {
    private final ArgoFixture argo = new ArgoFixture("cron-workflow", "");

    @AfterEach
    void close() {
        argo.close();
    }

    @Test
    void isWellWhenTheTemplateFitsAndAWorkflowWouldBeLetIn() {
        argo.template(Map.of("name", "image", "value", "x"));

        argo.launcher.tend();

        assertThat(argo.state()).isEqualTo("ok");
        assertThat(argo.server
                        .requests()
                        .subList(
                                argo.server.requests().size() - 2,
                                argo.server.requests().size()))
                .containsExactly(
                        "GET /apis/argoproj.io/v1alpha1/namespaces/jobs/workflowtemplates/iceberg-expire-snapshots",
                        "POST /apis/argoproj.io/v1alpha1/namespaces/jobs/workflows?fieldValidation=Strict&dryRun=All");
        assertThat(argo.server.workflows()).isEmpty();
    }

    @Test
    void asksAgainAfterFiveMinutesAndSoonerWhileSomethingIsWrong() {
        argo.launcher.tend();
        int first = argo.server.requests().size();
        assertThat(argo.state())
                .isEqualTo("The WorkflowTemplate iceberg-expire-snapshots in namespace jobs does not exist; apply the"
                        + " manifests of this version, or set nessiewatch.launch.argo.template and .namespace");
        argo.template(Map.of());
        int applied = argo.server.requests().size();

        argo.clock.pass(Duration.ofSeconds(29));
        argo.launcher.tend();
        assertThat(argo.server.requests()).hasSize(applied);
        argo.clock.pass(Duration.ofSeconds(1));
        argo.launcher.tend();
        assertThat(argo.state()).isEqualTo("ok");
        assertThat(argo.server.requests()).hasSize(applied + first);

        argo.clock.pass(Duration.ofMinutes(5).minusSeconds(1));
        argo.launcher.tend();
        assertThat(argo.server.requests()).hasSize(applied + first);
        argo.clock.pass(Duration.ofSeconds(1));
        argo.launcher.tend();
        assertThat(argo.server.requests()).hasSize(applied + 2 * first);
    }

    @Test
    void aTemplateOfAnotherVersionSaysWhatDoesNotFit() {
        argo.template(Map.of("name", "older-than-hours"), "driver-memory", "uuid");

        argo.launcher.tend();

        assertThat(argo.state())
                .isEqualTo("The WorkflowTemplate iceberg-expire-snapshots in namespace jobs declares no parameter uuid,"
                        + " driver-memory, which is sent and needs the parameter older-than-hours, which is not sent;"
                        + " apply the manifests of this version");
    }

    @Test
    void whatIsFilledInTheTemplateNeedNotBeSent() {
        argo.template(Map.of("name", "image", "valueFrom", Map.of("configMapKeyRef", Map.of("name", "c", "key", "k"))));
        argo.launcher.tend();
        assertThat(argo.state()).isEqualTo("ok");
    }

    @Test
    void eachFailureIsOneLineWithARemedy() {
        argo.template(Map.of());
        wrong("GET", 403, "workflowtemplates is forbidden", "grant `get` on workflowtemplates.argoproj.io");
        wrong("GET", 404, "the server could not find the requested resource", "install Argo Workflows");
        wrong("GET", 500, "etcd", "cannot be read: HTTP 500: etcd");
        wrong("POST", 403, "workflows is forbidden", "grant `create` and `get` on workflows.argoproj.io");
        wrong("POST", 404, "namespaces \"jobs\" not found", "create it, or set nessiewatch.launch.argo.namespace");
        wrong("POST", 422, "ValidatingAdmissionPolicy 'x' denied\nrequest", "denied request");
        assertThat(argo.state()).startsWith("A trial showed that no run can be created.");
    }

    @Test
    void aFullQuotaAndATrialThatIsThereAreNoFault() {
        argo.template(Map.of());
        argo.server.refuse("POST", 403, KubeServer.status(403, "Forbidden", "exceeded quota: runs"));
        argo.launcher.tend();
        assertThat(argo.state()).isEqualTo("ok");
        argo.server.refuse("POST", 409, KubeServer.status(409, "AlreadyExists", "already exists"));
        argo.clock.pass(Duration.ofMinutes(5));
        argo.launcher.tend();
        assertThat(argo.state()).isEqualTo("ok");
    }

    private void wrong(String method, int code, String message, String remedy) {
        argo.server.refuse(method, code, KubeServer.status(code, "x", message));
        argo.clock.pass(Duration.ofMinutes(5));
        argo.launcher.tend();
        assertThat(argo.state()).contains(remedy).doesNotContain("\n");
    }
}
