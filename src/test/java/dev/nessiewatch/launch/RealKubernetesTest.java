// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.deploy.AppliedOverlay;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.observe.Loops;
import dev.nessiewatch.observe.Neighbours;
import dev.nessiewatch.testing.ApiCaller;
import dev.nessiewatch.testing.OnRealApiServer;
import dev.nessiewatch.testing.RealApiServer;
import dev.nessiewatch.testing.Settings;
import dev.nessiewatch.testing.StrictSchemas;
import io.fabric8.kubernetes.client.Config;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The launcher against a real API server that holds the overlay {@code prod}: with the trigger's own token, so with its
 * rights and under its admission policy.
 */
@OnRealApiServer
class RealKubernetesTest {
    private static final String WORKFLOWS = "apis/argoproj.io/v1alpha1/namespaces/nessiewatch/workflows";
    private static final String HOSTILE = "Größe {{workflow.name}} $(Y) \"x\" 表 t@dev";
    private static final AtomicInteger ORDERS = new AtomicInteger();

    private final RealApiServer server;
    private final ApiCaller admin;
    private final Neighbours neighbours = new Neighbours();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final ExpiryOrder order = order();
    private final Launcher launcher;

    RealKubernetesTest(RealApiServer server) {
        AppliedOverlay.of(server, "prod");
        this.server = server;
        this.admin = server.admin();
        this.launcher = launcher("nessiewatch", trigger());
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
        admin.send("DELETE", WORKFLOWS, Map.of()).orFail();
    }

    @Test
    void createsOnceAndFindsItAgainAlsoAfterARestart() {
        assertThat(launcher.launch(order)).isEqualTo(new Launched.Run(RunName.of(order), false));
        assertThat(launcher.launch(order)).isEqualTo(new Launched.Run(RunName.of(order), true));
        assertThat(launcher("nessiewatch", trigger()).launch(order))
                .isEqualTo(new Launched.Run(RunName.of(order), true));

        assertThat(stored()).containsExactly(RunName.of(order));
        assertThat(launcher.state(RunName.of(order))).isInstanceOf(RunState.Running.class);
        assertThat(neighbours.states()).containsEntry("kubernetes", "ok");
    }

    @Test
    void whatIsStoredIsWhatWasSent() {
        launcher.launch(order);

        JsonNode stored = admin.get(WORKFLOWS + "/" + RunName.of(order)).orFail();
        ObjectNode sent = ArgoWorkflow.of(order, WorkflowParameters.of(order), "iceberg-expire-snapshots");
        assertThat(stored.get("spec")).isEqualTo(sent.get("spec"));
        assertThat(stored.at("/metadata/labels")).isEqualTo(sent.at("/metadata/labels"));
        assertThat(stored.at("/metadata/annotations")).isEqualTo(sent.at("/metadata/annotations"));
    }

    @Test
    void anotherOrderUnderTheSameNameIsRefusedLoudly() {
        ObjectNode foreign = ArgoWorkflow.of(order, WorkflowParameters.of(order), "iceberg-expire-snapshots");
        ((ObjectNode) foreign.at("/metadata/annotations")).put(ArgoWorkflow.ORDER_ID, "9-other");
        admin.post(WORKFLOWS, foreign).orFail();

        assertThat(launcher.launch(order))
                .isInstanceOfSatisfying(
                        Launched.Refused.class,
                        refused -> assertThat(refused.why()).contains("in the way", "'9-other'"));
        assertThat(launcher.state(RunName.of(order))).isInstanceOf(RunState.Unknown.class);
    }

    @Test
    void aTrialFindsEverythingThereAndIsNotStored() {
        launcher.tend();

        assertThat(neighbours.states()).containsEntry("kubernetes", "ok");
        assertThat(stored()).isEmpty();
    }

    @Test
    void readsTheWeeklySchedule() {
        launcher.tend();

        assertThat(launcher.weekly()).isEqualTo(new WeeklyRun(true, false, null, true));
    }

    @Test
    void aFieldThatArgoDoesNotKnowIsRefused() {
        server.requireMinor(25, "Strict field validation");
        ObjectNode workflow = ArgoWorkflow.of(order, WorkflowParameters.of(order), "iceberg-expire-snapshots");
        // Definitions that take any field are strict about the metadata alone.
        ((ObjectNode) workflow.get(StrictSchemas.available() ? "spec" : "metadata")).put("unheardOf", 1);

        Answer answer = api(trigger()).post(Paths.dryRun("nessiewatch"), workflow);

        assertThat(answer).isInstanceOfSatisfying(Answer.Given.class, given -> {
            assertThat(given.code()).isEqualTo(400);
            assertThat(given.message()).contains("unknown field", "unheardOf");
        });
    }

    @Test
    void aWorkflowThatWasDeletedIsGone() {
        launcher.launch(order);
        admin.send("DELETE", WORKFLOWS + "/" + RunName.of(order), Map.of()).orFail();

        assertThat(launcher.state(RunName.of(order)))
                .isInstanceOfSatisfying(
                        RunState.Ended.class, ended -> assertThat(ended.end()).isEqualTo(RunState.End.GONE));
    }

    @Test
    void aStatusOfTheControllerIsRead() {
        launcher.launch(order);
        admin.send(
                        "PATCH",
                        WORKFLOWS + "/" + RunName.of(order),
                        Map.of(
                                "status",
                                Map.of(
                                        "phase", "Failed",
                                        "message", "driver: exit code 137",
                                        "startedAt", "2026-11-01T12:00:00Z",
                                        "finishedAt", "2026-11-01T12:01:00Z")))
                .orFail();

        assertThat(launcher.state(RunName.of(order)))
                .isInstanceOfSatisfying(
                        RunState.Ended.class, ended -> assertThat(ended.cause()).contains("137"));
    }

    @Test
    void aFullQuotaIsWaitedFor() {
        String quotas = "api/v1/namespaces/nessiewatch/resourcequotas";
        Map<String, String> one = Map.of("count/workflows.argoproj.io", "1");
        Map<String, Object> quota = Map.of(
                "apiVersion",
                "v1",
                "kind",
                "ResourceQuota",
                "metadata",
                Map.of("name", "few"),
                "spec",
                Map.of("hard", one));
        admin.post(quotas, quota).orFail();
        try {
            // The part of the controller, of which there is none here.
            admin.send("PATCH", quotas + "/few/status", Map.of("status", Map.of("hard", one, "used", one)))
                    .orFail();

            assertThat(launcher.launch(order))
                    .isInstanceOfSatisfying(
                            Launched.Later.class,
                            later -> assertThat(later.why())
                                    .contains("quota of namespace nessiewatch is used up", "few"));
            assertThat(stored()).isEmpty();
        } finally {
            admin.send("DELETE", quotas + "/few", Map.of()).orFail();
        }
    }

    @Test
    void aNamespaceThatIsNotThereIsSaidInOneLine() {
        Launcher elsewhere = launcher("nessiewatch-nowhere", server.adminConfig());

        assertThat(elsewhere.launch(order))
                .isInstanceOfSatisfying(
                        Launched.Later.class,
                        later -> assertThat(later.why())
                                .contains(
                                        "There is no namespace nessiewatch-nowhere",
                                        "nessiewatch.launch.argo.namespace")
                                .doesNotContain("\n"));
    }

    @Test
    void aNamespaceThatIsNotOursIsSaidInOneLine() {
        Launcher elsewhere = launcher("default", trigger());

        assertThat(elsewhere.launch(order))
                .isInstanceOfSatisfying(
                        Launched.Later.class,
                        later -> assertThat(later.why())
                                .contains(
                                        "Creating a Workflow in namespace default is forbidden",
                                        "nessiewatch-trigger",
                                        "grant")
                                .doesNotContain("\n"));
    }

    @Test
    void aTokenThatIsNotAcceptedIsSaidInOneLine() {
        Launcher nobody = launcher("nessiewatch", server.withToken("not-a-token"));

        assertThat(nobody.launch(order))
                .isInstanceOfSatisfying(
                        Launched.Later.class,
                        later -> assertThat(later.why())
                                .contains("does not accept the token")
                                .doesNotContain("\n"));
    }

    @Test
    void aTemplateThatIsNotThereOrMayNotBeReadIsSaidInOneLine() {
        trialOf("no-such-template", server.adminConfig());
        assertThat(neighbours.states().get("kubernetes")).contains("no-such-template", "does not exist");

        trialOf("iceberg-weekly-maintenance", trigger());
        assertThat(neighbours.states().get("kubernetes"))
                .contains("may not be read", "grant `get` on workflowtemplates.argoproj.io");
    }

    private void trialOf(String template, Config config) {
        launcher("nessiewatch", config, "nessiewatch.launch.argo.template", template)
                .tend();
    }

    /** Names of the Workflows that are stored. */
    private List<String> stored() {
        List<String> names = new ArrayList<>();
        admin.get(WORKFLOWS)
                .orFail()
                .path("items")
                .forEach(item -> names.add(item.at("/metadata/name").asText()));
        return names;
    }

    private Config trigger() {
        return server.configOf("nessiewatch", "nessiewatch-trigger");
    }

    private KubernetesApi api(Config config) {
        KubernetesApi api = new KubernetesApi(() -> config, Duration.ofSeconds(30), new Loops());
        opened.add(api::close);
        return api;
    }

    private Launcher launcher(String namespace, Config config, String... more) {
        List<String> properties = new ArrayList<>(List.of(
                "nessiewatch.launch.mode",
                "argo",
                "nessiewatch.launch.argo.namespace",
                namespace,
                "nessiewatch.launch.argo.request-timeout",
                "30S"));
        properties.addAll(List.of(more));
        Launcher made = Launchers.of(
                Settings.of(LaunchConfig.class, properties.toArray(String[]::new)),
                new Launchers.Around(new Cluster(() -> config), neighbours, new Loops(), Clock.systemUTC()));
        opened.add(made::close);
        return made;
    }

    private static ExpiryOrder order() {
        return Orders.of(ORDERS.incrementAndGet() + "-real", TableKey.of("sales", HOSTILE));
    }
}
