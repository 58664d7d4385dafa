// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nessiewatch.testing.PlainReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** The ledger as others see it: what is committed there, by a reader of its own, and what another producer writes to it. */
record LedgerTopic(TailUnderTest.Place place) {
    private static final String ENTRY = "dev.nessiewatch.ledger.v1";

    /** Entries about orders, in the order in which they were written. */
    List<JsonNode> entries() {
        return records(ENTRY);
    }

    /** How far the orders came, one word an entry. */
    List<String> phases() {
        return entries().stream().map(entry -> entry.at("/phase").asText()).toList();
    }

    /** How the orders ended, one word an end. */
    List<String> verdicts() {
        return entries().stream()
                .map(entry -> entry.at("/verdict/kind").asText())
                .filter(kind -> !kind.isEmpty())
                .toList();
    }

    /** Records of one type, in the order in which they were written; one that is no JSON is an empty object. */
    List<JsonNode> records(String type) {
        return new PlainReader(place.kafka())
                .records(topic()).stream()
                        .filter(published -> published.value() != null
                                && PlainReader.header(published, "ce_type").equals(type))
                        .sorted(Comparator.comparingLong(published -> published.timestamp()))
                        .map(published -> json(published.value()))
                        .toList();
    }

    /** Writes a record outside of any transaction. */
    void publish(String key, @Nullable String value, String type) {
        try (var producer = new KafkaProducer<String, byte[]>(
                Map.of("bootstrap.servers", place.kafka()), new StringSerializer(), new ByteArraySerializer())) {
            ProducerRecord<String, byte[]> sent =
                    new ProducerRecord<>(topic(), key, value == null ? null : value.getBytes(StandardCharsets.UTF_8));
            sent.headers().add("ce_type", type.getBytes(StandardCharsets.UTF_8));
            producer.send(sent).get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private String topic() {
        return place.prefix() + ".ledger";
    }

    private static JsonNode json(byte[] value) {
        try {
            return new ObjectMapper().readTree(value);
        } catch (IOException e) {
            return new ObjectMapper().createObjectNode();
        }
    }
}
