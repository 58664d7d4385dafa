// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.testing.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Holds docs/install.md against what it installs: its commands, names, secrets and rights. */
class InstallPageTest {
    private static final Path PAGE = Path.of("docs/install.md");

    @Test
    void everyFileItNamesExists() throws IOException {
        Set<String> paths = found("\\bdeploy/[A-Za-z0-9./_-]*[A-Za-z0-9]");
        assertThat(paths)
                .hasSizeGreaterThan(5)
                .allSatisfy(path -> assertThat(Path.of(path)).exists());

        Set<String> links = found("]\\(([^)#]+)", 1);
        assertThat(links)
                .isNotEmpty()
                .allSatisfy(link -> assertThat(PAGE.resolveSibling(link)).exists());

        for (String component : found("components/[a-z-]+")) {
            assertThat(Manifests.ROOT.resolve(component)).exists();
        }
    }

    @Test
    void everyFileOfItsTableIsInTheOverlay() throws IOException {
        String table = section("## 5. Your values");
        for (String file : found(table, "`([a-z-]+\\.(?:yaml|env|properties))`", 1)) {
            if (!file.equals("weekly-schedule.yaml")) {
                assertThat(Manifests.ROOT.resolve("overlays/prod").resolve(file))
                        .exists();
            }
        }
    }

    @Test
    void everyAnchorIsAHeading() throws IOException {
        Set<String> headings = found("(?m)^#+ (.+)$", 1).stream()
                .map(heading -> heading.toLowerCase(java.util.Locale.ROOT)
                        .replaceAll("[^a-z0-9 -]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());

        assertThat(found("\\]\\(#([^)]+)\\)", 1)).isNotEmpty().isSubsetOf(headings);
    }

    @Test
    void everyOverlayItAppliesRenders() throws IOException {
        Tool.KUBECTL.require();
        Set<String> overlays = found("kubectl (?:kustomize|(?:diff|apply|delete) -k) (\\S+?)[`\\s]", 1);

        assertThat(overlays).isNotEmpty();
        overlays.forEach(overlay ->
                assertThat(Manifests.folder(Path.of(overlay)).documents()).isNotEmpty());
    }

    @Test
    void everyObjectItAsksForIsInstalled() throws IOException {
        Tool.KUBECTL.require();
        Map<String, String> kinds = new TreeMap<>(Map.of(
                "deployment", "Deployment",
                "service", "Service",
                "kafkauser", "KafkaUser"));
        int named = 0;
        for (MatchResult object : matches(text(), "\\b(deployment|service|kafkauser)/([a-z-]+)")) {
            Manifests.overlay("prod").one(kinds.getOrDefault(object.group(1), ""), object.group(2));
            named++;
        }
        assertThat(named).isGreaterThan(5);
        for (String topic : found(section("## Uninstall"), "nessiewatch\\.[a-z-]+", 0)) {
            Manifests.overlay("prod").one("KafkaTopic", topic);
        }
    }

    @Test
    void itsTableOfSecretsIsWhatThePodsRead() throws IOException {
        Tool.KUBECTL.require();
        Map<String, Set<String>> read = new TreeMap<>();
        Manifests.overlay("prod").documents().forEach(document -> secrets(document, read));

        Map<String, Set<String>> told = new TreeMap<>();
        for (MatchResult row : matches(section("## 4."), "(?m)^\\| (`[^|]+) \\| (`[^|]+) \\|")) {
            for (String name : found(row.group(1), "`([^`]+)`", 1)) {
                told.put(name, found(row.group(2), "`([^`]+)`", 1));
            }
        }
        assertThat(told).isEqualTo(read);
        assertThat(found("create secret generic (\\S+)", 1).stream().filter(name -> !name.equals("$name")))
                .allMatch(read::containsKey);
    }

    @Test
    void itNamesEveryRightThatIsGranted() throws IOException {
        Tool.KUBECTL.require();
        String kubernetes = section("### Kubernetes");
        for (JsonNode role : Manifests.overlay("prod").all("Role")) {
            assertThat(kubernetes).contains("`" + role.at("/metadata/name").asText() + "`");
            for (JsonNode rule : role.path("rules")) {
                Manifests.texts(rule.path("verbs"))
                        .forEach(verb -> assertThat(kubernetes).contains("`" + verb + "`"));
                List<String> names = Manifests.texts(rule.path("resourceNames"));
                names.forEach(name -> assertThat(kubernetes).contains("`" + name + "`"));
                if (names.isEmpty()) {
                    Manifests.texts(rule.path("resources"))
                            .forEach(resource -> assertThat(kubernetes).contains("`" + resource + "`"));
                }
            }
        }
        String kafka = section("### Kafka");
        for (JsonNode user : Manifests.overlay("prod").all("KafkaUser")) {
            assertThat(kafka).contains("`" + user.at("/metadata/name").asText() + "`");
            for (JsonNode right : user.at("/spec/authorization/acls")) {
                assertThat(kafka).contains("`" + right.at("/resource/name").asText() + "`");
                Manifests.texts(right.path("operations"))
                        .forEach(operation -> assertThat(kafka).contains("`" + operation + "`"));
            }
        }
    }

    @Test
    void everyPropertyAndMetricItNamesExists() throws IOException {
        String configuration = Files.readString(Path.of("docs/configuration.md"));
        Set<String> properties =
                found("`(nessiewatch\\.(?:policy|launch|watch|feed|nessie|metadata|service)\\.[a-z.-]+)`", 1);
        assertThat(properties)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(configuration).contains("`" + name + "`"));

        Set<String> variables = found("\\b(NESSIEWATCH_[A-Z_]+)", 1);
        Set<String> known = found(configuration, "(?m)^\\| `(nessiewatch\\.[^`]+)`", 1).stream()
                .map(name -> name.toUpperCase(java.util.Locale.ROOT).replaceAll("[^A-Z0-9]", "_"))
                .collect(Collectors.toSet());
        assertThat(variables).isNotEmpty().isSubsetOf(known);

        String metrics = Files.readString(Path.of("docs/metrics.md"));
        assertThat(found("`(nessiewatch_[a-z_]+)`", 1))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(metrics).contains("`" + name + "`"));
    }

    @Test
    void itsOutcomesExist() throws IOException {
        Set<String> words = found("`([A-Z]+_[A-Z_]+)`", 1);
        words.removeIf(word -> word.startsWith("NESSIEWATCH_")
                // Nessie's own words for rights.
                || word.matches("(VIEW|LIST|READ|COMMIT|UPDATE|CREATE)_.*"));

        List<String> outcomes = Arrays.stream(dev.nessiewatch.decide.Outcome.values())
                .map(Enum::name)
                .toList();
        assertThat(words).isNotEmpty().isSubsetOf(outcomes);
    }

    private static void secrets(JsonNode node, Map<String, Set<String>> read) {
        if (node.has("secretKeyRef")) {
            JsonNode key = node.get("secretKeyRef");
            read.computeIfAbsent(key.path("name").asText(), name -> new TreeSet<>())
                    .add(key.path("key").asText());
        }
        if (node.has("secretName")) {
            read.computeIfAbsent(node.path("secretName").asText(), name -> new TreeSet<>())
                    .addAll(Manifests.texts(node.path("items"), "key"));
        }
        node.forEach(child -> secrets(child, read));
    }

    private static String text() throws IOException {
        return Files.readString(PAGE);
    }

    /** From a heading to the next one of its level or above. */
    private static String section(String heading) throws IOException {
        String text = text();
        int from = text.indexOf("\n" + heading);
        assertThat(from).as(heading).isNotNegative();
        int level = heading.indexOf(' ');
        List<MatchResult> next = matches(text.substring(from + 1 + heading.length()), "(?m)^#{1," + level + "} ");
        return next.isEmpty()
                ? text.substring(from)
                : text.substring(from, from + 1 + heading.length() + next.get(0).start());
    }

    private static Set<String> found(String pattern) throws IOException {
        return found(text(), pattern, 0);
    }

    private static Set<String> found(String pattern, int group) throws IOException {
        return found(text(), pattern, group);
    }

    private static Set<String> found(String text, String pattern, int group) {
        return matches(text, pattern).stream()
                .map(match -> match.group(group))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<MatchResult> matches(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().toList();
    }
}
