// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads topics whole, once, from the first record to the high watermark of the moment it begins.
 *
 * <p>The end is the broker's high watermark and not the end that a committed reader is told: that one stops in front of
 * the oldest open transaction, and a committed position may lie behind another writer's. So the reader waits until that
 * transaction is over, at most its deadline. No group, no commits: nobody else is disturbed, and nothing is remembered.
 */
public final class TopicReader {
    private static final Duration POLL = Duration.ofMillis(200);
    /** For a position that is known here; Kafka's client asks the broker only when it is not. */
    private static final Duration LAST_WORD = Duration.ofSeconds(1);

    private final KafkaClients clients;

    /** @param kafka connection settings, {@code bootstrap.servers} and so on */
    public TopicReader(Map<String, Object> kafka) {
        this.clients = new KafkaClients(kafka);
    }

    /** Takes records as they come. */
    @FunctionalInterface
    public interface Sink {
        /** One record. Within a partition they come in the order of their offsets. */
        void accept(Received received);
    }

    /**
     * Reads the topics whole. Records written while it reads may be handed over too.
     *
     * @param topics full names
     * @param deadline how long it may take in all
     * @param sink gets each committed record, undecodable ones included, on the calling thread
     */
    public Reading read(Collection<String> topics, Duration deadline, Sink sink) {
        Deadline until = Deadline.in(deadline);
        try (Consumer<byte[], byte[]> consumer = clients.consumer(deadline)) {
            Watermarks watermarks = Watermarks.ask(clients, consumer, topics, until);
            if (watermarks.missing() != null) {
                return new Reading.Unavailable(watermarks.missing());
            }
            Map<TopicPartition, Long> ends = watermarks.ends();
            consumer.assign(ends.keySet());
            consumer.seekToBeginning(ends.keySet());
            return drain(consumer, ends, until, sink);
        } catch (KafkaException e) {
            return new Reading.Unavailable(KafkaTrouble.line("Reading " + topics, clients.address(), e));
        }
    }

    /**
     * Reads the topics from a moment on. In each partition it begins with the first record that bears this time or a later
     * one; from there on nothing is left out, whatever the clocks of writers did.
     *
     * @param since where to begin
     * @see #read(Collection, Duration, Sink)
     */
    public Reading readSince(Collection<String> topics, Instant since, Duration deadline, Sink sink) {
        Deadline until = Deadline.in(deadline);
        try (Consumer<byte[], byte[]> consumer = clients.consumer(deadline)) {
            Watermarks watermarks = Watermarks.ask(clients, consumer, topics, until);
            if (watermarks.missing() != null) {
                return new Reading.Unavailable(watermarks.missing());
            }
            Map<TopicPartition, Long> ends = watermarks.ends();
            Map<TopicPartition, Long> times = new HashMap<>();
            ends.keySet().forEach(partition -> times.put(partition, since.toEpochMilli()));
            consumer.assign(ends.keySet());
            Map<TopicPartition, @Nullable OffsetAndTimestamp> starts = consumer.offsetsForTimes(times, until.left());
            ends.forEach((partition, end) -> {
                OffsetAndTimestamp start = starts.get(partition);
                consumer.seek(partition, start == null ? end : start.offset());
            });
            return drain(consumer, ends, until, sink);
        } catch (KafkaException e) {
            return new Reading.Unavailable(KafkaTrouble.line("Reading " + topics, clients.address(), e));
        }
    }

    private static Reading drain(
            Consumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, Deadline until, Sink sink) {
        long records = 0;
        Map<Partition, Long> last = new HashMap<>();
        ends.keySet().forEach(partition -> last.put(Partition.of(partition), -1L));
        TopicPartition behind = behind(consumer, ends, until);
        while (behind != null) {
            if (until.isOver()) {
                return new Reading.Unavailable("Reading " + behind + " stopped at offset "
                        + consumer.position(behind, LAST_WORD) + " of " + ends.get(behind)
                        + " when time was up; a slow broker, or a transaction that another"
                        + " writer left open and the broker has yet to end");
            }
            for (ConsumerRecord<byte[], byte[]> kafkaRecord : consumer.poll(until.cap(POLL))) {
                Received received = Received.of(kafkaRecord);
                sink.accept(received);
                last.put(received.partition(), received.offset());
                records++;
            }
            behind = behind(consumer, ends, until);
        }
        return new Reading.Done(records, last);
    }

    /** A partition that is not read to its end yet. The position also passes aborted records and markers. */
    static @Nullable TopicPartition behind(Consumer<?, ?> consumer, Map<TopicPartition, Long> ends, Deadline until) {
        for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
            if (end.getValue() > 0 && consumer.position(end.getKey(), until.left()) < end.getValue()) {
                return end.getKey();
            }
        }
        return null;
    }

    /** All partitions of a topic; empty when there is no such topic. */
    static List<TopicPartition> partitions(Consumer<?, ?> consumer, String topic, Deadline until) {
        List<PartitionInfo> infos = consumer.partitionsFor(topic, until.left());
        List<TopicPartition> partitions = new ArrayList<>();
        if (infos != null) {
            infos.forEach(info -> partitions.add(new TopicPartition(topic, info.partition())));
        }
        return partitions;
    }
}
