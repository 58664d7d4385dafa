// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the code against the drawing in the README, and the house rules that a compiler does not know. */
class ArchitectureTest {
    private static final String ROOT = "dev.nessiewatch";
    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void theDrawingShowsEveryRoom() throws IOException {
        Set<String> rooms = HOUSE.stream()
                .map(type -> room(type.getPackageName()))
                .filter(room -> !room.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));

        Set<String> drawn = new TreeSet<>(arrows().keySet());
        arrows().values().forEach(drawn::addAll);
        assertThat(drawn).isEqualTo(rooms);
    }

    @Test
    void roomsImportOnlyWhatTheDrawingAllows() throws IOException {
        Map<String, Set<String>> allowed = arrows();
        Set<String> broken = new TreeSet<>();
        for (JavaClass type : HOUSE) {
            String from = room(type.getPackageName());
            type.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> dependency.getTargetClass().getPackageName())
                    .filter(target -> target.equals(ROOT) || target.startsWith(ROOT + "."))
                    .map(ArchitectureTest::room)
                    .filter(to -> !to.equals(from))
                    .filter(to -> !from.isEmpty()
                            && !allowed.getOrDefault(from, Set.of()).contains(to))
                    .forEach(to -> broken.add(type.getName() + " uses " + (to.isEmpty() ? "the spine" : to)));
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void theSpineDoesNotKnowWhoShowsOrTypes() {
        check(noClasses()
                .that()
                .resideInAPackage(ROOT)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT + ".dashboard..", ROOT + ".cli.."));
    }

    @Test
    void pureRoomsKnowTheJdkOnly() {
        check(noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".lake..", ROOT + ".forecast..", ROOT + ".decide..", ROOT + ".backtest..")
                .and(DescribedPredicate.not(isConfig()))
                .should()
                .dependOnClassesThat(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(
                        "java..",
                        "org.jspecify..",
                        // The schedule is a library's work.
                        "com.cronutils..",
                        // Names of wire fields on the nouns that go onto the wire.
                        "com.fasterxml.jackson.annotation..",
                        ROOT + ".."))));
    }

    @Test
    void eachTechnologyHasOneHome() {
        fence("org.projectnessie..", "watch");
        fence("software.amazon..", "metadata");
        fence("org.apache.iceberg..", "metadata");
        fence("io.micrometer..", "observe", "");
        fence("org.apache.kafka..", "event");
        fence("org.eclipse.microprofile.health..", "observe");
        fence("org.eclipse.microprofile.reactive.messaging..", "event", "");
        fence("jakarta.ws.rs..", "dashboard");
        fence("picocli..", "cli");
        fence("io.fabric8..", "launch");
    }

    /** So that the types which a native image has to keep for JSON are those that the codecs lead to, and no others. */
    @Test
    void onlyTheCodecsBindJsonToTypes() {
        check(noClasses()
                .that()
                .doNotHaveFullyQualifiedName(ROOT + ".event.JsonCodec")
                .should()
                .callMethodWhere(DescribedPredicate.describe(
                        "read or write typed JSON",
                        call -> call.getTargetOwner().getPackageName().startsWith("com.fasterxml.jackson.databind")
                                && call.getName()
                                        .matches("readValues?|convertValue|treeToValue|valueToTree|readerFor\\w*"
                                                + "|writerFor\\w*|readTreeAsValue|forType"))));
    }

    @Test
    void timeComesFromAClock() {
        check(noClasses()
                .that()
                .doNotHaveFullyQualifiedName(ROOT + ".Wiring")
                .and()
                .resideOutsideOfPackage(ROOT + ".cli..")
                .should()
                .callMethod(java.time.Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(java.time.Clock.class, "systemUTC"));
    }

    /** One that is not listed is not missed by anything until somebody runs the service. */
    @Test
    void everySourceOfConfigurationIsListedAsOne() throws IOException {
        List<String> sources = HOUSE.stream()
                .filter(type -> type.isAssignableTo(io.smallrye.config.ConfigSourceFactory.class))
                .map(JavaClass::getName)
                .sorted()
                .toList();
        assertThat(Files.readAllLines(
                        Path.of("src/main/resources/META-INF/services/io.smallrye.config.ConfigSourceFactory")))
                .containsExactlyInAnyOrderElementsOf(sources)
                .hasSizeGreaterThan(1);
    }

    @Test
    void noNameIsVague() {
        Pattern vague = Pattern.compile(".*(Util|Utils|Helper|Manager|Impl|Processor|Handler|Service|DTO)$");
        assertThat(HOUSE.stream().map(JavaClass::getSimpleName).filter(vague.asPredicate()))
                .isEmpty();
    }

    @Test
    void roomsHaveNoCycles() {
        check(SlicesRuleDefinition.slices().matching(ROOT + ".(*)..").should().beFreeOfCycles());
    }

    @Test
    void everyPackageIsNullMarked() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            List<Path> unmarked = files.filter(Files::isDirectory)
                    .filter(ArchitectureTest::holdsJava)
                    .filter(folder -> !text(folder.resolve("package-info.java")).contains("@NullMarked"))
                    .toList();
            assertThat(unmarked).isEmpty();
        }
    }

    @Test
    void noFileIsLongerThan300Lines() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            List<Path> longFiles = files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> text(file).lines().count() > 300)
                    .toList();
            assertThat(longFiles).isEmpty();
        }
    }

    @Test
    void theDoorsThatTheReadmeNamesExist() throws IOException {
        for (String door : List.of("CommitToEvent", "EventToExpiry", "ExpiryToVerdict", "Wiring")) {
            assertThat(Files.readString(Path.of("README.md"))).contains(door);
            assertThat(HOUSE.contain(ROOT + "." + door)).as(door).isTrue();
        }
    }

    private static DescribedPredicate<JavaClass> isConfig() {
        return DescribedPredicate.describe(
                "a configuration interface or a source of configuration",
                type -> type.getName().matches(".*Config(\\$.*)?")
                        || type.isAssignableTo(io.smallrye.config.ConfigSourceFactory.class));
    }

    /** Only these rooms may use a technology; the empty name is the spine. */
    private static void fence(String technology, String... rooms) {
        Set<String> homes = Set.of(rooms);
        check(noClasses()
                .that(DescribedPredicate.describe(
                        "outside " + homes, type -> !homes.contains(room(type.getPackageName()))))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(technology));
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(HOUSE);
    }

    private static String room(String packageName) {
        if (packageName.equals(ROOT)) {
            return "";
        }
        String rest = packageName.substring(ROOT.length() + 1);
        int dot = rest.indexOf('.');
        return dot < 0 ? rest : rest.substring(0, dot);
    }

    /** Reads {@code a --> b & c} lines of the README's drawing. */
    private static Map<String, Set<String>> arrows() throws IOException {
        Matcher lines =
                Pattern.compile("(?m)^\\s+(\\w+) --> ([\\w &]+)$").matcher(Files.readString(Path.of("README.md")));
        Map<String, Set<String>> arrows = new TreeMap<>();
        while (lines.find()) {
            arrows.computeIfAbsent(lines.group(1), name -> new TreeSet<>())
                    .addAll(List.of(lines.group(2).trim().split(" & ")));
        }
        return arrows;
    }

    private static boolean holdsJava(Path folder) {
        try (Stream<Path> inside = Files.list(folder)) {
            return inside.anyMatch(file -> file.toString().endsWith(".java"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
