// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import dev.nessiewatch.testing.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All parts of the demo: starts them in order, knows when one is gone, ends them in reverse. */
final class Stack implements AutoCloseable {
    private static final Path LOCAL = Path.of("src/local");
    private static final Duration START_DEADLINE = Duration.ofSeconds(120);
    private static final int USUAL_PORT = 8080;
    private static final int USUAL_MANAGEMENT_PORT = 9000;

    private final Path home;
    private final Stage stage;
    private final Deque<ChildJvm> children = new ArrayDeque<>();
    private Application application;
    private boolean closing;

    Stack(Path home, Stage stage) {
        this.home = home;
        this.stage = stage;
    }

    /** Starts everything; returns when all parts serve. */
    void start() throws IOException, InterruptedException {
        String nessie = child("nessie", "LocalNessie", List.of());
        stage.say("Nessie serves at " + nessie);
        String kafka = child(
                "kafka", "LocalKafka", List.of("--data", home.resolve("kafka").toString()));
        stage.say("Kafka serves at " + kafka);
        Path warehouse = home.resolve("warehouse");
        child("lake", "DemoWriters", List.of("--nessie", nessie, "--warehouse", warehouse.toString()));
        stage.say("Spark writes six tables into " + warehouse);
        Application started = application(nessie, kafka, warehouse);
        started.awaitReady();
        stage.say("nessiewatch serves at " + started.address() + "; logs are in " + logs());
    }

    private String child(String module, String mainClass, List<String> arguments) {
        ChildJvm.Launch launch =
                new ChildJvm.Launch(module, LOCAL.resolve(module), "dev.nessiewatch.local." + mainClass, arguments);
        ChildJvm child = ChildJvm.start(launch, logs(), START_DEADLINE);
        synchronized (this) {
            children.push(child);
            if (closing) {
                child.close();
            }
        }
        return child.address();
    }

    private Application application(String nessie, String kafka, Path warehouse) throws IOException {
        Map<String, String> given = new LinkedHashMap<>();
        given.put("nessie", nessie);
        given.put("kafka", kafka);
        given.put("warehouse", warehouse.toUri().toString());
        given.put("http-port", Integer.toString(Child.portNear(USUAL_PORT)));
        given.put("management-port", Integer.toString(Child.portNear(USUAL_MANAGEMENT_PORT)));
        given.put(
                "spark-jvm-options",
                LOCAL.resolve("lake/jvm.options").toAbsolutePath().toString());
        given.put("spark-class-path", sparkClassPath());
        synchronized (this) {
            if (closing) {
                throw new IllegalStateException("Ended while starting");
            }
            application = Application.start(given, logs());
            return application;
        }
    }

    private static String sparkClassPath() throws IOException {
        Path target = Path.of("src/spark/target").toAbsolutePath();
        if (!Files.exists(target.resolve("classpath-4.1.txt"))) {
            throw new IOException("No " + target.resolve("classpath-4.1.txt") + ": the main build makes it");
        }
        return target.resolve("nessiewatch-spark.jar") + ":"
                + Files.readString(target.resolve("classpath-4.1.txt")).strip();
    }

    private Path logs() {
        return home.resolve("logs");
    }

    /** Where Kafka listens. */
    synchronized String kafka() {
        return children.stream()
                .filter(child -> child.log().getFileName().toString().startsWith("kafka-"))
                .findFirst()
                .orElseThrow()
                .address();
    }

    synchronized Application application() {
        return application;
    }

    /**
     * Fails when a part is gone.
     *
     * @throws IllegalStateException naming the part, with the last lines of its log
     */
    synchronized void check() {
        for (ChildJvm child : children) {
            if (!child.isAlive()) {
                throw child.failure("is gone");
            }
        }
        if (!application.isAlive()) {
            throw application.failure("is gone");
        }
    }

    /** Whether the end has begun, so that a part which is gone is no news. */
    synchronized boolean isClosing() {
        return closing;
    }

    /** Ends all parts, nessiewatch first. */
    @Override
    public void close() {
        Application last;
        synchronized (this) {
            closing = true;
            last = application;
        }
        if (last != null) {
            last.close();
        }
        synchronized (this) {
            children.forEach(ChildJvm::close);
        }
    }
}
