// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.Variables;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which variables of the environment are properties, against every property there is. */
class VariablesTest {
    private final Variables variables = new Variables(Start.Sections.properties(), List.of("NESSIEWATCH_CATALOG"));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NESSIEWATCH_NESSIE_URI",
                "NESSIEWATCH_SERVICE_ROLE",
                "NESSIEWATCH_WATCH_REFERENCES",
                "NESSIEWATCH_WATCH_REFERENCES_0_",
                "NESSIEWATCH_METADATA_PROPERTIES__S3_ENDPOINT_",
                "NESSIEWATCH_METADATA_PROPERTIES_S3_ENDPOINT",
                "NESSIEWATCH_NESSIE_PROPERTIES__NESSIE_AUTHENTICATION_TYPE_",
                "NESSIEWATCH_LAUNCH_CATALOG_URI",
                "NESSIEWATCH_LAUNCH_ARGO_CRON_WORKFLOW",
                "NESSIEWATCH_POLICY_FILE",
                "NESSIEWATCH_POLICY_RULES_0__TITLE",
                "NESSIEWATCH_POLICY_RULES_12__LIMIT_SNAPSHOTS",
                "NESSIEWATCH_POLICY_LIMIT_DECODED_BYTES",
                "nessiewatch.policy.limit.decoded-bytes",
                "NESSIEWATCH_CATALOG",
                "NESSIEWATCHER_PORT",
                "KAFKA_BOOTSTRAP_SERVERS",
                "PATH"
            })
    void whatIsAPropertyOrNotOursIsNoProblem(String name) {
        assertThat(variables.unknown("nessiewatch.", Map.of(name, "1"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "NESSIEWATCH_WATCH_PEROD, NESSIEWATCH_WATCH_PERIOD",
        "NESSIEWATCH_POLICY_LIMIT_SNAPSHOT, NESSIEWATCH_POLICY_LIMIT_SNAPSHOTS",
        "NESSIEWATCH_NESSIE_URL, NESSIEWATCH_NESSIE_URI",
        "NESSIEWATCH_LAUNCHMODE, NESSIEWATCH_LAUNCH_MODE",
        "nessiewatch_watch_perod, NESSIEWATCH_WATCH_PERIOD",
    })
    void aMisspeltOneIsNamedWithTheOneThatIsMeant(String name, String meant) {
        assertThat(variables.unknown("nessiewatch.", Map.of(name, "1")))
                .containsExactly("environment variable " + name + " is not a property of nessiewatch; correct it to "
                        + meant + ", or take it away; docs/configuration.md lists every property");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "NESSIEWATCH_HTTP_PORT",
                "NESSIEWATCH_BROKERS",
                "NESSIEWATCH_RULES_WITHOUT_NUMBER",
                "NESSIEWATCH_"
            })
    void oneThatIsLikeNoneIsNamedAsWell(String name) {
        assertThat(variables.unknown("nessiewatch.", Map.of(name, "1")))
                .singleElement()
                .asString()
                .startsWith("environment variable " + name + " is not a property of nessiewatch; take it away;");
    }

    @ParameterizedTest
    @ValueSource(strings = {"NESSIEWATCH", "NESSIEWATCH_TAIL", "NESSIEWATCH_DEV_TRIGGER"})
    void whatKubernetesSetsForAServiceIsNoProblem(String service) {
        Map<String, String> links = List.of(
                        "SERVICE_HOST",
                        "SERVICE_PORT",
                        "SERVICE_PORT_HTTP",
                        "SERVICE_PORT_MANAGEMENT_2",
                        "PORT",
                        "PORT_8080_TCP",
                        "PORT_8080_TCP_PROTO",
                        "PORT_8080_TCP_PORT",
                        "PORT_8080_TCP_ADDR",
                        "PORT_53_UDP",
                        "PORT_53_UDP_ADDR")
                .stream()
                .collect(Collectors.toMap(end -> service + "_" + end, end -> "x"));

        assertThat(variables.unknown("nessiewatch.", links)).isEmpty();
    }

    @Test
    void everyProblemHasItsOwnLine() {
        Map<String, String> environment = new TreeMap<>(Map.of(
                "NESSIEWATCH_SERVICE_HOST", "10.0.0.1",
                "NESSIEWATCH_PORT", "tcp://10.0.0.1:8080",
                "NESSIEWATCH_WATCH_PEROD", "1s",
                "NESSIEWATCH_POLCY_RETENTION", "2d"));
        assertThat(variables.unknown("nessiewatch.", environment))
                .hasSize(2)
                .allMatch(line -> line.startsWith("environment variable NESSIEWATCH_"));
    }
}
