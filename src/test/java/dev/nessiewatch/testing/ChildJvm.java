// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One module of {@code src/local} in a JVM of its own, on its own class path. The child says {@code READY <address>} on
 * standard output when it serves, and ends when its standard input closes, so it never outlives this process. Standard
 * error is its log.
 */
public final class ChildJvm implements AutoCloseable {
    private static final String READY = "READY ";
    private static final String END = "\u0000end";
    private static final Duration END_GRACE = Duration.ofSeconds(5);
    private static final int LAST_LINES = 15;

    private final String name;
    private final Process process;
    private final Path log;
    private final Writer input;
    private final BlockingQueue<String> output = new LinkedBlockingQueue<>();
    private String address = "";

    /**
     * What to start.
     *
     * @param name for the log file and for messages
     * @param module directory of the built module: {@code jvm.options}, {@code target/classes}, {@code
     *     target/classpath.txt}
     * @param mainClass class to start
     * @param arguments its arguments
     */
    public record Launch(String name, Path module, String mainClass, List<String> arguments) {
        public Launch {
            arguments = List.copyOf(arguments);
        }

        private List<String> command() throws IOException {
            Path classPath = module.resolve("target/classpath.txt");
            if (!Files.exists(classPath)) {
                throw new IllegalStateException(
                        "No " + classPath + ": run 'mvn -f src/local/pom.xml package' first; the main build does it");
            }
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.add("@" + module.resolve("jvm.options"));
            command.add("-cp");
            command.add(module.resolve("target/classes") + ":"
                    + Files.readString(classPath).strip());
            command.add(mainClass);
            command.addAll(arguments);
            return command;
        }
    }

    private ChildJvm(String name, Process process, Path log) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.input = process.outputWriter(StandardCharsets.UTF_8);
        Thread reader = new Thread(this::readOutput, name + "-output");
        reader.setDaemon(true);
        reader.start();
    }

    /**
     * Starts a child and waits until it is ready.
     *
     * @param logs directory for {@code <name>-<pid>.log}
     * @throws IllegalStateException when it ended or was not ready in time; the message holds the last lines of its log
     */
    public static ChildJvm start(Launch launch, Path logs, Duration deadline) {
        ChildJvm child = launched(launch, logs);
        try {
            String line = child.nextLine(deadline);
            if (!line.startsWith(READY)) {
                throw child.failure("said '" + line + "' instead of being ready");
            }
            child.address = line.substring(READY.length());
            return child;
        } catch (RuntimeException e) {
            child.kill();
            throw e;
        }
    }

    private static ChildJvm launched(Launch launch, Path logs) {
        try {
            Files.createDirectories(logs);
            Path starting = Files.createTempFile(logs, launch.name() + "-", ".starting");
            Process process = new ProcessBuilder(launch.command())
                    .redirectError(starting.toFile())
                    .start();
            // The child writes on into the renamed file.
            Path log = Files.move(starting, logs.resolve(launch.name() + "-" + process.pid() + ".log"));
            return new ChildJvm(launch.name(), process, log);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + launch.name(), e);
        }
    }

    /** Where the child serves, as it said itself. */
    public String address() {
        return address;
    }

    /** Process id. */
    public long pid() {
        return process.pid();
    }

    /** Its log file. */
    public Path log() {
        return log;
    }

    /** Whether the process lives. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** Sends one line. */
    public void send(String line) {
        try {
            input.write(line);
            input.write('\n');
            input.flush();
        } catch (IOException e) {
            throw failure("does not listen any more: " + e.getMessage());
        }
    }

    /**
     * The next line it says, in order.
     *
     * @throws IllegalStateException when it ended or said nothing in time
     */
    public String nextLine(Duration deadline) {
        try {
            String line = output.poll(deadline.toMillis(), TimeUnit.MILLISECONDS);
            if (line == null) {
                throw failure("said nothing for " + deadline.toSeconds() + " s");
            }
            if (line.equals(END)) {
                output.add(END);
                throw failure("ended");
            }
            return line;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure("was not waited for");
        }
    }

    /** An exception that says what happened to this child, with the last lines of its log. */
    public IllegalStateException failure(String what) {
        return new IllegalStateException(name + " (pid " + pid() + ") " + what + ". Last lines of " + log + ":\n"
                + String.join("\n", lastLogLines()));
    }

    private List<String> lastLogLines() {
        try {
            List<String> lines = Files.readAllLines(log, StandardCharsets.ISO_8859_1);
            return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
        } catch (IOException e) {
            return List.of("(unreadable: " + e.getMessage() + ")");
        }
    }

    /** Ends it at once, as a crash would, and returns when it is gone. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Ends it by closing its standard input, by force when that does not help. */
    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            // It is gone already.
        }
        if (!awaitEnd()) {
            kill();
        }
    }

    private boolean awaitEnd() {
        try {
            return process.waitFor(END_GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void readOutput() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.add(line);
            }
        } catch (IOException e) {
            // A killed process: its end is reported below.
        }
        output.add(END);
    }
}
