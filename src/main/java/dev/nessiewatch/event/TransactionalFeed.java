// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Writes records in transactions under a static transactional id: all of a transaction or nothing is visible, and the last
 * one to open is the only one who can write.
 *
 * <p>The order of calls is the caller's: open (this fences the other), read what is published, then commit. There is no
 * retry around a send: the producer's own retries keep order and count each record once, a second loop around them would
 * not. Not thread safe: one thread at a time.
 */
public final class TransactionalFeed implements AutoCloseable {
    private final FeedConfig config;
    private final KafkaClients clients;
    private final String transactionalId;
    private @Nullable Producer<byte[], byte[]> producer;

    /**
     * @param kafka connection settings, {@code bootstrap.servers} and so on
     * @param role {@code tail} or {@code trigger}; each has its own transactional id
     */
    public TransactionalFeed(FeedConfig config, Map<String, Object> kafka, String role) {
        this.config = config;
        this.clients = new KafkaClients(kafka);
        this.transactionalId = config.transactionalIdPrefix() + "-" + role;
    }

    /** Opens with a new producer, fencing any other of the same id. Takes {@code start-timeout} at most. */
    public Opening open() {
        drop();
        Producer<byte[], byte[]> opened = null;
        try {
            opened = clients.producer(transactionalId, config);
            opened.initTransactions();
            producer = opened;
            return new Opening.Opened(transactionalId);
        } catch (KafkaException e) {
            closeQuietly(opened);
            return new Opening.Unavailable(trouble("Opening the feed '" + transactionalId + "'", e));
        }
    }

    /**
     * Publishes the records in one transaction. Takes a few transaction time-outs at most, whatever the broker does.
     *
     * @param records in the order in which readers shall see them per key; not empty
     */
    public Publication commit(List<Outgoing> records) {
        Producer<byte[], byte[]> current = producer;
        if (current == null) {
            return new Publication.Broken("The feed '" + transactionalId + "' is not open");
        }
        if (records.isEmpty()) {
            return new Publication.Committed(0);
        }
        Publication unfit = findTopics(current, records);
        if (unfit != null) {
            return unfit;
        }
        try {
            current.beginTransaction();
        } catch (KafkaException | IllegalStateException e) {
            return notBegun("Beginning a transaction", e);
        }
        try {
            Refusal refusal = send(current, records);
            if (refusal != null) {
                return abort(current, refusal.action(), refusal.cause());
            }
        } catch (KafkaException | IllegalStateException e) {
            return abort(current, "Sending a transaction of " + records.size() + " records", e);
        }
        return commit(current, records.size());
    }

    /** Closes within seconds; an open transaction is aborted, by us or by the broker's time-out. */
    @Override
    public void close() {
        drop();
    }

    /** Asks for topics before the transaction's time runs; null when all are there. */
    private @Nullable Publication findTopics(Producer<byte[], byte[]> current, List<Outgoing> records) {
        Set<String> topics = new LinkedHashSet<>();
        records.forEach(outgoing -> topics.add(outgoing.topic()));
        for (String topic : topics) {
            try {
                current.partitionsFor(topic);
            } catch (KafkaException | IllegalStateException e) {
                return notBegun("Looking for topic " + topic, e);
            }
        }
        return null;
    }

    private static @Nullable Refusal send(Producer<byte[], byte[]> current, List<Outgoing> records) {
        List<Future<RecordMetadata>> confirmations = new ArrayList<>(records.size());
        for (Outgoing outgoing : records) {
            Future<RecordMetadata> confirmation = current.send(outgoing.toProducerRecord());
            // A record that the producer itself refuses fails at once; a moment later all others fail for its reason.
            Throwable cause = confirmation.isDone() ? failure(confirmation) : null;
            if (cause != null) {
                return Refusal.of(outgoing, cause);
            }
            confirmations.add(confirmation);
        }
        current.flush();
        for (int i = 0; i < records.size(); i++) {
            Throwable cause = failure(confirmations.get(i));
            if (cause != null) {
                return Refusal.of(records.get(i), cause);
            }
        }
        return null;
    }

    private Publication commit(Producer<byte[], byte[]> current, int count) {
        String action = "Committing a transaction of " + count + " records";
        try {
            try {
                current.commitTransaction();
            } catch (TimeoutException e) {
                // The answer is late, not negative: only the same call may follow, and it is answered the same way.
                current.commitTransaction();
            }
            return new Publication.Committed(count);
        } catch (TimeoutException | InterruptException e) {
            drop();
            return new Publication.Broken(trouble(action, e) + "; whether it was published is unknown");
        } catch (KafkaException | IllegalStateException e) {
            return abort(current, action, e);
        }
    }

    /** An abort that succeeds proves that nothing was committed. */
    private Publication abort(Producer<byte[], byte[]> current, String action, Throwable trouble) {
        if (KafkaTrouble.isFenced(trouble)) {
            return fenced(trouble);
        }
        try {
            current.abortTransaction();
            return new Publication.Aborted(trouble(action, trouble));
        } catch (KafkaException | IllegalStateException e) {
            drop();
            return KafkaTrouble.isFenced(e) ? fenced(e) : new Publication.Broken(trouble(action, trouble));
        }
    }

    private Publication notBegun(String action, RuntimeException trouble) {
        if (KafkaTrouble.isFenced(trouble)) {
            return fenced(trouble);
        }
        String message = trouble(action, trouble);
        if (trouble instanceof TimeoutException) {
            return new Publication.Aborted(message);
        }
        drop();
        return new Publication.Broken(message);
    }

    private Publication fenced(Throwable trouble) {
        drop();
        return new Publication.Fenced(
                trouble("Writing as '" + transactionalId + "', which another writer now holds,", trouble));
    }

    private String trouble(String action, Throwable cause) {
        return KafkaTrouble.line(action, clients.address(), cause);
    }

    private void drop() {
        closeQuietly(producer);
        producer = null;
    }

    private static void closeQuietly(@Nullable Producer<byte[], byte[]> producer) {
        if (producer == null) {
            return;
        }
        try {
            producer.close(Duration.ZERO);
        } catch (KafkaException e) {
            // Nothing of ours is lost with it: what was not committed is aborted by the next opening.
            return;
        }
    }

    private static @Nullable Throwable failure(Future<RecordMetadata> confirmation) {
        try {
            confirmation.get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause() == null ? e : e.getCause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new InterruptException(e);
        }
    }

    private record Refusal(String action, Throwable cause) {
        static Refusal of(Outgoing outgoing, Throwable cause) {
            return new Refusal("Sending the record with key '" + outgoing.key() + "' to " + outgoing.topic(), cause);
        }
    }
}
