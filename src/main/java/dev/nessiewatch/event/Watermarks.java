// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.Likeness;
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
 * @param missing one line about a topic that does not exist, and what may be meant; null when all do
 */
record Watermarks(Map<TopicPartition, Long> ends, @Nullable String missing) {
    private static final int MOST_NAMES = 5;

    /** Asks the broker. Kafka's own exceptions pass through. */
    static Watermarks ask(KafkaClients clients, Consumer<?, ?> consumer, Collection<String> topics, Deadline until) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : topics) {
            List<TopicPartition> found = TopicReader.partitions(consumer, topic, until);
            if (found.isEmpty()) {
                return new Watermarks(Map.of(), missing(topic, consumer, until));
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

    /** The topics of the feed have fixed ends, so one that ends alike belongs to a feed with another prefix. */
    private static String missing(String topic, Consumer<?, ?> consumer, Deadline until) {
        String end = topic.substring(topic.lastIndexOf('.'));
        List<String> alike = consumer.listTopics(until.left()).keySet().stream()
                .filter(name -> name.endsWith(end))
                .sorted()
                .toList();
        List<String> near = Likeness.near(topic, alike);
        List<String> meant = near.isEmpty() ? alike : near;
        if (meant.isEmpty()) {
            return "Topic " + topic + " does not exist; create it, or set nessiewatch.feed.create-topics=true";
        }
        String names = String.join(", ", meant.subList(0, Math.min(MOST_NAMES, meant.size())));
        return "Topic " + topic + " does not exist; there is " + names + (meant.size() > MOST_NAMES ? ", ..." : "")
                + ": correct nessiewatch.feed.topic-prefix, or set nessiewatch.feed.create-topics=true";
    }
}
