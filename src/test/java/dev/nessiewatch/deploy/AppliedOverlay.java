// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nessiewatch.testing.CustomResources;
import dev.nessiewatch.testing.RealApiServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * An overlay on a real API server: everything of it that the server serves, applied by kubectl on the server's side with
 * strict validation. Done once for all tests of a run.
 *
 * @param server where it is
 * @param namespace that it is in
 * @param documents what was applied
 * @param leftOut labels of what the server is too old to serve
 * @param file with the documents, as kubectl reads them
 */
public record AppliedOverlay(
        RealApiServer server, String namespace, List<JsonNode> documents, List<String> leftOut, Path file) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public AppliedOverlay {
        documents = List.copyOf(documents);
        leftOut = List.copyOf(leftOut);
    }

    /** Applies it, or returns it when it has been; skips the test without a kubectl that renders it. */
    public static AppliedOverlay of(RealApiServer server, String name) {
        Manifests manifests = Manifests.overlay(name);
        server.once(Boolean.class, "around", AppliedOverlay::around);
        return server.once(AppliedOverlay.class, "overlay " + name, to -> apply(to, name, manifests));
    }

    /** What is there before: the kinds of the others, and the namespace of Kafka. */
    private static boolean around(RealApiServer server) {
        CustomResources.define(server.admin());
        server.admin()
                .post(
                        "api/v1/namespaces",
                        Map.of("apiVersion", "v1", "kind", "Namespace", "metadata", Map.of("name", "kafka")))
                .orFail();
        return true;
    }

    private static AppliedOverlay apply(RealApiServer server, String name, Manifests manifests) {
        List<JsonNode> served =
                manifests.documents().stream().filter(server::serves).toList();
        List<String> leftOut = manifests.documents().stream()
                .filter(document -> !served.contains(document))
                .map(Manifests::label)
                .toList();
        String namespace =
                manifests.all("Namespace").get(0).at("/metadata/name").asText();
        AppliedOverlay overlay = new AppliedOverlay(server, namespace, served, leftOut, write(name, served));
        overlay.apply();
        return overlay;
    }

    /** Applies it once more. */
    void apply() {
        server.kubectl("apply", "--server-side", "--validate=strict", "-f", file.toString());
    }

    /** What the server has of each document, in their order. */
    List<JsonNode> stored() {
        try {
            JsonNode all = JSON.readTree(server.kubectl("get", "-o", "json", "-f", file.toString()));
            return Manifests.each(all.path("items")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path write(String name, List<JsonNode> documents) {
        try {
            Path folder = Files.createDirectories(Path.of("target/real-api-server"));
            String list = JSON.writeValueAsString(Map.of("apiVersion", "v1", "kind", "List", "items", documents));
            return Files.writeString(folder.resolve(name + ".json"), list);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
