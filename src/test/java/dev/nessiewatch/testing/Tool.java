// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Programs that some tests need beside Java. Without one, a test is skipped with one line that says how to get it. Where the
 * environment says {@code NESSIEWATCH_REQUIRE_TOOLS=true}, as {@code .ci/run} does, the test fails instead: what is to be
 * tested there is never skipped in silence.
 */
public enum Tool {
    /** Renders the manifests; no cluster is asked for anything. */
    KUBECTL("kubectl", "Debian 13 has a package of that name, or see kubernetes.io/docs/tasks/tools; 1.27 or newer"),
    /** Checks and tests alert rules. */
    PROMTOOL("promtool", "Debian's package prometheus has it"),
    /** Draws pages. */
    CHROMIUM("chromium", "Debian has a package of that name");

    private static final boolean REQUIRED = "true".equals(System.getenv("NESSIEWATCH_REQUIRE_TOOLS"));

    private final String program;
    private final String howToGet;

    Tool(String program, String howToGet) {
        this.program = program;
        this.howToGet = howToGet;
    }

    /** Path of the program; ends the test when it is not there. */
    public Path require() {
        Optional<Path> found = find(program);
        require(found.isPresent(), "Needs " + program + " on the PATH: " + howToGet);
        return found.orElseThrow();
    }

    /**
     * Runs the program and returns what it prints; ends the test when it is not there.
     *
     * @throws AssertionError when it does not end well, with what it said
     */
    public String run(String... arguments) {
        List<String> command = new ArrayList<>(List.of(require().toString()));
        command.addAll(Arrays.asList(arguments));
        try {
            Path out = Files.createTempFile("tool-", ".out");
            Path err = Files.createTempFile("tool-", ".err");
            int code = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start()
                    .waitFor();
            String said = Files.readString(err, StandardCharsets.UTF_8);
            String printed = Files.readString(out, StandardCharsets.UTF_8);
            Files.delete(out);
            Files.delete(err);
            if (code != 0) {
                throw new AssertionError(String.join(" ", command) + " ended with " + code + ":\n" + said + printed);
            }
            return printed;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot run " + program, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(program + " was not waited for", e);
        }
    }

    /** Skips a test unless something is there, or fails it where everything must be. */
    public static void require(boolean present, String howToGet) {
        if (!present && REQUIRED) {
            fail(howToGet + " (NESSIEWATCH_REQUIRE_TOOLS=true)");
        } else if (!present) {
            abort(howToGet);
        }
    }

    private static Optional<Path> find(String program) {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
