// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nessiewatch.decide.PolicyConfig;
import dev.nessiewatch.launch.LaunchConfig;
import dev.nessiewatch.launch.WorkflowParameters;
import dev.nessiewatch.testing.Tool;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The two WorkflowTemplates, held against what is sent to them and against the job that they start. */
class WorkflowTemplatesTest {
    private static final String TARGETED = "iceberg-expire-snapshots";
    private static final String WEEKLY = "iceberg-weekly-maintenance";
    private static final Path JOB = Path.of("src/spark/src/main/java/dev/nessiewatch/spark");
    private static final String JAR = "/opt/nessiewatch/nessiewatch-spark.jar";
    private static final Pattern PLACE = Pattern.compile("\\{\\{inputs\\.parameters\\.([a-z-]+)}}");
    private static final List<String> FOR_THE_POD = List.of(
            "spark-master",
            "executor-memory",
            "executor-cores",
            "cores-max",
            "driver-memory",
            "max-result-size",
            "pod-memory");

    @BeforeEach
    void kubectlIsThere() {
        Tool.KUBECTL.require();
    }

    @Test
    void theTargetedTemplateAsksForExactlyWhatIsSent() {
        List<String> asked = new ArrayList<>();
        List<String> given = new ArrayList<>();
        parameters(TARGETED).forEach((name, value) -> (value == null ? asked : given).add(name));

        assertThat(asked).isEqualTo(WorkflowParameters.NAMES);
        assertThat(given).containsExactlyInAnyOrder("spark-master", "cores-max", "executor-cores", "executor-memory");
    }

    @ParameterizedTest
    @ValueSource(strings = {TARGETED, WEEKLY})
    void everyParameterReachesTheContainerAndNothingElseIsNamed(String template) {
        JsonNode only = template(template).at("/spec/templates");
        assertThat(only).hasSize(1);
        Set<String> declared = parameters(template).keySet();
        Set<String> used = new LinkedHashSet<>();
        Matcher places = PLACE.matcher(only.toString());
        while (places.find()) {
            used.add(places.group(1));
        }

        assertThat(Manifests.texts(only.get(0).at("/inputs/parameters"), "name"))
                .containsExactlyInAnyOrderElementsOf(declared);
        assertThat(used).containsExactlyInAnyOrderElementsOf(declared);
        assertThat(only.toString().replaceAll(PLACE.pattern(), "")).doesNotContain("{{");
    }

    @Test
    void theTargetedTemplateGivesTheJobEveryArgumentItNeeds() throws IOException {
        Set<String> known = new LinkedHashSet<>();
        Matcher names = Pattern.compile("\"(--[a-z-]+)\"").matcher(Files.readString(JOB.resolve("Command.java")));
        while (names.find()) {
            known.add(names.group(1));
        }
        known.remove("--catalog");

        Map<String, String> arguments = jobArguments(TARGETED);

        assertThat(arguments.keySet()).containsExactlyInAnyOrderElementsOf(known);
        arguments.forEach((name, value) -> assertThat(value).isEqualTo(place(name.substring(2))));
    }

    @Test
    void theWeeklyTemplateHasTheOptionsOfTheJobWithTheirDefaults() throws IOException {
        Map<String, String> options = new LinkedHashMap<>();
        Matcher constants = Pattern.compile("[A-Z_]+\\(\\s*\"([a-z-]+)\",\\s*\"([^\"]*)\",")
                .matcher(Files.readString(JOB.resolve("WeeklyOption.java")));
        while (constants.find()) {
            options.put(constants.group(1), constants.group(2));
        }
        assertThat(options).hasSizeGreaterThan(15);
        // The job makes up a name where it is not told one; here the Workflow has one.
        options.put("run-id", "{{workflow.name}}");

        Map<String, String> parameters = parameters(WEEKLY);
        parameters.keySet().removeAll(FOR_THE_POD);
        Map<String, String> arguments = jobArguments(WEEKLY);

        assertThat(parameters).containsExactlyInAnyOrderEntriesOf(options);
        assertThat(arguments.remove("--mode")).isEqualTo("weekly");
        assertThat(arguments.keySet())
                .containsExactlyElementsOf(
                        options.keySet().stream().map(name -> "--" + name).toList());
        arguments.forEach((name, value) -> assertThat(value).isEqualTo(place(name.substring(2))));
    }

    @ParameterizedTest
    @ValueSource(strings = {TARGETED, WEEKLY})
    void sparkIsStartedByItsOwnCommandWithWhatKeepsADriverAlive(String template) throws IOException {
        JsonNode container = template(template).at("/spec/templates/0/container");
        List<String> arguments = Manifests.texts(container.path("args"));

        assertThat(Manifests.texts(container.path("command"))).containsExactly("/opt/spark/bin/spark-submit");
        assertThat(arguments)
                .containsSequence("--master", place("spark-master"), "--deploy-mode", "client")
                .containsSequence("--driver-memory", place("driver-memory"))
                .containsSequence("--class", "dev.nessiewatch.spark.MaintenanceJob", JAR)
                .contains(
                        "spark.driver.maxResultSize=" + place("max-result-size"),
                        "spark.cores.max=" + place("cores-max"),
                        "spark.executor.cores=" + place("executor-cores"),
                        "spark.executor.memory=" + place("executor-memory"),
                        "spark.sql.session.timeZone=UTC",
                        "spark.sql.autoBroadcastJoinThreshold=-1",
                        "spark.sql.adaptive.autoBroadcastJoinThreshold=-1",
                        "spark.driver.host=$(SPARK_DRIVER_HOST)");
        for (int i = 0; i < arguments.indexOf(JAR); i++) {
            if (arguments.get(i).startsWith("spark.") && arguments.get(i).contains("=")) {
                assertThat(arguments.get(i - 1)).isEqualTo("--conf");
            }
        }
        assertThat(Files.readString(JOB.resolve("CatalogSettings.java"))).contains("\"NESSIEWATCH_CATALOG\"");
        assertThat(Manifests.texts(container.path("env"), "name"))
                .containsExactlyInAnyOrder("SPARK_DRIVER_HOST", "NESSIEWATCH_CATALOG");
    }

    @ParameterizedTest
    @ValueSource(strings = {TARGETED, WEEKLY})
    void theMemoryOfThePodIsTheParameter(String template) throws JsonProcessingException {
        String patch =
                template(template).at("/spec/templates/0/podSpecPatch").asText().replace(place("pod-memory"), "3Gi");

        JsonNode main = new ObjectMapper().readTree(patch).at("/containers/0");

        assertThat(main.path("name").asText()).isEqualTo("main");
        assertThat(main.at("/resources/limits/memory").asText()).isEqualTo("3Gi");
        assertThat(main.at("/resources/requests/memory").asText()).isEqualTo("3Gi");
    }

    @Test
    void oneTableHasOneTargetedRun() {
        JsonNode locks = template(TARGETED).at("/spec/templates/0/synchronization");

        assertThat(locks.path("mutexes")).hasSize(1);
        assertThat(locks.at("/mutexes/0/name").asText()).isEqualTo("iceberg-table-" + place("table-id"));
        // On the Workflow, it would wait as Pending, and no deadline counts then.
        assertThat(template(TARGETED).at("/spec/synchronization").isMissingNode())
                .isTrue();
    }

    @Test
    void onlyALostPodOfTheWeeklyRunIsStartedAgain() {
        assertThat(template(TARGETED).at("/spec/templates/0/retryStrategy").isMissingNode())
                .isTrue();
        JsonNode retry = template(WEEKLY).at("/spec/templates/0/retryStrategy");
        assertThat(retry.path("retryPolicy").asText()).isEqualTo("OnError");
        // Counted from the first attempt: a job of hours would never be started again.
        assertThat(retry.at("/backoff/maxDuration").isMissingNode()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {TARGETED, WEEKLY})
    void anEndedRunStaysUntilItWasLookedAtAndThenGoes(String template) {
        JsonNode spec = template(template).path("spec");
        for (String after : List.of("secondsAfterSuccess", "secondsAfterFailure", "secondsAfterCompletion")) {
            assertThat(Duration.ofSeconds(spec.path("ttlStrategy").path(after).asLong()))
                    .as(after)
                    .isGreaterThan(launch().verifyDeadline().multipliedBy(2))
                    .isLessThanOrEqualTo(Duration.ofDays(15));
        }
        assertThat(spec.at("/podGC/strategy").asText()).isNotEmpty();
        assertThat(spec.at("/podGC/deleteDelayDuration").asText()).isNotEmpty();
    }

    @Test
    void argoEndsATargetedRunBeforeTheTriggerGivesItUp() {
        Duration deadline = Duration.ofSeconds(
                template(TARGETED).at("/spec/activeDeadlineSeconds").asLong());

        assertThat(deadline)
                .isLessThan(launch().runDeadline())
                .isGreaterThan(launch().runDeadline().dividedBy(2));
    }

    @Test
    void theWeeklyRunMayEndItsLastTable() {
        Duration deadline = Duration.ofSeconds(
                template(WEEKLY).at("/spec/activeDeadlineSeconds").asLong());
        Duration stopAfter = Duration.parse(
                "PT" + parameters(WEEKLY).getOrDefault("stop-after", "").toUpperCase(java.util.Locale.ROOT));

        assertThat(deadline).isGreaterThan(stopAfter).isLessThan(Duration.ofDays(7));
    }

    @Test
    void theScheduleIsTheOneThatIsForecastAgainst() {
        PolicyConfig policy = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(PolicyConfig.class)
                .build()
                .getConfigMapping(PolicyConfig.class);
        JsonNode cron = Manifests.overlay("prod").one("CronWorkflow", WEEKLY).path("spec");

        assertThat(Manifests.texts(cron.path("schedules")))
                .containsExactly(policy.weekly().schedule());
        assertThat(cron.path("timezone").asText()).isEqualTo(policy.weekly().zone());
        assertThat(cron.path("concurrencyPolicy").asText()).isEqualTo("Replace");
        assertThat(cron.path("successfulJobsHistoryLimit").asInt()).isEqualTo(3);
        assertThat(cron.path("failedJobsHistoryLimit").asInt()).isEqualTo(1);
        assertThat(cron.path("startingDeadlineSeconds").asInt()).isBetween(3600, 86_400);
        assertThat(cron.at("/workflowSpec/workflowTemplateRef/name").asText()).isEqualTo(WEEKLY);
        assertThat(parameters(WEEKLY))
                .containsEntry(
                        "retention-days",
                        Long.toString(policy.weekly().retention().toDays()));
    }

    @Test
    void aPlaceWithoutAClusterRunsSparkInThePod() {
        Manifests local = Manifests.withComponent("spark-local");
        for (String template : List.of(TARGETED, WEEKLY)) {
            assertThat(local.one("WorkflowTemplate", template)
                            .at("/spec/arguments/parameters/0/value")
                            .asText())
                    .isEqualTo("local[2]");
        }
        assertThat(parameters(TARGETED).get("spark-master")).startsWith("spark://");
    }

    private static JsonNode template(String name) {
        return Manifests.overlay("prod").one("WorkflowTemplate", name);
    }

    /** Arguments of the template with their defaults; null where there is none. */
    private static Map<String, String> parameters(String template) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (JsonNode parameter : template(template).at("/spec/arguments/parameters")) {
            parameters.put(
                    parameter.path("name").asText(),
                    parameter.has("value") ? parameter.path("value").asText() : null);
        }
        return parameters;
    }

    /** What the job itself is given, by name. */
    private static Map<String, String> jobArguments(String template) {
        List<String> all = Manifests.texts(template(template).at("/spec/templates/0/container/args"));
        List<String> own = all.subList(all.indexOf(JAR) + 1, all.size());
        Map<String, String> arguments = new LinkedHashMap<>();
        for (int i = 0; i < own.size(); i += 2) {
            assertThat(arguments.put(own.get(i), own.get(i + 1))).isNull();
        }
        return arguments;
    }

    private static String place(String parameter) {
        return "{{inputs.parameters." + parameter + "}}";
    }

    private static LaunchConfig launch() {
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(LaunchConfig.class)
                .build()
                .getConfigMapping(LaunchConfig.class);
    }
}
