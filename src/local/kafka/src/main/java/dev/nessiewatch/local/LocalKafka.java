// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import java.io.IOException;
import java.io.StringReader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/**
 * A Kafka broker of one: {@code LocalKafka --data DIR [--port N] [--settings FILE]}. Formats the directory when it is new,
 * otherwise goes on with what is there. Settings of the file win; {@code @port} in one of them is the port.
 */
public final class LocalKafka {
    private LocalKafka() {}

    public static void main(String[] arguments) {
        Child child = Child.takeOutput();
        child.endWithParent();
        try {
            Path data = Path.of(Child.option(arguments, "data", "kafka-data")).toAbsolutePath();
            int port = Child.port(Integer.parseInt(Child.option(arguments, "port", "0")));
            Properties settings = settings(data, port);
            String advertised = Child.option(arguments, "advertised", Integer.toString(port));
            settings.setProperty("advertised.listeners", "PLAINTEXT://127.0.0.1:" + advertised);
            more(Child.option(arguments, "settings", ""), port).forEach(settings::put);
            format(data, settings);
            KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(settings), Time.SYSTEM);
            server.startup();
            child.ready("127.0.0.1:" + port);
            server.awaitShutdown();
        } catch (Exception e) {
            Child.fail("The broker did not start", e);
        }
    }

    private static Properties more(String file, int port) throws IOException {
        Properties more = new Properties();
        if (!file.isEmpty()) {
            String text = Files.readString(Path.of(file)).replace("@port", Integer.toString(port));
            more.load(new StringReader(text));
        }
        return more;
    }

    private static void format(Path data, Properties settings) throws IOException {
        Files.createDirectories(data);
        Path file = data.resolve("server.properties");
        try (Writer writer = Files.newBufferedWriter(file)) {
            settings.store(writer, null);
        }
        if (Files.exists(data.resolve("log/meta.properties"))) {
            return;
        }
        String[] command = {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()};
        int exit = StorageTool.execute(command, System.err);
        if (exit != 0) {
            throw new IOException("Formatting " + data + " ended with " + exit);
        }
    }

    private static Properties settings(Path data, int port) {
        int controllerPort = Child.port(0);
        Properties settings = new Properties();
        settings.setProperty("process.roles", "broker,controller");
        settings.setProperty("node.id", "1");
        settings.setProperty("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        settings.setProperty("controller.listener.names", "CONTROLLER");
        settings.setProperty(
                "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        settings.setProperty("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.setProperty("log.dirs", data.resolve("log").toString());
        replicateOnce(settings);
        keepSmall(settings);
        // Whoever needs a topic creates it with the right settings.
        settings.setProperty("auto.create.topics.enable", "false");
        settings.setProperty("group.initial.rebalance.delay.ms", "0");
        // After a crash the broker cannot come back before the session of its former self has ended.
        settings.setProperty("broker.heartbeat.interval.ms", "500");
        settings.setProperty("broker.session.timeout.ms", "2500");
        return settings;
    }

    private static void replicateOnce(Properties settings) {
        settings.setProperty("default.replication.factor", "1");
        settings.setProperty("offsets.topic.replication.factor", "1");
        settings.setProperty("transaction.state.log.replication.factor", "1");
        settings.setProperty("transaction.state.log.min.isr", "1");
        settings.setProperty("share.coordinator.state.topic.replication.factor", "1");
        settings.setProperty("share.coordinator.state.topic.min.isr", "1");
    }

    private static void keepSmall(Properties settings) {
        settings.setProperty("num.partitions", "1");
        settings.setProperty("offsets.topic.num.partitions", "1");
        settings.setProperty("transaction.state.log.num.partitions", "1");
        settings.setProperty("share.coordinator.state.topic.num.partitions", "1");
        settings.setProperty("num.network.threads", "2");
        settings.setProperty("num.io.threads", "4");
        settings.setProperty("log.cleaner.dedupe.buffer.size", "16777216");
        settings.setProperty("log.segment.bytes", "67108864");
        settings.setProperty("offsets.topic.segment.bytes", "4194304");
        settings.setProperty("transaction.state.log.segment.bytes", "4194304");
        settings.setProperty("log.index.size.max.bytes", "1048576");
    }
}
