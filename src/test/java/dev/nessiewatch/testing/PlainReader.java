// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** A subscriber that knows nothing of this project but the names of its topics: committed records, oldest first. */
public final class PlainReader {
    private final String bootstrapServers;

    public PlainReader(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    /** All committed records of a topic, in the order of their time and place. */
    public List<ConsumerRecord<String, byte[]>> records(String topic) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "isolation.level",
                "read_committed",
                "fetch.max.wait.ms",
                "20",
                "auto.offset.reset",
                "earliest");
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
                consumer.poll(Duration.ofMillis(50)).forEach(records::add);
            }
        }
        return records;
    }

    /** Text of a header. */
    public static String header(ConsumerRecord<?, ?> kafkaRecord, String name) {
        var header = kafkaRecord.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }
}
