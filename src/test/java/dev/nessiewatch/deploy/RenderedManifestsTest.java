// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nessiewatch.testing.StrictSchemas;
import dev.nessiewatch.testing.Tool;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that can be rendered, against the schemas and against rules that hold for all of it. */
class RenderedManifestsTest {
    @BeforeEach
    void kubectlIsThere() {
        Tool.KUBECTL.require();
    }

    static Stream<String> everything() {
        return Stream.concat(
                Manifests.names("overlays").stream().map(name -> "overlay " + name),
                Manifests.names("components").stream().map(name -> "component " + name));
    }

    @ParameterizedTest
    @MethodSource("everything")
    void eachDocumentFitsItsSchemaWithNoUnknownField(String what) {
        assumeTrue(StrictSchemas.available(), StrictSchemas.howToGet());
        for (JsonNode document : rendered(what).documents()) {
            assertThat(StrictSchemas.problems(document))
                    .as(Manifests.label(document))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("everything")
    void eachDocumentKeepsTheRulesOfTheHouse(String what) {
        List<JsonNode> documents = rendered(what).documents();

        assertThat(documents).hasSizeGreaterThan(10);
        for (JsonNode document : documents) {
            assertThat(HouseRules.broken(document))
                    .as(Manifests.label(document))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("everything")
    void noTwoDocumentsAreOfOneName(String what) {
        assertThat(rendered(what).documents())
                .extracting(document -> Manifests.label(document) + " in "
                        + document.at("/metadata/namespace").asText())
                .doesNotHaveDuplicates();
    }

    @Test
    void everyOverlayPutsItsDocumentsIntoItsNamespace() {
        for (String overlay : Manifests.names("overlays")) {
            Manifests manifests = Manifests.overlay(overlay);
            String namespace =
                    manifests.all("Namespace").get(0).at("/metadata/name").asText();
            for (JsonNode document : manifests.documents()) {
                String kind = document.path("kind").asText();
                String in = document.at("/metadata/namespace").asText();
                if (kind.equals("Namespace") || kind.startsWith("ValidatingAdmissionPolicy")) {
                    assertThat(in).as(Manifests.label(document)).isEmpty();
                } else if (kind.startsWith("Kafka")) {
                    assertThat(in).as(Manifests.label(document)).isEqualTo("kafka");
                } else {
                    assertThat(in).as(Manifests.label(document)).isEqualTo(namespace);
                }
                Manifests.each(document.path("subjects"))
                        .forEach(subject -> assertThat(subject.path("namespace").asText())
                                .as(Manifests.label(document))
                                .isEqualTo(namespace));
            }
        }
    }

    @Test
    void noOverlayDeletesAnythingUntilSomebodySaysSo() {
        for (String overlay : Manifests.names("overlays")) {
            assertThat(Manifests.overlay(overlay)
                            .one("ConfigMap", "nessiewatch-settings")
                            .at("/data/NESSIEWATCH_LAUNCH_MODE")
                            .asText())
                    .as(overlay)
                    .isEqualTo("observe");
            assertThat(Manifests.overlay(overlay)
                            .one("CronWorkflow", "iceberg-weekly-maintenance")
                            .at("/spec/suspend")
                            .asBoolean())
                    .as(overlay)
                    .isTrue();
        }
    }

    @Test
    void prodHasEveryComponentButTheOneForAPlaceWithoutACluster() {
        assertThat(Manifests.overlay("prod").documents())
                .extracting(document -> document.path("kind").asText())
                .contains("KafkaTopic", "KafkaUser", "NetworkPolicy", "ValidatingAdmissionPolicy");
    }

    @Test
    void theSchemasSeeAFaultThatIsPlanted() {
        assumeTrue(StrictSchemas.available(), StrictSchemas.howToGet());
        ObjectNode cron = copy("CronWorkflow", "iceberg-weekly-maintenance");
        ((ObjectNode) cron.get("spec")).remove("schedules");
        ((ObjectNode) cron.get("spec")).put("schedule", "0 3 * * 0");
        assertThat(StrictSchemas.problems(cron)).isNotEmpty();

        ObjectNode template = copy("WorkflowTemplate", "iceberg-expire-snapshots");
        ((ObjectNode) template.at("/spec/arguments/parameters/0")).put("value", 1);
        assertThat(StrictSchemas.problems(template)).isNotEmpty();

        ObjectNode deployment = copy("Deployment", "nessiewatch-tail");
        ((ObjectNode) deployment.at("/spec/template/spec/containers/0")).put("imagePullPolice", "Always");
        assertThat(StrictSchemas.problems(deployment)).isNotEmpty();

        ObjectNode topic = copy("KafkaTopic", "nessiewatch.ledger");
        topic.put("apiVersion", "kafka.strimzi.io/v1beta2");
        assertThat(StrictSchemas.problems(topic)).isNotEmpty();
    }

    @Test
    void theRulesSeeAFaultThatIsPlanted() {
        assertThat(broken("/spec/template/spec/containers/0", "image", "nessiewatch:latest"))
                .singleElement()
                .asString()
                .contains("latest");
        assertThat(broken("/spec/template/spec/containers/0", "image", "nessiewatch"))
                .hasSize(1);
        assertThat(broken("/spec/template/spec/securityContext", "runAsNonRoot", false))
                .hasSize(1);
        assertThat(broken("/spec/template/spec", "hostNetwork", true)).hasSize(1);
        assertThat(broken("/spec/template/spec/containers/0/securityContext", "privileged", true))
                .hasSize(1);
        assertThat(broken("/spec/template/spec/containers/0/securityContext", "readOnlyRootFilesystem", false))
                .hasSize(1);
        assertThat(broken("/spec/template/spec/containers/0/resources/limits", "memory", "9Gi"))
                .hasSize(1);
        assertThat(broken("/spec/template/spec", "serviceAccountName", "default"))
                .hasSize(1);
        assertThat(broken("/metadata", "name", "x".repeat(64))).isNotEmpty();
        ObjectNode undropped = copy("Deployment", "nessiewatch-tail");
        ((ArrayNode) undropped.at("/spec/template/spec/containers/0/securityContext/capabilities/drop")).removeAll();
        assertThat(HouseRules.broken(undropped)).hasSize(1);
        ObjectNode secret = copy("ConfigMap", "nessiewatch-settings");
        secret.put("kind", "Secret");
        assertThat(HouseRules.broken(secret)).hasSize(1);
        ObjectNode lenient = copy("WorkflowTemplate", "iceberg-expire-snapshots");
        ((ObjectNode) lenient.at("/spec/securityContext")).put("runAsUser", 0);
        assertThat(HouseRules.broken(lenient)).hasSize(1);
    }

    private static List<String> broken(String path, String field, Object value) {
        ObjectNode deployment = copy("Deployment", "nessiewatch-tail");
        ((ObjectNode) deployment.at(path)).putPOJO(field, value);
        return HouseRules.broken(deployment.deepCopy());
    }

    private static ObjectNode copy(String kind, String name) {
        return Manifests.overlay("prod").one(kind, name).deepCopy();
    }

    private static Manifests rendered(String what) {
        String name = what.substring(what.indexOf(' ') + 1);
        return what.startsWith("overlay ") ? Manifests.overlay(name) : Manifests.withComponent(name);
    }
}
