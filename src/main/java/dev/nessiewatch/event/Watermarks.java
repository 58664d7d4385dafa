// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * High watermarks: one past the last record that is safe on the broker, open and aborted transactions included.
 *
 * @param ends per partition
 * @param missing a topic that does not exist; null when all do
 */
record Watermarks(Map<TopicPartition, Long> ends, @Nullable String missing) {
    /** Asks the broker. Kafka's own exceptions pass through. */
    static Watermarks ask(KafkaClients clients, Consumer<?, ?> consumer, Collection<String> topics, Deadline until) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : topics) {
            List<TopicPartition> found = TopicReader.partitions(consumer, topic, until);
            if (found.isEmpty()) {
                return new Watermarks(Map.of(), topic);
            }
            partitions.addAll(found);
        }
        try (Admin admin = clients.admin(until.left())) {
            Map<TopicPartition, OffsetSpec> wishes = new HashMap<>();
            partitions.forEach(partition -> wishes.put(partition, OffsetSpec.latest()));
            Map<TopicPartition, Long> ends = new HashMap<>();
            admin.listOffsets(wishes, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                    .all()
                    .get()
                    .forEach((partition, info) -> ends.put(partition, info.offset()));
            return new Watermarks(Map.copyOf(ends), null);
        } catch (ExecutionException e) {
            throw new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
