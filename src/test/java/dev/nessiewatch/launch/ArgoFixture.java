// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import dev.nessiewatch.observe.Loops;
import dev.nessiewatch.observe.Neighbours;
import dev.nessiewatch.testing.KubeServer;
import dev.nessiewatch.testing.SetClock;
import dev.nessiewatch.testing.Settings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A launcher before a server that stores. */
final class ArgoFixture implements AutoCloseable {
    static final String NEIGHBOUR = ArgoLauncher.NEIGHBOUR;

    final SetClock clock = new SetClock(Instant.parse("2026-11-01T12:00:00Z"));
    final Neighbours neighbours = new Neighbours();
    final KubeServer server = KubeServer.start();
    final Launcher launcher;

    /** With these properties below {@code nessiewatch.launch.argo}, name and value in turn. */
    ArgoFixture(String... properties) {
        launcher = launcher(properties);
    }

    /** Another one on the same server, as after a restart. */
    Launcher launcher(String... properties) {
        List<String> all = new ArrayList<>(
                List.of("nessiewatch.launch.mode", "argo", "nessiewatch.launch.argo.namespace", KubeServer.NAMESPACE));
        for (int i = 0; i < properties.length; i += 2) {
            all.add("nessiewatch.launch.argo." + properties[i]);
            all.add(properties[i + 1]);
        }
        return Launchers.of(
                Settings.of(LaunchConfig.class, all.toArray(String[]::new)),
                new Launchers.Around(server.cluster(), neighbours, new Loops(), clock));
    }

    /** What readiness would say. */
    String state() {
        return neighbours.states().getOrDefault(NEIGHBOUR, "");
    }

    /** The template that fits, with some parameters left out. */
    void template(Map<String, ?> more, String... without) {
        List<Map<String, ?>> parameters = new ArrayList<>();
        for (String name : WorkflowParameters.NAMES) {
            if (!List.of(without).contains(name)) {
                parameters.add(Map.of("name", name));
            }
        }
        if (!more.isEmpty()) {
            parameters.add(more);
        }
        server.apply(Map.of(
                "apiVersion",
                ArgoWorkflow.API_VERSION,
                "kind",
                "WorkflowTemplate",
                "metadata",
                Map.of("name", "iceberg-expire-snapshots"),
                "spec",
                Map.of("arguments", Map.of("parameters", parameters))));
    }

    void cron(Map<String, ?> spec, Map<String, ?> status) {
        server.apply(Map.of(
                "apiVersion",
                ArgoWorkflow.API_VERSION,
                "kind",
                "CronWorkflow",
                "metadata",
                Map.of("name", "iceberg-weekly-maintenance"),
                "spec",
                spec,
                "status",
                status));
    }

    @Override
    public void close() {
        launcher.close();
        server.close();
    }
}
