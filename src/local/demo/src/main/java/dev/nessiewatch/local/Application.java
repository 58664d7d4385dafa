// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** nessiewatch itself, as it is packaged, in a process of its own. */
final class Application implements AutoCloseable {
    private static final Path JAR = Path.of("target/quarkus-app/quarkus-run.jar");
    private static final Path SETTINGS = Path.of("src/local/demo/demo.properties");
    private static final Duration START_DEADLINE = Duration.ofSeconds(90);
    private static final Duration END_GRACE = Duration.ofSeconds(10);
    private static final Duration ANSWER_DEADLINE = Duration.ofSeconds(5);
    private static final int LAST_LINES = 15;

    private final Process process;
    private final Path log;
    private final URI address;
    private final URI management;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ANSWER_DEADLINE).build();

    private Application(Process process, Path log, URI address, URI management) {
        this.process = process;
        this.log = log;
        this.address = address;
        this.management = management;
    }

    /**
     * Starts the application.
     *
     * @param given values of the {@code ${demo.*}} expressions in {@code demo.properties}, without their prefix
     */
    static Application start(Map<String, String> given, Path logs) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx384m");
        given.forEach((name, value) -> command.add("-Ddemo." + name + "=" + value));
        command.add("-Dquarkus.config.locations=" + SETTINGS);
        command.addAll(List.of("-jar", JAR.toString(), "run"));
        Path log = logs.resolve("nessiewatch.log");
        File file = log.toFile();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(file)
                .start();
        return new Application(process, log, local(given.get("http-port")), local(given.get("management-port")));
    }

    private static URI local(String port) {
        return URI.create("http://localhost:" + port + "/");
    }

    /** Waits until it says itself that it is ready. */
    void awaitReady() throws InterruptedException {
        long deadline = System.nanoTime() + START_DEADLINE.toNanos();
        while (!isReady()) {
            if (!process.isAlive()) {
                throw failure("ended with " + process.exitValue());
            }
            if (System.nanoTime() > deadline) {
                throw failure("was not ready after " + START_DEADLINE.toSeconds() + " s");
            }
            Thread.sleep(200);
        }
    }

    private boolean isReady() throws InterruptedException {
        try {
            return get(management.resolve("q/health/ready")).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** What it shows at a path. */
    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return get(address.resolve(path));
    }

    private HttpResponse<String> get(URI page) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(page).timeout(ANSWER_DEADLINE).build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    URI address() {
        return address;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** An exception that says what happened, with the last lines of the log. */
    IllegalStateException failure(String what) {
        String lines;
        try {
            List<String> all = Files.readAllLines(log);
            lines = String.join("\n", all.subList(Math.max(0, all.size() - LAST_LINES), all.size()));
        } catch (IOException e) {
            lines = "(unreadable: " + e.getMessage() + ")";
        }
        return new IllegalStateException("nessiewatch " + what + ". Last lines of " + log + ":\n" + lines);
    }

    /** Ends it and whatever it started: first by asking, after a grace by force. */
    @Override
    public void close() {
        List<ProcessHandle> runs = process.descendants().toList();
        end(process.toHandle());
        runs.forEach(Application::end);
    }

    private static void end(ProcessHandle handle) {
        if (!handle.destroy()) {
            return;
        }
        try {
            handle.onExit().get(END_GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            handle.destroyForcibly();
        } catch (Exception e) {
            handle.destroyForcibly();
        }
    }
}
