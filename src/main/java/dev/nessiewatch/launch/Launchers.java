// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import dev.nessiewatch.observe.Loops;
import dev.nessiewatch.observe.Neighbours;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Picks the launcher that the configuration names. */
public final class Launchers {
    private Launchers() {}

    /**
     * What a launcher may need of its surroundings.
     *
     * @param cluster asked only by {@code argo}, and only when it has something to do
     * @param neighbours told how the Kubernetes API does
     * @param loops told before each request that the loop lives
     */
    public record Around(Cluster cluster, Neighbours neighbours, Loops loops, Clock clock) {}

    public static Launcher of(LaunchConfig config, Around around) {
        return switch (config.mode()) {
            case OBSERVE -> new ObserveLauncher();
            case LOCAL -> local(config);
            case ARGO -> argo(config.argo(), around);
        };
    }

    /** What is wrong with these settings: one line per problem, naming the property; empty when all is well. */
    public static List<String> problems(LaunchConfig config) {
        List<String> problems = new ArrayList<>();
        if (config.maxOpenRuns() < 1) {
            problems.add("nessiewatch.launch.max-open-runs is " + config.maxOpenRuns() + "; it must be at least 1");
        }
        if (config.failuresUntilBreaker() < 1) {
            problems.add("nessiewatch.launch.failures-until-breaker is " + config.failuresUntilBreaker()
                    + "; it must be at least 1");
        }
        if (config.runDeadline().isNegative() || config.runDeadline().isZero()) {
            problems.add("nessiewatch.launch.run-deadline is " + config.runDeadline() + "; it must be above zero");
        }
        if (config.verifyDeadline().isNegative() || config.verifyDeadline().isZero()) {
            problems.add(
                    "nessiewatch.launch.verify-deadline is " + config.verifyDeadline() + "; it must be above zero");
        }
        if (config.mode() == LaunchConfig.Mode.ARGO) {
            problems.addAll(ArgoSettings.problems(config.argo()));
        }
        if (config.mode() == LaunchConfig.Mode.LOCAL) {
            if (config.local().classPath().isEmpty()) {
                problems.add(
                        "nessiewatch.launch.local.class-path is not set; the local launcher needs the class path of"
                                + " the Spark job");
            }
            if (config.local().java().isEmpty() && System.getProperty("java.home") == null) {
                problems.add(
                        "nessiewatch.launch.local.java is not set; this program runs without a JVM, so name the java that is"
                                + " to run the job");
            }
            for (String needed : List.of("uri", "warehouse")) {
                if (!config.catalog().containsKey(needed)) {
                    problems.add(
                            "nessiewatch.launch.catalog." + needed + " is not set; the job needs it to load the table");
                }
            }
        }
        return problems;
    }

    private static Launcher argo(LaunchConfig.Argo config, Around around) {
        KubernetesApi api = new KubernetesApi(around.cluster()::config, config.requestTimeout(), around.loops());
        return new ArgoLauncher(api, config, around.neighbours(), around.clock());
    }

    private static Launcher local(LaunchConfig config) {
        LaunchConfig.Local local = config.local();
        Path java = local.java().orElseGet(() -> Path.of(System.getProperty("java.home"), "bin", "java"));
        return new LocalLauncher(
                java,
                local.classPath().orElse(""),
                local.javaOptions().orElse(List.of()),
                local.runs(),
                config.catalog());
    }
}
