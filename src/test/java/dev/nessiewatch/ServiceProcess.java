// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The packaged program in a process of its own, as an operator runs it. */
final class ServiceProcess implements AutoCloseable {
    private static final Duration COMMAND = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final Path log;
    private final int port;
    private final int managementPort;

    private ServiceProcess(Process process, Path log, int port, int managementPort) {
        this.process = process;
        this.log = log;
        this.port = port;
        this.managementPort = managementPort;
    }

    /** Starts it with properties, {@code name=value} each, and arguments after {@code --}. */
    static ServiceProcess start(Path folder, List<String> properties, String... arguments) {
        return start(folder, Map.of(), properties, arguments);
    }

    /** The same with environment variables of its own. */
    static ServiceProcess start(
            Path folder, Map<String, String> environment, List<String> properties, String... arguments) {
        try {
            int port = freePort();
            int managementPort = freePort();
            List<String> all = new ArrayList<>();
            all.add("quarkus.http.port=" + port);
            // The one property without a default; a port where nothing listens.
            all.add("kafka.bootstrap.servers=127.0.0.1:9");
            all.add("quarkus.management.port=" + managementPort);
            all.addAll(properties);
            List<String> command = PackagedProgram.command(List.of("-XX:TieredStopAtLevel=1"), all, List.of(arguments));
            Path log = Files.createTempFile(folder, "service-", ".log");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            // What Kubernetes sets for a service of this name.
            builder.environment().put("NESSIEWATCH_PORT", "tcp://10.0.0.1:8080");
            builder.environment().put("NESSIEWATCH_SERVICE_HOST", "10.0.0.1");
            builder.environment().put("NESSIEWATCH_SERVICE_PORT", "8080");
            builder.environment().putAll(environment);
            return new ServiceProcess(builder.start(), log, port, managementPort);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs a command, which must end with this exit code; returns what it said. */
    static String output(Path folder, int exitCode, List<String> properties, List<String> arguments)
            throws InterruptedException {
        try (ServiceProcess command = start(folder, properties, arguments.toArray(String[]::new))) {
            int code = command.exitCode(COMMAND);
            String said = String.join("\n", command.lines());
            assertThat(code).as(said).isEqualTo(exitCode);
            return said;
        }
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything it has said so far. */
    List<String> lines() {
        try {
            return Files.readAllLines(log, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Exit code; it must end in time. */
    int exitCode(Duration limit) throws InterruptedException {
        assertThat(process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS))
                .as(() -> "it ends within " + limit + ":\n" + String.join("\n", lines()))
                .isTrue();
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Sends SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** Where it answers. */
    String address() {
        return "http://localhost:" + port;
    }

    /** Status and body of a page, under {@code /q/} of the management port; status 0 while it does not answer. */
    Answer get(String path) {
        int serving = path.startsWith("/q/") ? managementPort : port;
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + serving + path))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            return new Answer(0, "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer(0, "");
        }
    }

    /** Waits until a condition holds. */
    void await(String what, Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as(() -> "no " + what + " within " + limit + ":\n" + String.join("\n", lines()))
                    .isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** An HTTP answer. */
    record Answer(int status, String body) {}
}
