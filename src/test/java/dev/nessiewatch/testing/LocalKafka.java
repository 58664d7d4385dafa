// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** A real Kafka broker with an own data directory, which can crash and come back. */
public final class LocalKafka implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    /** Each client tells all of its settings; held here, or the level would be forgotten with the logger. */
    private static final Logger CLIENTS = Logger.getLogger("org.apache.kafka");

    private final Path data;
    private final String bootstrapServers;
    private ChildJvm child;

    private LocalKafka(Path data, ChildJvm child) {
        this.data = data;
        this.child = child;
        this.bootstrapServers = child.address();
    }

    /** Starts a broker on a free port and in an empty directory; returns when it serves. */
    public static LocalKafka start() {
        return start(0);
    }

    /** Starts a broker on a port, 0 for any free one, in an empty directory; returns when it serves. */
    public static LocalKafka start(int port) {
        return started(port);
    }

    /** Starts a broker that tells its clients to come to another port of this machine, where a proxy is. */
    public static LocalKafka startBehind(int proxy) {
        return started(0, "--advertised", Integer.toString(proxy));
    }

    /** Starts a broker on any free port, with a file of broker settings that win over the usual ones. */
    public static LocalKafka start(Path settings) {
        return started(0, "--settings", settings.toAbsolutePath().toString());
    }

    private static LocalKafka started(int port, String... more) {
        CLIENTS.setLevel(Level.WARNING);
        try {
            Path base = Files.createDirectories(Path.of("target/local"));
            Path data = Files.createTempDirectory(base.toAbsolutePath(), "kafka-data-");
            return new LocalKafka(data, launch(data, port, more));
        } catch (IOException e) {
            throw new UncheckedIOException("No data directory for Kafka", e);
        }
    }

    private static ChildJvm launch(Path data, int port, String... more) {
        List<String> arguments = new ArrayList<>(List.of("--data", data.toString(), "--port", Integer.toString(port)));
        arguments.addAll(List.of(more));
        ChildJvm.Launch launch =
                new ChildJvm.Launch("kafka", Path.of("src/local/kafka"), "dev.nessiewatch.local.LocalKafka", arguments);
        return ChildJvm.start(launch, Path.of("target/local"), DEADLINE);
    }

    /** {@code host:port}; stays the same over a restart. */
    public String bootstrapServers() {
        return bootstrapServers;
    }

    /** Kills the broker, as a crash would. */
    public void stop() {
        child.kill();
    }

    /** Starts the broker again on the same port and data; kills it before when it still runs. */
    public void restart() {
        stop();
        int port = Integer.parseInt(bootstrapServers.substring(bootstrapServers.indexOf(':') + 1));
        child = launch(data, port);
    }

    /** Ends the broker and removes its data. */
    @Override
    public void close() {
        child.close();
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot remove " + data, e);
        }
    }
}
