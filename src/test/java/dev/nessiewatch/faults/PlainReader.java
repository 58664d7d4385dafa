// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber like any other: Kafka's own consumer with {@code read_committed}, bytes, and a JSON tree. It keeps every
 * record it was given.
 */
final class PlainReader implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final List<String> CONTENT =
            List.of("metadataLocation", "snapshotId", "schemaId", "specId", "sortOrderId");

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String prefix;
    private final List<Feed.OfTable> tables = new ArrayList<>();
    private final List<Feed.OfReference> positions = new ArrayList<>();
    private final List<JsonNode> orders = new ArrayList<>();

    PlainReader(String bootstrapServers, String prefix) {
        this.prefix = prefix;
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrapServers,
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /** Reads on to the end that committed readers see, and returns all that was read so far. */
    Feed feed() {
        readOn();
        return new Feed(tables, positions);
    }

    /** Every record of the ledger so far, oldest first within an order. */
    List<JsonNode> orders() {
        readOn();
        return List.copyOf(orders);
    }

    @Override
    public void close() {
        consumer.close(Duration.ofSeconds(1));
    }

    private void readOn() {
        if (consumer.assignment().isEmpty()) {
            List<TopicPartition> all = Stream.of("snapshot-counts", "positions", "ledger")
                    .flatMap(topic -> partitions(prefix + "." + topic))
                    .toList();
            if (all.isEmpty()) {
                return;
            }
            consumer.assign(all);
            consumer.seekToBeginning(all);
        }
        Map<TopicPartition, Long> ends = consumer.endOffsets(consumer.assignment());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("The topics cannot be read to their end " + ends);
            }
            consumer.poll(Duration.ofMillis(100)).forEach(this::take);
        }
    }

    private Stream<TopicPartition> partitions(String topic) {
        List<PartitionInfo> known = consumer.partitionsFor(topic);
        return known == null
                ? Stream.empty()
                : known.stream().map(partition -> new TopicPartition(topic, partition.partition()));
    }

    private void take(ConsumerRecord<byte[], byte[]> record) {
        if (record.headers().lastHeader("ce_type") == null) {
            return; // No event: somebody else wrote it.
        }
        if (record.topic().endsWith(".positions")) {
            positions.add(position(record));
        } else if (record.topic().endsWith(".ledger")) {
            orders.add(tree(record.value()));
        } else {
            tables.add(table(record));
        }
    }

    private static Feed.OfReference position(ConsumerRecord<byte[], byte[]> record) {
        String reference = text(record.key());
        if (record.value() == null) {
            return new Feed.OfReference(record.offset(), reference, 0, null, null, "");
        }
        JsonNode value = tree(record.value());
        boolean left = header(record, "ce_type").equals("dev.nessiewatch.reference.left.v1");
        return new Feed.OfReference(
                record.offset(),
                value.path("reference").asText(),
                value.path("sequence").asLong(),
                left ? null : value.path("hash").asText(),
                value.path("target").isTextual() ? value.path("target").asText() : null,
                value.path("writerId").asText());
    }

    private static Feed.OfTable table(ConsumerRecord<byte[], byte[]> record) {
        String key = text(record.key());
        int at = key.indexOf('@');
        Feed.Covered covered = new Feed.Covered(
                Long.parseLong(header(record, "ce_sequence")),
                header(record, "ce_fromcommit"),
                header(record, "ce_tocommit"));
        State state = null;
        String said = "";
        if (record.value() == null) {
            said = header(record, "ce_reason");
        } else {
            JsonNode value = tree(record.value());
            state = state(value);
            said = value.path("outcome").asText() + " "
                    + value.path("unreadable").path("kind").asText("");
        }
        Feed.Place place = new Feed.Place(record.partition(), record.offset());
        return new Feed.OfTable(place, key.substring(at + 1), key.substring(0, at), covered, state, said.strip());
    }

    private static State state(JsonNode value) {
        List<String> key = new ArrayList<>();
        value.path("table").path("key").forEach(element -> key.add(element.asText()));
        return new State(
                key,
                CONTENT.stream()
                        .map(field -> value.path("content").path(field).asText())
                        .toList());
    }

    private static JsonNode tree(byte[] value) {
        try {
            return JSON.readTree(value);
        } catch (IOException e) {
            throw new UncheckedIOException("Not JSON: " + text(value), e);
        }
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null ? "0" : text(header.value());
    }

    private static String text(byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }
}
