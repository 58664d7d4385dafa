// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.nessiewatch.testing.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The documents of one rendered Kustomize folder.
 *
 * @param documents in the order in which they are printed
 */
public record Manifests(List<JsonNode> documents) {
    static final Path ROOT = Path.of("deploy/k8s");
    private static final Map<String, Manifests> RENDERED = new ConcurrentHashMap<>();
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    public Manifests {
        documents = List.copyOf(documents);
    }

    /** An overlay as it would be applied; skips the test without kubectl. */
    public static Manifests overlay(String name) {
        return folder(ROOT.resolve("overlays").resolve(name));
    }

    /** The base with one component on it. */
    static Manifests withComponent(String name) {
        Tool.KUBECTL.require();
        try {
            Path folder = Files.createDirectories(Path.of("target/deploy/with-" + name));
            Path up = folder.toAbsolutePath().relativize(ROOT.toAbsolutePath());
            Files.writeString(folder.resolve("kustomization.yaml"), """
                    apiVersion: kustomize.config.k8s.io/v1beta1
                    kind: Kustomization
                    resources: [%s/base]
                    components: [%s/components/%s]
                    """.formatted(up, up, name));
            return folder(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Any folder that kustomize can build. */
    static Manifests folder(Path folder) {
        Tool.KUBECTL.require();
        return RENDERED.computeIfAbsent(folder.toString(), path -> parse(Tool.KUBECTL.run("kustomize", path)));
    }

    static Manifests parse(String text) {
        try (var values = YAML.readerFor(JsonNode.class).<JsonNode>readValues(text)) {
            return new Manifests(values.readAll());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Names of the folders below one of {@code deploy/k8s}. */
    static List<String> names(String kind) {
        try (Stream<Path> folders = Files.list(ROOT.resolve(kind))) {
            return folders.filter(Files::isDirectory)
                    .map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All documents of a kind. */
    public List<JsonNode> all(String kind) {
        return documents.stream()
                .filter(document -> document.path("kind").asText().equals(kind))
                .toList();
    }

    /** The document of a kind and name; the name may have a hash at its end. */
    public JsonNode one(String kind, String name) {
        Predicate<JsonNode> called = document -> document.at("/metadata/name")
                .asText()
                .matches(java.util.regex.Pattern.quote(name) + "(-[a-z0-9]{10})?");
        List<JsonNode> found = all(kind).stream().filter(called).toList();
        if (found.size() != 1) {
            throw new AssertionError("There are " + found.size() + " documents " + kind + " " + name);
        }
        return found.get(0);
    }

    /** {@code Kind name}, for messages. */
    static String label(JsonNode document) {
        return document.path("kind").asText() + " "
                + document.at("/metadata/name").asText();
    }

    /** The elements of a list, none when it is absent. */
    static Stream<JsonNode> each(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    /** The texts of a list. */
    static List<String> texts(JsonNode list) {
        return each(list).map(JsonNode::asText).toList();
    }

    /** One field of each element of a list. */
    static List<String> texts(JsonNode list, String field) {
        return each(list).map(element -> element.path(field).asText()).toList();
    }
}
