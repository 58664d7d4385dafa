// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nessiewatch.testing.OnRealApiServer;
import dev.nessiewatch.testing.RealApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A real API server takes the overlays, whole. */
@OnRealApiServer
class RealManifestsTest {

    private final RealApiServer server;

    RealManifestsTest(RealApiServer server) {
        this.server = server;
    }

    static Stream<String> overlays() {
        return Manifests.names("overlays").stream();
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void everyDocumentIsStoredWithNothingDropped(String name) {
        AppliedOverlay overlay = AppliedOverlay.of(server, name);
        List<JsonNode> stored = overlay.stored();

        assertThat(stored).hasSameSizeAs(overlay.documents());
        for (int i = 0; i < stored.size(); i++) {
            JsonNode document = overlay.documents().get(i);
            assertThat(dropped("", document, stored.get(i)))
                    .as(Manifests.label(document))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void applyingItAgainChangesNothing(String name) {
        AppliedOverlay overlay = AppliedOverlay.of(server, name);
        List<JsonNode> before = contents(overlay);

        overlay.apply();

        assertThat(contents(overlay)).isEqualTo(before);
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void isTakenInTheWayOfTheInstallPage(String name) {
        AppliedOverlay overlay = AppliedOverlay.of(server, name);

        String said = server.kubectl(
                "apply",
                "--dry-run=server",
                "--validate=strict",
                "-f",
                overlay.file().toString());

        assertThat(said.lines()).hasSameSizeAs(overlay.documents());
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void everyKindIsServed(String name) {
        server.requireMinor(30, "ValidatingAdmissionPolicy");

        assertThat(AppliedOverlay.of(server, name).leftOut()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("overlays")
    void thePodsOfTheDeploymentsMayRunInTheirNamespace(String name) {
        server.requireMinor(25, "Pod Security admission");
        AppliedOverlay overlay = AppliedOverlay.of(server, name);
        String pods = "api/v1/namespaces/" + overlay.namespace() + "/pods?dryRun=All&fieldValidation=Strict";

        List<JsonNode> deployments = overlay.documents().stream()
                .filter(document -> document.path("kind").asText().equals("Deployment"))
                .toList();

        assertThat(deployments).isNotEmpty();
        for (JsonNode deployment : deployments) {
            ObjectNode pod = pod(deployment);
            assertThat(server.admin().post(pods, pod).code())
                    .as(Manifests.label(deployment))
                    .isEqualTo(201);
            ((ObjectNode) pod.at("/spec")).put("hostNetwork", true);
            assertThat(server.admin().post(pods, pod).message()).contains("PodSecurity \"restricted");
        }
    }

    @Test
    void aMisspeltFieldIsRefused(@TempDir Path folder) throws IOException {
        server.requireMinor(25, "Strict field validation");
        ObjectNode settings =
                Manifests.overlay("dev").one("Deployment", "nessiewatch-tail").deepCopy();
        AppliedOverlay.of(server, "dev");
        ((ObjectNode) settings.at("/spec/template/spec")).put("enableServiceLink", false);
        Path file = Files.writeString(folder.resolve("misspelt.json"), settings.toString());

        assertThatThrownBy(() -> server.kubectl(
                        "apply", "--server-side", "--force-conflicts", "--validate=strict", "-f", file.toString()))
                .hasMessageContaining("enableServiceLink");
    }

    private static ObjectNode pod(JsonNode deployment) {
        ObjectNode pod = deployment.at("/spec/template").deepCopy();
        pod.put("apiVersion", "v1").put("kind", "Pod");
        pod.withObject("/metadata").put("name", "trial");
        return pod;
    }

    /** All that is stored, but for the server's own book-keeping of who wrote what when. */
    private static List<JsonNode> contents(AppliedOverlay overlay) {
        List<JsonNode> contents = new ArrayList<>();
        for (JsonNode stored : overlay.stored()) {
            ((ObjectNode) stored.get("metadata")).remove(List.of("managedFields", "resourceVersion"));
            contents.add(stored);
        }
        return contents;
    }

    /** Paths of what was given and is not stored so. */
    private static List<String> dropped(String path, JsonNode given, JsonNode stored) {
        List<String> paths = new ArrayList<>();
        if (given.isObject()) {
            for (Map.Entry<String, JsonNode> field : given.properties()) {
                if (!field.getValue().isNull()) {
                    paths.addAll(dropped(path + "/" + field.getKey(), field.getValue(), stored.path(field.getKey())));
                }
            }
        } else if (given.isArray() && given.size() == stored.size()) {
            for (int i = 0; i < given.size(); i++) {
                paths.addAll(dropped(path + "/" + i, given.get(i), stored.get(i)));
            }
        } else if (!given.equals(stored)) {
            paths.add(path + ": " + given + " became " + stored);
        }
        return paths;
    }
}
