// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.testing.LocalKafka;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class TransactionalFeedBrokerTest {
    private static LocalKafka kafka;

    @BeforeAll
    static void startKafka() {
        kafka = LocalKafka.start();
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    @Test
    void publishesPositionAndEventsTogether() {
        BrokerFixture broker = broker(Map.of()).withTopics();
        TableId table = new TableId("a", "main");
        try (TransactionalFeed feed = broker.openTail()) {
            Publication publication = feed.commit(List.of(
                    broker.records.counted(Samples.counted(table, 1), Instant.EPOCH),
                    broker.records.position(Samples.position("main", 1))));

            assertThat(publication).isEqualTo(new Publication.Committed(2));
        }
        FeedState state = broker.state();
        assertThat(state.tables("main")).containsOnlyKeys(table);
        assertThat(state.position("main")).isEqualTo(Samples.position("main", 1));
    }

    @Test
    void fencesTheFirstWhenASecondOpens() {
        BrokerFixture broker = broker(Map.of()).withTopics();
        try (TransactionalFeed first = broker.openTail();
                TransactionalFeed second = broker.openTail()) {
            assertThat(first.commit(List.of(position(broker, 1))))
                    .isInstanceOfSatisfying(
                            Publication.Fenced.class,
                            p -> assertThat(p.message())
                                    .contains(
                                            broker.config.transactionalIdPrefix() + "-tail", kafka.bootstrapServers()));
            assertThat(second.commit(List.of(position(broker, 1)))).isEqualTo(new Publication.Committed(1));
            assertThat(first.commit(List.of(position(broker, 2)))).isInstanceOf(Publication.Broken.class);
        }
        assertThat(broker.keys(broker.topics.name(Topic.POSITIONS))).containsExactly("main");
    }

    @Test
    void fencesAWriterInTheMiddleOfItsTransaction() {
        BrokerFixture broker = broker(Map.of()).withTopics();
        try (KafkaProducer<byte[], byte[]> dead = broker.stranger("tail", Duration.ofSeconds(60))) {
            dead.beginTransaction();
            broker.send(dead, 0, "half@main", "{}");
            dead.flush();

            try (TransactionalFeed feed = broker.openTail()) {
                assertThat(feed.commit(List.of(position(broker, 1)))).isEqualTo(new Publication.Committed(1));
            }
            dead.close(Duration.ZERO);
        }
        assertThat(broker.keys(broker.counts())).isEmpty();
    }

    @Test
    void leavesNothingOfAnAbortedTransactionAndGoesOn() {
        BrokerFixture broker = broker(Map.of()).withTopics();
        Outgoing tooLarge = new Outgoing(broker.counts(), "large@main", new byte[2_000_000], Map.of());
        Outgoing small = new Outgoing(broker.counts(), "small@main", new byte[10], Map.of());
        try (TransactionalFeed feed = broker.openTail()) {
            assertThat(feed.commit(List.of(small, tooLarge, small)))
                    .isInstanceOfSatisfying(
                            Publication.Aborted.class,
                            aborted -> assertThat(aborted.message())
                                    .contains("'large@main'", "record too large")
                                    .doesNotContain("\n"));
            assertThat(broker.keys(broker.counts())).isEmpty();

            assertThat(feed.commit(List.of(small))).isEqualTo(new Publication.Committed(1));
        }
        assertThat(broker.keys(broker.counts())).containsExactly("small@main");
    }

    /** smallrye-reactive-messaging#2270: what a broker refuses for good is said, and holds up nothing else. */
    @Test
    void whatTheBrokerRefusesForGoodLeavesNothingAndTheNextGoesThrough() throws Exception {
        BrokerFixture broker = broker(Map.of()).withTopics();
        ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, broker.counts());
        AlterConfigOp narrow =
                new AlterConfigOp(new ConfigEntry("max.message.bytes", "2000"), AlterConfigOp.OpType.SET);
        try (Admin admin = Admin.create(broker.kafka)) {
            admin.incrementalAlterConfigs(Map.of(topic, List.of(narrow))).all().get();
        }
        byte[] noise = new byte[10_000];
        new Random(1).nextBytes(noise);
        Outgoing tooLarge = new Outgoing(broker.counts(), "large@main", noise, Map.of());
        Outgoing small = new Outgoing(broker.counts(), "small@main", new byte[10], Map.of());
        try (TransactionalFeed feed = broker.openTail()) {
            assertThat(feed.commit(List.of(small, tooLarge)))
                    .isInstanceOfSatisfying(
                            Publication.Aborted.class,
                            aborted -> assertThat(aborted.message()).contains("larger than the max message size"));
            assertThat(broker.keys(broker.counts())).isEmpty();

            assertThat(feed.commit(List.of(small))).isEqualTo(new Publication.Committed(1));
        }
        assertThat(broker.keys(broker.counts())).containsExactly("small@main");
    }

    @Test
    void saysInOneLineThatATopicIsMissing() {
        BrokerFixture broker = broker(Map.of("nessiewatch.feed.start-timeout", "PT2S"));
        try (TransactionalFeed feed = broker.openTail()) {
            assertThat(feed.commit(List.of(position(broker, 1))))
                    .isInstanceOfSatisfying(
                            Publication.Aborted.class,
                            aborted -> assertThat(aborted.message())
                                    .contains(broker.topics.name(Topic.POSITIONS))
                                    .doesNotContain("\n"));
        }
    }

    @Test
    void comesBackAfterABrokerCrashAndPublishesOnce() {
        try (LocalKafka own = LocalKafka.start()) {
            BrokerFixture broker = new BrokerFixture(
                            own.bootstrapServers(),
                            Map.of(
                                    "nessiewatch.feed.start-timeout", "PT4S",
                                    "nessiewatch.feed.transaction-timeout", "PT3S"))
                    .withTopics();
            try (TransactionalFeed feed = broker.openTail()) {
                assertThat(feed.commit(List.of(position(broker, 1)))).isEqualTo(new Publication.Committed(1));
                own.stop();

                Publication lost = feed.commit(List.of(position(broker, 2)));
                assertThat(lost).isNotInstanceOf(Publication.Committed.class);
                assertThat(feed.open()).isInstanceOf(Opening.Unavailable.class);
                own.restart();

                Opening opening = feed.open();
                for (int i = 0; i < 10 && opening instanceof Opening.Unavailable; i++) {
                    opening = feed.open();
                }
                assertThat(opening).isInstanceOf(Opening.Opened.class);
                assertThat(broker.state().position("main")).isEqualTo(Samples.position("main", 1));
                assertThat(feed.commit(List.of(position(broker, 2)))).isEqualTo(new Publication.Committed(1));
            }
            assertThat(broker.keys(broker.topics.name(Topic.POSITIONS))).hasSize(2);
        }
    }

    @Test
    void saysInOneLineThatNoBrokerAnswers() throws IOException {
        BrokerFixture nowhere =
                new BrokerFixture("127.0.0.1:" + unusedPort(), Map.of("nessiewatch.feed.start-timeout", "PT2S"));
        try (TransactionalFeed feed = nowhere.tail()) {
            assertThat(feed.open())
                    .isInstanceOfSatisfying(Opening.Unavailable.class, o -> assertLine(nowhere, o.message()));
        }
        assertThat(nowhere.topics.ensure())
                .isInstanceOfSatisfying(TopicsState.Unavailable.class, t -> assertLine(nowhere, t.message()));
        assertThat(nowhere.reader.read(List.of(nowhere.counts()), Duration.ofSeconds(2), received -> {}))
                .isInstanceOfSatisfying(Reading.Unavailable.class, r -> assertLine(nowhere, r.message()));
        assertThat(new EndOfTopics(nowhere.kafka).find(List.of(nowhere.counts()), Duration.ofSeconds(2)))
                .isInstanceOfSatisfying(EndOfTopics.Ends.Unavailable.class, e -> assertLine(nowhere, e.message()));
    }

    @Test
    void takesAnUnknownHostAsABrokerThatIsAway() {
        BrokerFixture nowhere = new BrokerFixture("no-such-host.invalid:9092", Map.of());
        try (TransactionalFeed feed = nowhere.tail()) {
            assertThat(feed.open())
                    .isInstanceOfSatisfying(Opening.Unavailable.class, o -> assertLine(nowhere, o.message()));
        }
        assertThat(nowhere.topics.ensure()).isInstanceOf(TopicsState.Unavailable.class);
    }

    private static void assertLine(BrokerFixture broker, String message) {
        System.out.println(message);
        assertThat(message)
                .contains(broker.bootstrapServers, "check kafka.bootstrap.servers")
                .doesNotContain("\n");
    }

    private static Outgoing position(BrokerFixture broker, long sequence) {
        return broker.records.position(Samples.position("main", sequence));
    }

    private static BrokerFixture broker(Map<String, String> overrides) {
        return new BrokerFixture(kafka.bootstrapServers(), overrides);
    }

    private static int unusedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
