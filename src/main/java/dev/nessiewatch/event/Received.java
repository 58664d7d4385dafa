// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import io.smallrye.reactive.messaging.kafka.IncomingKafkaRecord;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * One Kafka record as it was read, nothing decoded yet. What is in it came from outside and is data.
 *
 * @param partition where it was read
 * @param offset its offset in that partition
 * @param key text of the key; null when it has none, which no record of ours is
 * @param value the bytes; null is a tombstone
 * @param headers headers as text; of headers with the same name the last one
 */
@SuppressWarnings("ArrayRecordComponent") // Compared nowhere; the bytes are passed through.
public record Received(
        Partition partition, long offset, @Nullable String key, byte @Nullable [] value, Map<String, String> headers) {
    public Received {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** A record read by a plain consumer. */
    static Received of(ConsumerRecord<byte[], byte @Nullable []> kafkaRecord) {
        return new Received(
                new Partition(kafkaRecord.topic(), kafkaRecord.partition()),
                kafkaRecord.offset(),
                text(kafkaRecord.key()),
                kafkaRecord.value(),
                texts(kafkaRecord.headers()));
    }

    /** A record delivered by a channel. */
    public static Received of(IncomingKafkaRecord<byte[], byte[]> message) {
        return new Received(
                new Partition(message.getTopic(), message.getPartition()),
                message.getOffset(),
                text(message.getKey()),
                message.getPayload(),
                texts(message.getHeaders()));
    }

    /** {@code topic-partition-offset}: says where this record is, once and for ever. */
    public String origin() {
        return partition.topic() + "-" + partition.number() + "-" + offset;
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    private static Map<String, String> texts(Headers headers) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Header header : headers) {
            String text = text(header.value());
            if (text != null) {
                texts.put(header.key(), text);
            }
        }
        return texts;
    }
}
