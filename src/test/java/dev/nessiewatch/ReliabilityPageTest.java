// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page says which test holds what; those tests are there. */
class ReliabilityPageTest {
    private static final Path TESTS = Path.of("src/test/java");
    private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|IT))\\.(\\w+)`");
    private static final Pattern SUITE = Pattern.compile("`(\\w+IT)`");

    @Test
    void everyTestThatThePageNamesIsThere() throws IOException {
        Set<String> missing = new TreeSet<>();
        List<List<String>> named = NAMED.matcher(page())
                .results()
                .map(found -> List.of(found.group(1), found.group(2)))
                .toList();
        for (List<String> test : named) {
            if (!source(test.get(0)).contains("void " + test.get(1) + "(")) {
                missing.add(String.join(".", test));
            }
        }
        assertThat(missing).isEmpty();
        assertThat(named).hasSizeGreaterThan(40);
    }

    @Test
    void everyTestOfTheFaultSuiteIsOnThePage() throws IOException {
        Set<String> told = new TreeSet<>();
        SUITE.matcher(page()).results().forEach(found -> told.add(found.group(1)));
        try (Stream<Path> files = Files.list(TESTS.resolve("dev/nessiewatch/faults"))) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith("IT.java"))
                            .map(name -> name.replace(".java", "")))
                    .isSubsetOf(told)
                    .isNotEmpty();
        }
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("docs/reliability.md"));
    }

    private static String source(String test) throws IOException {
        try (Stream<Path> files = Files.walk(TESTS)) {
            Path found = files.filter(file -> file.endsWith(test + ".java"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("No " + test));
            return Files.readString(found);
        }
    }
}
