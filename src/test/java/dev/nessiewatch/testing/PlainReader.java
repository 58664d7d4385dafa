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
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final String bootstrapServers;

    public PlainReader(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    /** All committed records of a topic, in the order of their time and place. */
    public List<ConsumerRecord<String, byte[]>> records(String topic) {
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        try (var consumer = consumer("read_committed")) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = highWatermarks(partitions);
            long began = System.nanoTime();
            while (partitions.stream().anyMatch(p -> consumer.position(p) < ends.getOrDefault(p, 0L))) {
                if (System.nanoTime() - began > DEADLINE.toNanos()) {
                    throw new AssertionError("Reading " + topic + " to its end took longer than " + DEADLINE);
                }
                consumer.poll(Duration.ofMillis(50)).forEach(records::add);
            }
        }
        return records;
    }

    /**
     * Where the partitions really end. The end that a committed reader is told lies in front of a transaction whose markers are
     * still on their way: a writer hears of its commit before they are written.
     */
    private Map<TopicPartition, Long> highWatermarks(List<TopicPartition> partitions) {
        try (var consumer = consumer("read_uncommitted")) {
            return consumer.endOffsets(partitions);
        }
    }

    private KafkaConsumer<String, byte[]> consumer(String isolation) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "isolation.level",
                isolation,
                "fetch.max.wait.ms",
                "20",
                "auto.offset.reset",
                "earliest");
        return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    /** Text of a header. */
    public static String header(ConsumerRecord<?, ?> kafkaRecord, String name) {
        var header = kafkaRecord.headers().lastHeader(name);
        return header == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }
}
