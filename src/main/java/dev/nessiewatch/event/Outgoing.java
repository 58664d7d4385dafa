// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * One Kafka record to be written. It always has a key: a compacted topic refuses a record without one, for ever.
 *
 * @param topic full name of the topic
 * @param key text of the key, never empty
 * @param value the data; null is a tombstone
 * @param headers headers in the order in which they are written
 */
@SuppressWarnings("ArrayRecordComponent") // Compared nowhere; the bytes are passed through.
public record Outgoing(String topic, String key, byte @Nullable [] value, Map<String, String> headers) {
    public Outgoing {
        if (key.isEmpty()) {
            throw new IllegalArgumentException("A record for topic " + topic + " has no key");
        }
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** The partition is left to Kafka's own hash of the key, so that any other client finds the same one. */
    ProducerRecord<byte[], byte[]> toProducerRecord() {
        ProducerRecord<byte[], byte[]> kafkaRecord =
                new ProducerRecord<>(topic, key.getBytes(StandardCharsets.UTF_8), value);
        headers.forEach((name, text) -> kafkaRecord.headers().add(name, text.getBytes(StandardCharsets.UTF_8)));
        return kafkaRecord;
    }
}
