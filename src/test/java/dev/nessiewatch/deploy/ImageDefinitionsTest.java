// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The image definitions, as far as they can be held to something without a container engine. */
class ImageDefinitionsTest {
    private static final Path IMAGES = Path.of("deploy/images");
    private static final String SERVICE = "service-jvm.Dockerfile";
    private static final String ARCHIVE = "service-jvm-aot.Dockerfile";
    private static final String NATIVE = "service-native.Dockerfile";
    private static final String SPARK = "spark.Dockerfile";

    @ParameterizedTest
    @ValueSource(strings = {SERVICE, ARCHIVE, NATIVE, SPARK})
    void theBaseIsOneVersionAndCanBeGivenByDigest(String file) throws IOException {
        List<String> lines = instructions(file);

        assertThat(lines.get(0)).matches("ARG BASE=[a-z0-9./-]+:[A-Za-z0-9._-]*\\d+\\.\\d+[A-Za-z0-9._-]*");
        assertThat(lines.get(1)).startsWith("FROM ${BASE}");
        assertThat(lines)
                .filteredOn(line -> line.startsWith("FROM "))
                .allMatch(line -> line.matches("FROM \\$\\{BASE}( AS recorded)?"))
                .last()
                .isEqualTo("FROM ${BASE}");
    }

    @ParameterizedTest
    @ValueSource(strings = {SERVICE, NATIVE, SPARK})
    void nothingIsFetchedOrRunWhileItIsBuilt(String file) throws IOException {
        assertThat(instructions(file)).noneMatch(line -> line.matches("(RUN|ADD|ONBUILD|SHELL) .*"));
    }

    /** By the same JVM on the same jars at the same place, without which a JVM does not take it. */
    @Test
    void anArchiveIsRecordedByTheProgramItself() throws IOException {
        List<String> lines = instructions(ARCHIVE);

        assertThat(lines).noneMatch(line -> line.matches("(ADD|ONBUILD|SHELL) .*"));
        assertThat(lines)
                .filteredOn(line -> line.startsWith("RUN "))
                .singleElement()
                .asString()
                .contains("touch -d \"@${SOURCE_DATE_EPOCH}\"")
                .contains("java -XX:AOTCacheOutput=/deployments/nessiewatch.aot -jar quarkus-run.jar run")
                .endsWith("test -s nessiewatch.aot");
        assertThat(lines).filteredOn("WORKDIR /deployments"::equals).hasSize(2);
        assertThat(copied(ARCHIVE)).contains("--from=recorded");
        assertThat(lines).anyMatch(line -> line.startsWith("ENTRYPOINT [\"java\", \"-XX:AOTCache=nessiewatch.aot\", "));
    }

    @ParameterizedTest
    @ValueSource(strings = {SERVICE, ARCHIVE, NATIVE, SPARK})
    void theUserIsANumberAndNotRoot(String file) throws IOException {
        List<String> users = instructions(file).stream()
                .filter(line -> line.startsWith("USER "))
                .toList();

        assertThat(users).singleElement().asString().matches("USER [1-9]\\d*:[1-9]\\d*");
    }

    @ParameterizedTest
    @ValueSource(strings = {SERVICE, ARCHIVE, NATIVE, SPARK})
    void theLabelsAreThere(String file) throws IOException {
        String labels = instructions(file).stream()
                .filter(line -> line.startsWith("LABEL "))
                .findFirst()
                .orElseThrow();

        for (String label : List.of("title", "description", "licenses", "version", "revision", "base.name")) {
            assertThat(labels).contains("org.opencontainers.image." + label + "=");
        }
        assertThat(labels).contains("licenses=\"Apache-2.0\"");
    }

    @Test
    void whatIsCopiedIsWhatTheBuildMakes() throws IOException {
        // Quarkus' own layout of a runnable application.
        assertThat(copied(SERVICE))
                .containsExactly(
                        "target/quarkus-app/lib/",
                        "target/quarkus-app/quarkus/",
                        "target/quarkus-app/app/",
                        "target/quarkus-app/quarkus-run.jar",
                        "target/quarkus-run-cyclonedx.json");
        assertThat(copied(ARCHIVE))
                .containsExactly("target/quarkus-app/", "--from=recorded", "target/quarkus-run-cyclonedx.json");
        assertThat(copied(NATIVE))
                .containsExactly("target/nessiewatch-*-runner", "target/nessiewatch-*-runner-cyclonedx.json");
        assertThat(copied(SPARK))
                .containsExactly("src/spark/target/image/lib/", "src/spark/target/nessiewatch-spark.jar");

        String job = Files.readString(Path.of("src/spark/pom.xml"));
        assertThat(job)
                .contains("<finalName>nessiewatch-spark</finalName>")
                .contains("<id>image</id>")
                .contains("<outputDirectory>${project.build.directory}/image/lib</outputDirectory>");
        String built = String.join("\n", copied(SERVICE)) + Files.readString(Path.of("docs/install.md"));
        assertThat(built).contains("mvn -f src/spark/pom.xml -Pimage");
    }

    @ParameterizedTest
    @ValueSource(strings = {SERVICE, ARCHIVE, NATIVE, SPARK})
    void onlyWhatIsCopiedIsSentToTheEngine(String file) throws IOException {
        List<String> kept = Files.readAllLines(IMAGES.resolve(file + ".dockerignore"));

        assertThat(kept).first().isEqualTo("*");
        for (String copied : copied(file).stream()
                .filter(from -> !from.startsWith("--from="))
                .toList()) {
            assertThat(kept.subList(1, kept.size()))
                    .anyMatch(line -> copied.startsWith(line.substring(1).replaceAll("/$", "")));
        }
    }

    @Test
    void sparkIsTheVersionThatTheJobIsBuiltAgainst() throws IOException {
        String pom = Files.readString(Path.of("src/spark/pom.xml"));

        assertThat(instructions(SPARK).get(0))
                .contains(":" + value(pom, "spark.version") + "-scala" + value(pom, "scala.line") + "-");
    }

    @Test
    void theUsersAreThoseOfTheManifests() throws IOException {
        assertThat(Files.readString(Path.of("deploy/k8s/base/tail.yaml"))).contains("runAsUser: 10001");
        for (String service : List.of(SERVICE, ARCHIVE, NATIVE)) {
            assertThat(instructions(service)).as(service).contains("USER 10001:10001");
        }
        assertThat(Files.readString(Path.of("deploy/k8s/base/expire-snapshots.yaml")))
                .contains("runAsUser: 185");
        assertThat(instructions(SPARK)).contains("USER 185:185");
    }

    @ParameterizedTest
    @ValueSource(strings = {SERVICE, ARCHIVE, NATIVE})
    void theHeapIsAShareOfTheContainersMemory(String file) throws IOException {
        String share = file.equals(NATIVE) ? "-XX:MaximumHeapSizePercent=60" : "-XX:MaxRAMPercentage=60";
        assertThat(instructions(file))
                .anyMatch(line -> line.startsWith("ENTRYPOINT [") && line.contains('"' + share + '"'))
                .anyMatch(line -> line.contains("\"-XX:+ExitOnOutOfMemoryError\""))
                .contains("CMD [\"run\"]", "EXPOSE 8080 9000", "WORKDIR /deployments");
    }

    private static List<String> copied(String file) throws IOException {
        return instructions(file).stream()
                .filter(line -> line.startsWith("COPY "))
                .map(line -> line.replaceFirst(" --chmod=\\S+", "").split(" ")[1])
                .toList();
    }

    /** Instructions with their continued lines, without comments. */
    private static List<String> instructions(String file) throws IOException {
        return Files.readString(IMAGES.resolve(file))
                .replaceAll("(?m)^#.*\\n", "")
                .replaceAll("\\\\\\n\\s*", "")
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }

    private static String value(String pom, String property) {
        Matcher matcher =
                Pattern.compile("<" + Pattern.quote(property) + ">([^<]+)<").matcher(pom);
        assertThat(matcher.find()).as(property).isTrue();
        return matcher.group(1);
    }
}
