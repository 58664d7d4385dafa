// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.testing.LocalKafka;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class TopicsBrokerTest {
    private static LocalKafka kafka;
    private static Admin admin;

    @BeforeAll
    static void startKafka() {
        kafka = LocalKafka.start();
        admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()));
    }

    @AfterAll
    static void stopKafka() {
        admin.close(Duration.ofSeconds(5));
        kafka.close();
    }

    @Test
    void createsMissingTopicsWithTheirSettings() throws Exception {
        BrokerFixture broker = new BrokerFixture(kafka.bootstrapServers(), Map.of());
        String prefix = broker.config.topicPrefix();

        assertThat(broker.topics.ensure())
                .isEqualTo(new TopicsState.Ready(List.of(
                        prefix + ".dead-letters",
                        prefix + ".ledger",
                        prefix + ".positions",
                        prefix + ".snapshot-counts")));
        assertThat(broker.topics.ensure()).isEqualTo(new TopicsState.Ready(List.of()));

        assertTopic(
                broker,
                Topic.SNAPSHOT_COUNTS,
                3,
                Map.of(
                        "cleanup.policy", "compact",
                        "min.compaction.lag.ms", "86400000",
                        "segment.ms", "21600000",
                        "delete.retention.ms", "604800000"));
        assertTopic(broker, Topic.POSITIONS, 1, Map.of("cleanup.policy", "compact"));
        assertTopic(
                broker, Topic.LEDGER, 3, Map.of("cleanup.policy", "compact", "min.compaction.lag.ms", "2592000000"));
        assertTopic(broker, Topic.DEAD_LETTERS, 1, Map.of("cleanup.policy", "delete", "retention.ms", "2592000000"));
    }

    @Test
    void refusesAnotherNumberOfPartitionsAndChangesNothing() throws Exception {
        BrokerFixture broker = new BrokerFixture(kafka.bootstrapServers(), Map.of()).withTopics();

        assertThat(broker.with("partitions", "4").topics.ensure())
                .isInstanceOfSatisfying(
                        TopicsState.Refused.class,
                        refused -> assertThat(refused.message())
                                .startsWith("Topic " + broker.counts() + " has 3 partitions, expected 4")
                                .contains("nessiewatch.feed.partitions=3")
                                .doesNotContain("\n"));
        assertThat(partitions(broker.counts())).isEqualTo(3);
    }

    @Test
    void refusesATopicThatRetentionWouldEmpty() throws Exception {
        BrokerFixture broker = new BrokerFixture(kafka.bootstrapServers(), Map.of()).withTopics();
        admin.incrementalAlterConfigs(Map.of(
                        resource(broker.counts()),
                        List.of(new AlterConfigOp(
                                new ConfigEntry("cleanup.policy", "compact,delete"), AlterConfigOp.OpType.SET))))
                .all()
                .get();

        TopicsState state = broker.topics.ensure();
        for (int i = 0; i < 100 && state instanceof TopicsState.Ready; i++) {
            // A broker answers from its own copy of the settings, which follows the controller's.
            state = broker.topics.ensure();
        }

        assertThat(state)
                .isInstanceOfSatisfying(
                        TopicsState.Refused.class,
                        refused -> assertThat(refused.message())
                                .contains(broker.counts(), "cleanup.policy=compact,delete", "expected compact"));
    }

    @Test
    void refusesMissingTopicsWhenItMayNotCreateThem() {
        BrokerFixture broker =
                new BrokerFixture(kafka.bootstrapServers(), Map.of("nessiewatch.feed.create-topics", "false"));

        assertThat(broker.topics.ensure())
                .isInstanceOfSatisfying(
                        TopicsState.Refused.class,
                        refused -> assertThat(refused.message())
                                .contains(broker.counts(), "does not exist", "nessiewatch.feed.create-topics"));
        assertThat(broker.reader.read(List.of(broker.counts()), Duration.ofSeconds(20), received -> {}))
                .isInstanceOfSatisfying(
                        Reading.Unavailable.class,
                        unavailable -> assertThat(unavailable.message()).contains(broker.counts(), "does not exist"));
    }

    @Test
    void saysWhatReplicationTheBrokerCannotGive() {
        BrokerFixture broker =
                new BrokerFixture(kafka.bootstrapServers(), Map.of("nessiewatch.feed.replication-factor", "3"));

        assertThat(broker.topics.ensure())
                .isInstanceOfSatisfying(
                        TopicsState.Refused.class,
                        refused -> assertThat(refused.message()).containsIgnoringCase("replication factor"));
    }

    @Test
    void findsTheLastCommittedRecordBehindMarkersAndAbortedRecords() {
        BrokerFixture broker = new BrokerFixture(kafka.bootstrapServers(), Map.of()).withTopics();
        try (KafkaProducer<byte[], byte[]> writer = broker.stranger("writer", Duration.ofSeconds(60))) {
            writer.beginTransaction();
            for (int i = 0; i < 5; i++) {
                broker.send(writer, 0, "a", "" + i);
            }
            writer.commitTransaction();
            writer.beginTransaction();
            for (int i = 0; i < 1000; i++) {
                broker.send(writer, 0, "a", "aborted");
                broker.send(writer, 1, "b", "aborted");
            }
            writer.flush();
            writer.abortTransaction();
        }

        assertThat(ends(broker))
                .isEqualTo(Map.of(
                        new Partition(broker.counts(), 0), 4L,
                        new Partition(broker.counts(), 1), -1L,
                        new Partition(broker.counts(), 2), -1L))
                .isEqualTo(broker.lastOffsets(broker.counts()));
    }

    @Test
    void findsTheLastCommittedRecordBetweenHolesOfCompaction() throws Exception {
        BrokerFixture broker = new BrokerFixture(kafka.bootstrapServers(), Map.of());
        admin.createTopics(List.of(new NewTopic(broker.counts(), 1, (short) 1)
                        .configs(Map.of(
                                "cleanup.policy", "compact",
                                "min.cleanable.dirty.ratio", "0.001",
                                "max.compaction.lag.ms", "1",
                                "segment.ms", "1",
                                "delete.retention.ms", "0"))))
                .all()
                .get();
        try (KafkaProducer<byte[], byte[]> writer = broker.stranger("writer", Duration.ofSeconds(60))) {
            for (int i = 0; i < 60; i++) {
                writer.beginTransaction();
                broker.send(writer, 0, "same", "" + i);
                writer.commitTransaction();
            }
            writer.beginTransaction();
            for (int i = 0; i < 100; i++) {
                broker.send(writer, 0, "other", "aborted");
            }
            writer.flush();
            writer.abortTransaction();
        }
        long deadline = System.nanoTime() + Duration.ofSeconds(90).toNanos();
        while (broker.keys(broker.counts()).size() > 5) {
            assertThat(System.nanoTime()).as("the broker compacts").isLessThan(deadline);
        }

        assertThat(ends(broker))
                .isEqualTo(Map.of(new Partition(broker.counts(), 0), 118L))
                .isEqualTo(broker.lastOffsets(broker.counts()));
    }

    @Test
    void findsNothingInATopicThatWasEmptied() throws Exception {
        BrokerFixture broker = new BrokerFixture(kafka.bootstrapServers(), Map.of());
        admin.createTopics(List.of(new NewTopic(broker.counts(), 1, (short) 1)))
                .all()
                .get();
        try (KafkaProducer<byte[], byte[]> writer = broker.stranger(null, Duration.ZERO)) {
            for (int i = 0; i < 100; i++) {
                broker.send(writer, 0, "a", "" + i);
            }
        }
        admin.deleteRecords(Map.of(new TopicPartition(broker.counts(), 0), RecordsToDelete.beforeOffset(100)))
                .all()
                .get();

        assertThat(ends(broker)).isEqualTo(Map.of(new Partition(broker.counts(), 0), -1L));
        assertThat(broker.keys(broker.counts())).isEmpty();
    }

    private static Map<Partition, Long> ends(BrokerFixture broker) {
        EndOfTopics.Ends ends = new EndOfTopics(broker.kafka).find(List.of(broker.counts()), BrokerFixture.LONG);
        assertThat(ends).isInstanceOf(EndOfTopics.Ends.Found.class);
        return ((EndOfTopics.Ends.Found) ends).lastOffsets();
    }

    @SuppressWarnings("NullAway") // Asked for by name, so it is in the answer.
    private static void assertTopic(BrokerFixture broker, Topic topic, int partitions, Map<String, String> settings)
            throws Exception {
        String name = broker.topics.name(topic);
        assertThat(partitions(name)).isEqualTo(partitions);
        Config config =
                admin.describeConfigs(List.of(resource(name))).all().get().get(resource(name));
        List<String> found = new ArrayList<>();
        settings.keySet().forEach(key -> found.add(key + "=" + config.get(key).value()));
        List<String> expected = new ArrayList<>();
        settings.forEach((key, value) -> expected.add(key + "=" + value));
        assertThat(found).isEqualTo(expected);
    }

    @SuppressWarnings("NullAway") // Asked for by name, so it is in the answer.
    private static int partitions(String topic) throws Exception {
        return admin.describeTopics(List.of(topic))
                .allTopicNames()
                .get()
                .get(topic)
                .partitions()
                .size();
    }

    private static ConfigResource resource(String topic) {
        return new ConfigResource(ConfigResource.Type.TOPIC, topic);
    }
}
