// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Plain Kafka clients with the user's connection settings and the few settings that correctness needs. */
final class KafkaClients {
    /** How long any client may take to say goodbye. */
    static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final Map<String, Object> kafka;

    KafkaClients(Map<String, Object> kafka) {
        this.kafka = Map.copyOf(kafka);
    }

    /** The broker's address as configured, for messages. */
    String address() {
        return WireChecks.oneLine(
                String.valueOf(kafka.getOrDefault(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, "(not configured)")));
    }

    Admin admin(Duration timeout) {
        Map<String, Object> settings = settings();
        int millis = millis(timeout);
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis);
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(millis, 10_000));
        return Admin.create(settings);
    }

    /** A reader outside any group that never commits; sees committed records only. */
    Consumer<byte[], byte[]> consumer(Duration timeout) {
        Map<String, Object> settings = settings();
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        settings.remove(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
        settings.remove(ConsumerConfig.GROUP_PROTOCOL_CONFIG);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis(timeout));
        settings.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.min(millis(timeout), 10_000));
        settings.remove(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG);
        settings.remove(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** An idempotent, transactional writer. A send that is not confirmed within the transaction has failed. */
    Producer<byte[], byte[]> producer(String transactionalId, FeedConfig config) {
        Map<String, Object> settings = settings();
        int transaction = millis(config.transactionTimeout());
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, transactionalId);
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
        settings.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, transaction);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, transaction);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, transaction * 2 / 3);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 5);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) millis(config.startTimeout()));
        settings.remove(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG);
        settings.remove(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** An idempotent writer outside any transaction, for a record or two. */
    Producer<byte[], byte[]> plainProducer(Duration timeout) {
        Map<String, Object> settings = settings();
        int millis = millis(timeout);
        settings.remove(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE);
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, Math.max(1, millis * 2 / 3));
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) millis);
        settings.remove(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG);
        settings.remove(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = new HashMap<>(kafka);
        // No JMX beans: two clients of one name would quarrel over them, and meters have their own place.
        settings.putIfAbsent(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, List.of());
        return settings;
    }

    private static int millis(Duration duration) {
        return (int) Math.min(Integer.MAX_VALUE, duration.toMillis());
    }
}
