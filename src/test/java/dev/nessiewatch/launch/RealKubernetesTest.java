// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.observe.Loops;
import dev.nessiewatch.observe.Neighbours;
import dev.nessiewatch.testing.Settings;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * Against a real API server with Argo's definitions. {@code KUBE_API_TEST_DIR} names a folder with a file {@code kubeconfig}
 * whose current context has a namespace in which Workflows may be created; the namespace needs no controller and no template.
 */
@EnabledIfEnvironmentVariable(
        named = "KUBE_API_TEST_DIR",
        matches = ".+",
        disabledReason = "Set KUBE_API_TEST_DIR to a folder with a kubeconfig of a cluster that may be written to")
class RealKubernetesTest {
    private final ExpiryOrder order =
            Orders.of(Long.toString(System.nanoTime()) + "-real", TableKey.of("sales", "Größe {{x}} $(Y) 表"));
    private final Neighbours neighbours = new Neighbours();
    private Config config;
    private KubernetesApi api;
    private Launcher launcher;

    @BeforeEach
    void connect() throws IOException {
        config = Config.fromKubeconfig(Files.readString(Path.of(System.getenv("KUBE_API_TEST_DIR"), "kubeconfig")));
        api = new KubernetesApi(() -> config, Duration.ofSeconds(10), new Loops());
        launcher = launcher(config.getNamespace());
    }

    @AfterEach
    void close() {
        launcher.close();
        api.close();
    }

    @Test
    void createsOnceAndFindsItAgain() {
        assertThat(launcher.launch(order)).isEqualTo(new Launched.Run(RunName.of(order), false));
        assertThat(launcher.launch(order)).isEqualTo(new Launched.Run(RunName.of(order), true));
        assertThat(launcher.state(RunName.of(order))).isInstanceOf(RunState.Running.class);
    }

    @Test
    void aTrialIsNotStored() {
        launcher.tend();

        assertThat(neighbours.states().get("kubernetes"))
                .contains("WorkflowTemplate")
                .doesNotContain("A trial");
    }

    @Test
    void aFieldThatArgoDoesNotKnowIsRefused() {
        JsonNode workflow = ArgoWorkflow.of(order, WorkflowParameters.of(order), "none");
        ((com.fasterxml.jackson.databind.node.ObjectNode) workflow.get("spec")).put("unheardOf", 1);

        Answer answer = api.post(Paths.dryRun(config.getNamespace()), workflow);

        assertThat(answer).isInstanceOfSatisfying(Answer.Given.class, given -> {
            assertThat(given.code()).isEqualTo(400);
            assertThat(given.message()).contains("unheardOf");
        });
    }

    @Test
    void aNamespaceThatIsNotThereIsSaid() {
        Launcher elsewhere = launcher("nessiewatch-nowhere");

        assertThat(elsewhere.launch(order)).isInstanceOf(Launched.Later.class);
        elsewhere.close();
    }

    private Launcher launcher(String namespace) {
        return Launchers.of(
                Settings.of(
                        LaunchConfig.class,
                        "nessiewatch.launch.mode",
                        "argo",
                        "nessiewatch.launch.argo.namespace",
                        namespace,
                        "nessiewatch.launch.argo.template",
                        "none",
                        "nessiewatch.launch.argo.cron-workflow",
                        ""),
                new Launchers.Around(new Cluster(() -> config), neighbours, new Loops(), Clock.systemUTC()));
    }
}
