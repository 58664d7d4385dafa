// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nessiewatch.testing.PackagedProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The packaged service in a process of its own, which can be killed as a crash would. */
final class Service implements AutoCloseable {
    private static final List<String> JVM = List.of("-Xmx192m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
    private static final Path LOGS = Path.of("target/faults");
    private static final Duration START = Duration.ofSeconds(180);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(ANSWER).build();

    private final String name;
    private final Process process;
    private final Path log;
    private final int port;
    private final int managementPort;

    private Service(String name, Process process, Path log, int port, int managementPort) {
        this.name = name;
        this.process = process;
        this.log = log;
        this.port = port;
        this.managementPort = managementPort;
    }

    /**
     * Starts one; returns at once.
     *
     * @param name its writer id, and the name of its log
     * @param role {@code tail}, {@code trigger} or {@code all}
     * @param settings properties, under their full names
     */
    static Service start(String name, String role, Map<String, String> settings) {
        int port = freePort();
        int managementPort = freePort();
        List<String> properties = new ArrayList<>();
        settings.forEach((property, value) -> properties.add(property + "=" + value));
        properties.add("nessiewatch.service.writer-id=" + name);
        properties.add("quarkus.http.host=127.0.0.1");
        properties.add("quarkus.http.port=" + port);
        properties.add("quarkus.management.host=127.0.0.1");
        properties.add("quarkus.management.port=" + managementPort);
        List<String> command = PackagedProgram.command(JVM, properties, List.of("run", "--role", role));
        try {
            Path log = Files.createDirectories(LOGS).resolve(name + ".log");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            // Should this JVM be ended in the middle of a test, nothing of it stays behind.
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return new Service(name, process, log, port, managementPort);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot start " + name, e);
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Kill -9. */
    void kill() {
        process.destroyForcibly();
        awaitEnd(Duration.ofSeconds(10));
    }

    /** Its exit code. */
    int awaitEnd(Duration deadline) {
        try {
            if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError(name + " did not end within " + deadline.toSeconds() + " s\n" + tail());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Waits until it says itself that it is ready. */
    Service awaitReady() {
        Waiting.until(() -> name + " is ready\n" + tail(), START, () -> {
            if (!isAlive()) {
                throw new AssertionError(name + " ended with " + process.exitValue() + "\n" + tail());
            }
            return status("q/health/ready") == 200;
        });
        return this;
    }

    /** Waits until it logged a text; returns the first line that holds it. */
    String awaitLine(String text) {
        Waiting.until(
                () -> name + " says '" + text + "'\n" + tail(),
                START,
                () -> !lines(text).isEmpty());
        return lines(text).get(0);
    }

    /** HTTP status of a path; 0 when there is no answer. */
    int status(String path) {
        return get(path).map(HttpResponse::statusCode).orElse(0);
    }

    /** Body of a path; empty when there is no answer. */
    String body(String path) {
        return get(path).map(HttpResponse::body).orElse("");
    }

    /** What readiness says of a neighbour: {@code ok}, its trouble, or empty when there is no answer. */
    String readinessOf(String neighbour) {
        try {
            for (JsonNode check : JSON.readTree(body("q/health/ready")).path("checks")) {
                JsonNode said = check.path("data").path(neighbour);
                if (said.isTextual()) {
                    return said.asText();
                }
            }
            return "";
        } catch (JsonProcessingException e) {
            return "";
        }
    }

    /** Waits until readiness is gone and names a neighbour; returns what it says of it. */
    String awaitTrouble(String neighbour) {
        Waiting.until(() -> name + " misses " + neighbour + "\n" + tail(), START, () -> {
            String said = readinessOf(neighbour);
            return !said.isEmpty() && !said.equals("ok");
        });
        return readinessOf(neighbour);
    }

    /** Everything it logged. */
    List<String> lines() {
        try {
            return Files.readAllLines(log, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException("No log of " + name, e);
        }
    }

    /** Lines of the log that hold a text. */
    List<String> lines(String text) {
        return lines().stream().filter(line -> line.contains(text)).toList();
    }

    /** The end of its log, for messages. */
    String tail() {
        List<String> lines = lines();
        return log + ":\n" + String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }

    @Override
    public void close() {
        kill();
    }

    /** What is under {@code q/} is served by the management port. */
    private Optional<HttpResponse<String>> get(String path) {
        int serving = path.startsWith("q/") ? managementPort : port;
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + serving + "/" + path))
                .timeout(ANSWER)
                .build();
        try {
            return Optional.of(HTTP.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("No free port", e);
        }
    }
}
