// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads what nessiewatch publishes as any subscriber can: a plain consumer, committed records only. */
final class Topics implements AutoCloseable {
    private static final String COUNTS = "nessiewatch.snapshot-counts";
    private static final String LEDGER = "nessiewatch.ledger";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KafkaConsumer<String, String> consumer;
    private final Ledger ledger;
    private final Delays delays;

    Topics(String bootstrapServers, Ledger ledger, Delays delays) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "isolation.level",
                "read_committed",
                "auto.offset.reset",
                "earliest",
                "allow.auto.create.topics",
                false,
                "enable.auto.commit",
                false);
        this.consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
        this.ledger = ledger;
        this.delays = delays;
    }

    /** Takes in what came, waiting for it no longer than this. */
    void read(Duration wait) throws InterruptedException {
        if (!isAssigned()) {
            Thread.sleep(wait.toMillis());
            return;
        }
        for (ConsumerRecord<String, String> published : consumer.poll(wait)) {
            if (published.value() != null) {
                accept(published);
            }
        }
    }

    /** The topics are created by nessiewatch, a moment after it started. */
    private boolean isAssigned() {
        if (!consumer.assignment().isEmpty()) {
            return true;
        }
        Map<String, List<PartitionInfo>> topics = consumer.listTopics();
        if (!topics.containsKey(COUNTS) || !topics.containsKey(LEDGER)) {
            return false;
        }
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : List.of(COUNTS, LEDGER)) {
            topics.get(topic).forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
        }
        consumer.assign(partitions);
        return true;
    }

    private void accept(ConsumerRecord<String, String> published) {
        try {
            if (published.topic().equals(LEDGER)) {
                ledger.accept(JSON.readTree(published.value()));
                return;
            }
            Header time = published.headers().lastHeader("ce_time");
            if (time != null) {
                Instant at = Instant.parse(new String(time.value(), StandardCharsets.UTF_8));
                delays.accept(at, JSON.readTree(published.value()));
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(
                    "Not JSON: offset " + published.offset() + " of " + published.topic() + "-" + published.partition(),
                    e);
        }
    }

    @Override
    public void close() {
        consumer.close();
    }
}
