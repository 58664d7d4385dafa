// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * An operator's line to the trigger: puts one command on the ledger topic and listens for what comes of it. Needs no
 * transaction and no open port, only the broker.
 */
public final class OperatorLine {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration SENDING = Duration.ofSeconds(20);
    private static final Duration LEAST_SENDING = Duration.ofSeconds(5);

    private final KafkaClients clients;
    private final String topicPrefix;

    /**
     * @param kafka connection settings, {@code bootstrap.servers} and so on
     * @param topicPrefix start of the topic's name
     */
    public OperatorLine(Map<String, Object> kafka, String topicPrefix) {
        this.clients = new KafkaClients(kafka);
        this.topicPrefix = topicPrefix;
    }

    /** What became of the command. */
    public sealed interface Outcome {
        /** It is on the topic, and a final answer came. */
        record Answered(OperatorAnswer answer) implements Outcome {}

        /**
         * It is on the topic; no final answer came in time.
         *
         * @param last the last word of the trigger; null when it said none
         */
        record Unanswered(@Nullable OperatorAnswer last) implements Outcome {}

        /**
         * It is not known to be on the topic.
         *
         * @param message one line: what happened, what to check
         */
        record NotSent(String message) implements Outcome {}
    }

    /** Hears how it goes. */
    public interface Listener {
        /** The command is on the topic. */
        void sent();

        /** The trigger has taken the command up, and says why it is not carried out yet. */
        void waiting(OperatorAnswer answer);
    }

    /**
     * Sends a command and waits.
     *
     * @param wait how long it may take in all until a final answer; zero does not listen at all
     * @param listener hears of each step as it comes
     */
    public Outcome ask(OperatorCommand command, Duration wait, Listener listener) {
        Outgoing outgoing = Records.command(topicPrefix, command);
        Deadline until = Deadline.in(wait);
        Duration sending = wait.isZero() || wait.compareTo(SENDING) > 0 ? SENDING : longer(wait, LEAST_SENDING);
        try (Consumer<byte[], byte[]> consumer = clients.consumer(sending)) {
            Watermarks ends = Watermarks.ask(clients, consumer, List.of(outgoing.topic()), Deadline.in(sending));
            if (ends.missing() != null) {
                return new Outcome.NotSent(ends.missing());
            }
            // Listening begins before the command is there, so that no answer can be missed.
            consumer.assign(ends.ends().keySet());
            ends.ends().forEach((TopicPartition partition, Long end) -> consumer.seek(partition, end));
            send(outgoing, sending);
            listener.sent();
            return listen(consumer, command, until, listener);
        } catch (KafkaException e) {
            return new Outcome.NotSent(KafkaTrouble.line("Writing to " + outgoing.topic(), clients.address(), e));
        }
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? b : a;
    }

    private void send(Outgoing outgoing, Duration limit) {
        try (Producer<byte[], byte[]> producer = clients.plainProducer(limit)) {
            producer.send(outgoing.toProducerRecord()).get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException known ? known : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private Outcome listen(
            Consumer<byte[], byte[]> consumer, OperatorCommand command, Deadline until, Listener listener) {
        OperatorAnswer last = null;
        while (!until.isOver()) {
            for (ConsumerRecord<byte[], byte[]> kafkaRecord : poll(consumer, until)) {
                LedgerDecoded decoded = LedgerDecoded.of(Received.of(kafkaRecord));
                if (decoded instanceof LedgerDecoded.Answered answered
                        && answered.answer().commandId().equals(command.id())) {
                    last = answered.answer();
                    if (last.isFinal()) {
                        return new Outcome.Answered(last);
                    }
                    listener.waiting(last);
                }
            }
        }
        return new Outcome.Unanswered(last);
    }

    /** The command is sent: trouble from here on means that no answer is heard, not that nothing was asked. */
    private static Iterable<ConsumerRecord<byte[], byte[]>> poll(Consumer<byte[], byte[]> consumer, Deadline until) {
        try {
            return consumer.poll(until.cap(POLL));
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            return List.of();
        }
    }
}
