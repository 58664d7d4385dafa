// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** One feed of its own on a broker: names that no other test uses, and writers that are not our code. */
final class BrokerFixture {
    /** Held on to, or the level would be forgotten with the logger. */
    private static final Logger CALM = Logger.getLogger("org.apache.kafka");

    static {
        CALM.setLevel(Level.SEVERE);
    }

    static final Duration LONG = Duration.ofSeconds(60);

    final String bootstrapServers;
    final Map<String, Object> kafka;
    final FeedConfig config;
    final Topics topics;
    final TopicReader reader;
    final Records records;

    BrokerFixture(String bootstrapServers, Map<String, String> overrides) {
        String prefix = "t" + UUID.randomUUID();
        Map<String, String> properties = new HashMap<>();
        properties.put("nessiewatch.feed.topic-prefix", prefix);
        properties.put("nessiewatch.feed.transactional-id-prefix", prefix);
        properties.put("nessiewatch.feed.partitions", "3");
        properties.putAll(overrides);
        this.bootstrapServers = bootstrapServers;
        kafka = Map.of("bootstrap.servers", bootstrapServers);
        config = config(properties);
        topics = new Topics(config, kafka);
        reader = new TopicReader(kafka);
        records = new Records(new FeedIdentity("test", prefix));
    }

    /** The same feed seen with other settings. */
    BrokerFixture with(String property, String value) {
        return new BrokerFixture(
                bootstrapServers,
                Map.of("nessiewatch.feed.topic-prefix", config.topicPrefix(), "nessiewatch.feed." + property, value));
    }

    BrokerFixture withTopics() {
        assertThat(topics.ensure()).isInstanceOf(TopicsState.Ready.class);
        return this;
    }

    TransactionalFeed tail() {
        return new TransactionalFeed(config, kafka, "tail");
    }

    TransactionalFeed openTail() {
        TransactionalFeed feed = tail();
        assertThat(feed.open()).isInstanceOf(Opening.Opened.class);
        return feed;
    }

    String counts() {
        return topics.name(Topic.SNAPSHOT_COUNTS);
    }

    FeedState state() {
        FeedState.Outcome outcome = FeedState.read(reader, topics, LONG);
        assertThat(outcome).isInstanceOf(FeedState.Outcome.Known.class);
        return ((FeedState.Outcome.Known) outcome).state();
    }

    /** Texts of all committed keys of a topic, in order per partition. */
    List<String> keys(String topic) {
        List<String> keys = new ArrayList<>();
        assertThat(reader.read(List.of(topic), LONG, received -> keys.add(String.valueOf(received.key()))))
                .isInstanceOf(Reading.Done.class);
        return keys;
    }

    Map<Partition, Long> lastOffsets(String topic) {
        Reading reading = reader.read(List.of(topic), LONG, received -> {});
        assertThat(reading).isInstanceOf(Reading.Done.class);
        return ((Reading.Done) reading).lastOffsets();
    }

    /** A writer that is not ours; with an id it writes in transactions. */
    KafkaProducer<byte[], byte[]> stranger(@Nullable String transactionalId, Duration transactionTimeout) {
        Map<String, Object> settings = new HashMap<>(kafka);
        if (transactionalId != null) {
            settings.put("transactional.id", config.topicPrefix() + "-" + transactionalId);
            settings.put("transaction.timeout.ms", (int) transactionTimeout.toMillis());
        }
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
        if (transactionalId != null) {
            producer.initTransactions();
        }
        return producer;
    }

    /** Sends to a partition of snapshot-counts; what became of it shows in the topic. */
    void send(KafkaProducer<byte[], byte[]> producer, int partition, String key, String value) {
        Future<RecordMetadata> unused =
                producer.send(new ProducerRecord<>(counts(), partition, bytes(key), bytes(value)));
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static FeedConfig config(Map<String, String> properties) {
        return new SmallRyeConfigBuilder()
                .withMapping(FeedConfig.class)
                .withSources(new PropertiesConfigSource(properties, "test", 500))
                .build()
                .getConfigMapping(FeedConfig.class);
    }
}
