// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.testing.MetadataFile;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The packaged program: what it says to a wrong configuration, and the commands that need no neighbour. */
class StartIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nessiewatch.policy.retain-last=0              | nessiewatch.policy.retain-last       | set 1 or more
            nessiewatch.policy.retain-last=many           | nessiewatch.policy.retain-last       | docs/configuration.md
            nessiewatch.policy.retention=1h               | nessiewatch.policy.retention         | lower retention-floor
            nessiewatch.policy.retention=soon             | nessiewatch.policy.retention         | docs/configuration.md
            nessiewatch.policy.weekly.schedule=sundays    | nessiewatch.policy.weekly.schedule   | 0 3 * * 0
            nessiewatch.polcy.x=1                         | nessiewatch.polcy.x                  | docs/configuration.md
            nessiewatch.watch.perod=1s                    | nessiewatch.watch.perod              | docs/configuration.md
            nessiewatch.watch.period=0s                   | nessiewatch.watch.period             | at least 1s
            nessiewatch.watch.references=                 | nessiewatch.watch.references         | give it a value
            nessiewatch.watch.exclude=(                   | nessiewatch.watch.exclude            | not a regular expression
            nessiewatch.nessie.uri=nessie:19120           | nessiewatch.nessie.uri               | http://localhost:19120/api/v2
            nessiewatch.nessie.uri=http://u:p@nessie/     | nessiewatch.nessie.uri               | nessie.authentication
            nessiewatch.launch.mode=bogus                 | nessiewatch.launch.mode              | observe,local
            """)
    void aWrongPropertyIsOneLineWithARemedy(String setting, String property, String remedy) throws Exception {
        try (ServiceProcess service = ServiceProcess.start(folder, List.of(setting))) {
            assertThat(service.exitCode(LIMIT)).isEqualTo(1);
            assertThat(service.lines())
                    .singleElement()
                    .asString()
                    .matches(Pattern.quote("nessiewatch does not start: " + property) + "[ :].*")
                    .contains(remedy);
        }
    }

    @Test
    void aMisspeltVariableOfTheEnvironmentIsOneLineWithTheNearestName() throws Exception {
        try (ServiceProcess service =
                ServiceProcess.start(folder, Map.of("NESSIEWATCH_POLICY_LIMIT_SNAPSHOT", "800"), List.of())) {
            assertThat(service.exitCode(LIMIT)).isEqualTo(1);
            assertThat(service.lines())
                    .containsExactly(
                            "nessiewatch does not start: environment variable NESSIEWATCH_POLICY_LIMIT_SNAPSHOT is"
                                    + " not a property of nessiewatch; correct it to NESSIEWATCH_POLICY_LIMIT_SNAPSHOTS, or take it"
                                    + " away; docs/configuration.md lists every property");
        }
    }

    @Test
    void soItIsForACommandThatDecidesByIt() throws Exception {
        try (ServiceProcess audit =
                ServiceProcess.start(folder, Map.of("NESSIEWATCH_POLICY_RETENTON", "2d"), List.of(), "audit")) {
            assertThat(audit.exitCode(LIMIT)).isEqualTo(2);
            assertThat(audit.lines())
                    .containsExactly(
                            "environment variable NESSIEWATCH_POLICY_RETENTON is not a property of nessiewatch;"
                                    + " correct it to NESSIEWATCH_POLICY_RETENTION, or take it away; docs/configuration.md lists"
                                    + " every property; see nessiewatch audit --help");
        }
    }

    @Test
    void aMissingBrokerIsOneLineAndNoWaiting() throws Exception {
        try (ServiceProcess service = ServiceProcess.start(folder, List.of("kafka.bootstrap.servers="))) {
            assertThat(service.exitCode(LIMIT)).isEqualTo(1);
            assertThat(service.lines())
                    .singleElement()
                    .asString()
                    .isEqualTo(
                            "nessiewatch does not start: kafka.bootstrap.servers is not set; set the broker's address,"
                                    + " such as kafka.bootstrap.servers=localhost:9092");
        }
    }

    @Test
    void aBrokerNameThatNobodyKnowsIsOneLine() throws Exception {
        try (ServiceProcess service =
                ServiceProcess.start(folder, List.of("kafka.bootstrap.servers=kafka.invalid:9092"))) {
            assertThat(service.exitCode(LIMIT)).isEqualTo(1);
            assertThat(service.lines())
                    .singleElement()
                    .asString()
                    .startsWith(
                            "nessiewatch does not start: none of the hosts in kafka.bootstrap.servers has an address"
                                    + " (kafka.invalid:9092)");
        }
    }

    /** It would take the transactional ids from the one that runs, which then ends although nothing was wrong with it. */
    @ParameterizedTest
    @ValueSource(strings = {"quarkus.http.port", "quarkus.management.port"})
    void aPortThatIsTakenEndsTheStartBeforeKafkaIsAsked(String port) throws Exception {
        try (LocalKafka kafka = LocalKafka.start();
                Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
                ServerSocket taken = new ServerSocket(0);
                KafkaProducer<byte[], byte[]> tail = holder(kafka, "nessiewatch-tail");
                KafkaProducer<byte[], byte[]> trigger = holder(kafka, "nessiewatch-trigger");
                ServiceProcess second = ServiceProcess.start(
                        folder,
                        List.of(
                                "kafka.bootstrap.servers=" + kafka.bootstrapServers(),
                                port + "=" + taken.getLocalPort()))) {
            assertThat(second.exitCode(LIMIT)).isEqualTo(1);
            assertThat(second.lines())
                    .singleElement()
                    .asString()
                    .startsWith("nessiewatch does not start: " + port + " is " + taken.getLocalPort())
                    .endsWith("set it to a free port, or end the process that holds it");
            assertNotFenced(admin, List.of(tail, trigger));
        }
    }

    /** What cannot be looked at before: here a socket in a folder that does not exist. */
    @Test
    void aServerThatFailsLateEndsTheStartBeforeKafkaIsAsked() throws Exception {
        try (LocalKafka kafka = LocalKafka.start();
                Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
                KafkaProducer<byte[], byte[]> tail = holder(kafka, "nessiewatch-tail");
                KafkaProducer<byte[], byte[]> trigger = holder(kafka, "nessiewatch-trigger");
                ServiceProcess second = ServiceProcess.start(
                        folder,
                        List.of(
                                "kafka.bootstrap.servers=" + kafka.bootstrapServers(),
                                "quarkus.http.domain-socket-enabled=true",
                                "quarkus.http.domain-socket=" + folder.resolve("no/such/socket")))) {
            assertThat(second.exitCode(LIMIT)).isEqualTo(1);
            assertThat(second.lines()).anyMatch(line -> line.startsWith("nessiewatch does not start: "));
            assertNotFenced(admin, List.of(tail, trigger));
        }
    }

    @Test
    void onePortForBothServersIsOneLine() throws Exception {
        int port = ServiceProcess.freePort();
        try (ServiceProcess service =
                ServiceProcess.start(folder, List.of("quarkus.http.port=" + port, "quarkus.management.port=" + port))) {
            assertThat(service.exitCode(LIMIT)).isEqualTo(1);
            assertThat(service.lines())
                    .containsExactly(
                            "nessiewatch does not start: quarkus.http.port and quarkus.management.port are both " + port
                                    + "; give each a port of its own");
        }
    }

    private static void assertNotFenced(Admin admin, List<KafkaProducer<byte[], byte[]>> producers) throws Exception {
        admin.createTopics(List.of(new NewTopic("healthy", 1, (short) 1))).all().get();
        for (KafkaProducer<byte[], byte[]> healthy : producers) {
            healthy.beginTransaction();
            healthy.send(new ProducerRecord<>("healthy", new byte[] {1})).get();
            healthy.commitTransaction();
        }
    }

    private static KafkaProducer<byte[], byte[]> holder(LocalKafka kafka, String transactionalId) {
        KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "transactional.id", transactionalId),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        producer.initTransactions();
        return producer;
    }

    @Test
    void everyProblemHasItsOwnLine() throws Exception {
        try (ServiceProcess service = ServiceProcess.start(
                folder,
                List.of(
                        "nessiewatch.launch.mode=local",
                        "nessiewatch.launch.local.java=java",
                        "nessiewatch.feed.partitions=0"))) {
            assertThat(service.exitCode(LIMIT)).isEqualTo(1);
            assertThat(service.lines())
                    .hasSize(4)
                    .allMatch(line -> line.startsWith("nessiewatch does not start: nessiewatch."))
                    .anyMatch(line -> line.contains("nessiewatch.launch.local.class-path is not set"))
                    .anyMatch(line -> line.contains("nessiewatch.launch.catalog.uri is not set"))
                    .anyMatch(line -> line.contains("nessiewatch.feed.partitions is 0"));
        }
    }

    @Test
    void commandsAnswerWithoutAnyNeighbour() throws Exception {
        String file = MetadataFile.of("u")
                .replaces(12, Instant.EPOCH, Duration.ofHours(1))
                .write(folder.resolve("00012-x.metadata.json"));
        try (ServiceProcess inspect = ServiceProcess.start(folder, List.of(), "inspect", "--json", file);
                ServiceProcess help = ServiceProcess.start(folder, List.of(), "--help");
                ServiceProcess version = ServiceProcess.start(folder, List.of(), "--version");
                ServiceProcess unknown = ServiceProcess.start(folder, List.of(), "expire-all")) {
            assertThat(inspect.exitCode(LIMIT)).isZero();
            assertThat(inspect.lines())
                    .singleElement()
                    .asString()
                    .contains("\"total\":12")
                    .contains("\"removable\":11");
            assertThat(help.exitCode(LIMIT)).isZero();
            assertThat(String.join("\n", help.lines())).contains("run").contains("inspect");
            assertThat(version.exitCode(LIMIT)).isZero();
            assertThat(version.lines()).singleElement().asString().matches("nessiewatch \\d+\\.\\d+\\.\\d+.*");
            assertThat(unknown.exitCode(LIMIT)).isEqualTo(2);
            assertThat(unknown.lines()).first().asString().contains("expire-all");
        }
    }
}
