// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.ServiceConfig;
import dev.nessiewatch.decide.PolicyConfig;
import dev.nessiewatch.event.FeedConfig;
import dev.nessiewatch.launch.LaunchConfig;
import dev.nessiewatch.metadata.MetadataConfig;
import dev.nessiewatch.testing.Tool;
import dev.nessiewatch.watch.NessieConfig;
import dev.nessiewatch.watch.WatchConfig;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The two Deployments with their settings and rights, held against the service that runs in them. */
class DeploymentsTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(nessiewatch\\.[^`]+)` \\|");
    private static final List<String> ROLES = List.of("tail", "trigger");

    @BeforeEach
    void kubectlIsThere() {
        Tool.KUBECTL.require();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void everyVariableIsAPropertyThatTheServiceKnows(String overlay) throws IOException {
        Set<String> own = new HashSet<>();
        properties().forEach(property -> own.add(variable(property)));

        Set<String> names = new TreeSet<>(settings(overlay).keySet());
        ROLES.forEach(
                role -> names.addAll(Manifests.texts(container(overlay, role).path("env"), "name")));
        names.removeIf(name -> name.startsWith("AWS_") || name.equals("NESSIE_TOKEN"));

        for (String name : names) {
            if (name.startsWith("KAFKA_")) {
                assertThat(kafkaSettings())
                        .as(name)
                        .contains(name.substring(6).toLowerCase(Locale.ROOT).replace('_', '.'));
            } else {
                assertThat(own).contains(name);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void everyLineOfAMountedFileIsAPropertyThatTheServiceKnows(String overlay) throws IOException {
        Set<String> lines = new TreeSet<>();
        for (String file : List.of("application.properties", "policy.properties")) {
            lines.addAll(file(overlay, file).stringPropertyNames());
        }
        Set<String> known = properties();

        assertThat(lines)
                .allSatisfy(line -> assertThat(known)
                        .anySatisfy(property -> assertThat(line.replaceAll("\\[\\d+]", "[N]"))
                                .matches(
                                        property.endsWith(".*")
                                                ? Pattern.quote(property.substring(0, property.length() - 1)) + ".+"
                                                : Pattern.quote(property))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"dev", "prod"})
    void theServiceCanReadItsSettings(String overlay) throws IOException {
        Map<String, String> environment = new HashMap<>(settings(overlay));
        environment.put("NESSIE_TOKEN", "hush");
        Map<String, String> file = new HashMap<>();
        file(overlay, "application.properties").forEach((name, value) -> file.put(name.toString(), value.toString()));
        SmallRyeConfig config = new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .addDiscoveredConverters()
                .withMapping(ServiceConfig.class)
                .withMapping(NessieConfig.class)
                .withMapping(WatchConfig.class)
                .withMapping(MetadataConfig.class)
                .withMapping(FeedConfig.class)
                .withMapping(PolicyConfig.class)
                .withMapping(LaunchConfig.class)
                .withSources(new EnvConfigSource(environment, 300))
                .withSources(new PropertiesConfigSource(file, "application.properties", 260))
                .build();

        assertThat(config.getConfigMapping(LaunchConfig.class).mode()).isEqualTo(LaunchConfig.Mode.OBSERVE);
        assertThat(config.getConfigMapping(NessieConfig.class).uri().getHost()).contains("nessie");
        assertThat(FeedConfig.problems(config.getConfigMapping(FeedConfig.class)))
                .isEmpty();
        if (overlay.equals("prod")) {
            assertThat(config.getConfigMapping(NessieConfig.class).properties())
                    .containsEntry("nessie.authentication.type", "BEARER")
                    .containsEntry("nessie.authentication.token", "hush");
            assertThat(config.getConfigMapping(FeedConfig.class).createTopics()).isFalse();
        }
    }

    @Test
    void everyReferenceInAMountedFileIsAVariableOfTheContainer() throws IOException {
        Set<String> variables =
                new TreeSet<>(Manifests.texts(container("prod", "tail").path("env"), "name"));
        Matcher named = Pattern.compile("\\$\\{([A-Z_]+)}")
                .matcher(file("prod", "application.properties").values().toString());
        int references = 0;
        while (named.find()) {
            references++;
            assertThat(variables).contains(named.group(1));
        }
        assertThat(references).isPositive();
    }

    @Test
    void thePolicyFileIsWhereTheServiceLooksForIt() {
        JsonNode container = container("prod", "trigger");
        String file = settings("prod").getOrDefault("NESSIEWATCH_POLICY_FILE", "");

        assertThat(Manifests.each(container.path("volumeMounts"))
                        .filter(mount -> mount.path("name").asText().equals("policy"))
                        .map(mount -> mount.path("mountPath").asText() + "/policy.properties"))
                .containsExactly(file);
    }

    @Test
    void theProbesAskTheManagementPort() throws IOException {
        Properties shipped = new Properties();
        shipped.load(new StringReader(Files.readString(Path.of("src/main/resources/application.properties"))));
        assertThat(shipped).containsEntry("quarkus.management.enabled", "true");
        // Nothing moves the paths away from Quarkus' own.
        assertThat(shipped.stringPropertyNames())
                .noneMatch(name -> name.matches("quarkus\\.(smallrye-health\\..*path|management\\.root-path)"));

        for (String role : ROLES) {
            JsonNode container = container("prod", role);
            Map<String, Integer> ports = new HashMap<>();
            container
                    .path("ports")
                    .forEach(port -> ports.put(
                            port.path("name").asText(),
                            port.path("containerPort").asInt()));
            assertThat(ports)
                    .containsEntry("management", Integer.valueOf(shipped.getProperty("quarkus.management.port")))
                    .containsEntry("http", Integer.valueOf(shipped.getProperty("quarkus.http.port")));
            assertThat(container.at("/startupProbe/httpGet/path").asText()).isEqualTo("/q/health/started");
            assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/q/health/live");
            assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/q/health/ready");
            for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
                assertThat(container.path(probe).at("/httpGet/port").asText()).isEqualTo("management");
            }
        }
    }

    @Test
    void eachRoleIsOneReplicaThatIsNeverDoubled() {
        for (String role : ROLES) {
            JsonNode spec = Manifests.overlay("prod")
                    .one("Deployment", "nessiewatch-" + role)
                    .path("spec");
            assertThat(spec.path("replicas").asInt()).isEqualTo(1);
            assertThat(spec.at("/strategy/type").asText()).isEqualTo("Recreate");
            assertThat(Manifests.texts(container("prod", role).path("args"))).containsExactly("run", "--role", role);
            JsonNode budget = Manifests.overlay("prod")
                    .one("PodDisruptionBudget", "nessiewatch-" + role)
                    .path("spec");
            assertThat(budget.path("maxUnavailable").asInt()).isEqualTo(1);
            assertThat(budget.path("unhealthyPodEvictionPolicy").asText()).isEqualTo("AlwaysAllow");
            assertThat(budget.at("/selector/matchLabels")).isEqualTo(spec.at("/selector/matchLabels"));
        }
    }

    @Test
    void onlyTheTriggerHasATokenOfTheApiServer() {
        Manifests prod = Manifests.overlay("prod");
        assertThat(prod.one("Deployment", "nessiewatch-tail")
                        .at("/spec/template/spec/automountServiceAccountToken")
                        .asBoolean(true))
                .isFalse();
        assertThat(prod.one("Deployment", "nessiewatch-trigger")
                        .at("/spec/template/spec/automountServiceAccountToken")
                        .asBoolean())
                .isTrue();
        for (String role : ROLES) {
            assertThat(prod.one("ServiceAccount", "nessiewatch-" + role)
                            .path("automountServiceAccountToken")
                            .asBoolean(true))
                    .isFalse();
            assertThat(prod.one("Deployment", "nessiewatch-" + role)
                            .at("/spec/template/spec/serviceAccountName")
                            .asText())
                    .isEqualTo("nessiewatch-" + role);
        }
    }

    @Test
    void theRolesGrantWhatIsUsedAndNothingElse() {
        Manifests prod = Manifests.overlay("prod");

        assertThat(rules(prod, "nessiewatch-trigger"))
                .containsExactlyInAnyOrder(
                        "argoproj.io/workflows [] [create, get]",
                        "argoproj.io/workflowtemplates [iceberg-expire-snapshots] [get]",
                        "argoproj.io/cronworkflows [iceberg-weekly-maintenance] [get]");
        assertThat(rules(prod, "nessiewatch-spark"))
                .containsExactly("argoproj.io/workflowtaskresults [] [create, patch]");
        assertThat(prod.all("Role")).hasSize(2);
        assertThat(prod.all("RoleBinding")).hasSize(2).allSatisfy(binding -> {
            String name = binding.at("/metadata/name").asText();
            assertThat(binding.at("/roleRef/name").asText()).isEqualTo(name);
            assertThat(Manifests.texts(binding.path("subjects"), "name")).containsExactly(name);
        });
        assertThat(prod.all("ClusterRole")).isEmpty();
        assertThat(prod.all("ClusterRoleBinding")).isEmpty();
        prod.one("WorkflowTemplate", "iceberg-expire-snapshots");
        prod.one("CronWorkflow", "iceberg-weekly-maintenance");
    }

    @Test
    void thePageIsServedAlsoWhileTheTriggerIsNotReady() {
        JsonNode service =
                Manifests.overlay("prod").one("Service", "nessiewatch").path("spec");

        assertThat(service.path("publishNotReadyAddresses").asBoolean()).isTrue();
        assertThat(service.path("selector"))
                .isEqualTo(Manifests.overlay("prod")
                        .one("Deployment", "nessiewatch-trigger")
                        .at("/spec/selector/matchLabels"));
    }

    @Test
    void aPodHasTimeToEnd() throws IOException {
        Properties shipped = new Properties();
        shipped.load(new StringReader(Files.readString(Path.of("src/main/resources/application.properties"))));
        FeedConfig feed = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(FeedConfig.class)
                .build()
                .getConfigMapping(FeedConfig.class);
        long needed =
                Long.parseLong(shipped.getProperty("quarkus.shutdown.timeout").replace("s", ""))
                        + feed.transactionTimeout().toSeconds();

        for (String role : ROLES) {
            assertThat(Manifests.overlay("prod")
                            .one("Deployment", "nessiewatch-" + role)
                            .at("/spec/template/spec/terminationGracePeriodSeconds")
                            .asLong())
                    .isGreaterThan(needed);
        }
    }

    private static List<String> rules(Manifests manifests, String role) {
        return Manifests.each(manifests.one("Role", role).path("rules"))
                .map(rule -> String.join(",", Manifests.texts(rule.path("apiGroups"))) + "/"
                        + String.join(",", Manifests.texts(rule.path("resources"))) + " "
                        + Manifests.texts(rule.path("resourceNames")) + " " + Manifests.texts(rule.path("verbs")))
                .toList();
    }

    private static JsonNode container(String overlay, String role) {
        return Manifests.overlay(overlay)
                .one("Deployment", "nessiewatch-" + role)
                .at("/spec/template/spec/containers/0");
    }

    private static Map<String, String> settings(String overlay) {
        Map<String, String> settings = new HashMap<>();
        Manifests.overlay(overlay)
                .one("ConfigMap", "nessiewatch-settings")
                .path("data")
                .properties()
                .forEach(entry -> settings.put(entry.getKey(), entry.getValue().asText()));
        return settings;
    }

    private static Properties file(String overlay, String name) throws IOException {
        String map = name.startsWith("policy") ? "nessiewatch-policy" : "nessiewatch-config";
        Properties properties = new Properties();
        properties.load(new StringReader(text(overlay, map, name)));
        return properties;
    }

    private static String text(String overlay, String map, String file) {
        return Manifests.overlay(overlay)
                .one("ConfigMap", map)
                .path("data")
                .path(file)
                .asText();
    }

    /** Names on the page that a test of its own holds against the code. */
    private static Set<String> properties() throws IOException {
        Set<String> names = new TreeSet<>();
        Matcher row = ROW.matcher(Files.readString(Path.of("docs/configuration.md")));
        while (row.find()) {
            names.add(row.group(1));
        }
        return names;
    }

    private static String variable(String property) {
        return property.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    private static Set<String> kafkaSettings() {
        Set<String> names = new HashSet<>(ProducerConfig.configNames());
        names.addAll(ConsumerConfig.configNames());
        names.addAll(AdminClientConfig.configNames());
        return names;
    }
}
