// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * Tells a reader when it has seen everything that existed at its start: once, in each partition, it got a record at or
 * behind the offset told here.
 *
 * <p>Offsets alone do not tell: the last ones before the high watermark may be transaction markers, aborted records or
 * holes that compaction left, and no reader ever gets those. So the end of each partition is read backwards, in growing
 * steps, until a committed record is found.
 */
public final class EndOfTopics {
    private static final long FIRST_STEP = 32;
    private static final int GROWTH = 16;
    private static final Duration POLL = Duration.ofMillis(100);
    /** A refusal comes at once; this is for the way there. */
    private static final Duration KNOCK = Duration.ofMillis(500);

    private final KafkaClients clients;

    /** @param kafka connection settings, {@code bootstrap.servers} and so on */
    public EndOfTopics(Map<String, Object> kafka) {
        this.clients = new KafkaClients(kafka);
    }

    /** What looking for the end came to. */
    public sealed interface Ends {
        /**
         * Found.
         *
         * @param lastOffsets per partition the offset of the last committed record; -1 when there is none
         */
        record Found(Map<Partition, Long> lastOffsets) implements Ends {
            public Found {
                lastOffsets = Map.copyOf(lastOffsets);
            }
        }

        /**
         * Not found; ask again later.
         *
         * @param message one line: which topic, what happened, what to check
         */
        record Unavailable(String message) implements Ends {}
    }

    /**
     * The last committed record of each partition as of now. Waits for transactions that are open now to end.
     *
     * @param topics full names
     * @param deadline how long it may take in all
     */
    public Ends find(Collection<String> topics, Duration deadline) {
        Deadline until = Deadline.in(deadline);
        try (Consumer<byte[], byte[]> consumer = clients.consumer(deadline)) {
            Watermarks watermarks = Watermarks.ask(clients, consumer, topics, until);
            if (watermarks.missing() != null) {
                return new Ends.Unavailable(watermarks.missing());
            }
            knock(consumer, watermarks.ends(), until);
            return search(consumer, watermarks.ends(), until);
        } catch (KafkaException e) {
            return new Ends.Unavailable(KafkaTrouble.line("Looking for the end of " + topics, clients.address(), e));
        }
    }

    /** Where there is nothing to read nobody is refused it: one question tells whether this client may read it at all. */
    private static void knock(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, Deadline until) {
        Set<TopicPartition> empty = ends.entrySet().stream()
                .filter(end -> end.getValue() == 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        if (!empty.isEmpty()) {
            consumer.assign(empty);
            consumer.seekToBeginning(empty);
            consumer.poll(until.cap(KNOCK));
        }
    }

    private static Ends search(Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, Deadline until) {
        Map<Partition, Long> found = new HashMap<>();
        Map<TopicPartition, Long> open = new HashMap<>(ends);
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(ends.keySet(), until.left());
        for (long step = FIRST_STEP; !open.isEmpty(); step *= GROWTH) {
            Map<TopicPartition, Long> from = new HashMap<>();
            for (Map.Entry<TopicPartition, Long> entry : open.entrySet()) {
                long beginning = beginnings.getOrDefault(entry.getKey(), 0L);
                from.put(entry.getKey(), Math.max(beginning, entry.getValue() - step));
            }
            Map<TopicPartition, Long> last = lastBetween(consumer, from, open, until);
            if (until.isOver()) {
                return new Ends.Unavailable("Looking for the last committed record of " + open.keySet()
                        + " took too long; a slow broker, or a transaction that another writer left open");
            }
            from.forEach((partition, start) -> {
                Long offset = last.get(partition);
                if (offset != null || start <= beginnings.getOrDefault(partition, 0L)) {
                    found.put(Partition.of(partition), offset == null ? -1L : offset);
                    open.remove(partition);
                } else {
                    open.put(partition, start);
                }
            });
        }
        return new Ends.Found(found);
    }

    /** The last committed record of each partition in [from, to); no entry where there is none. */
    private static Map<TopicPartition, Long> lastBetween(
            Consumer<byte[], byte[]> consumer,
            Map<TopicPartition, Long> from,
            Map<TopicPartition, Long> to,
            Deadline until) {
        Map<TopicPartition, Long> last = new HashMap<>();
        consumer.assign(from.keySet());
        from.forEach(consumer::seek);
        while (TopicReader.behind(consumer, to, until) != null && !until.isOver()) {
            for (ConsumerRecord<byte[], byte[]> kafkaRecord : consumer.poll(until.cap(POLL))) {
                TopicPartition partition = new TopicPartition(kafkaRecord.topic(), kafkaRecord.partition());
                if (kafkaRecord.offset() < to.getOrDefault(partition, 0L)) {
                    last.merge(partition, kafkaRecord.offset(), Math::max);
                }
            }
        }
        return last;
    }
}
