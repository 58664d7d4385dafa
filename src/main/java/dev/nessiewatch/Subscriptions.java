// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.event.Decoded;
import dev.nessiewatch.event.LedgerDecoded;
import dev.nessiewatch.event.PositionDecoded;
import dev.nessiewatch.event.Received;
import dev.nessiewatch.lake.OutsideText;
import io.smallrye.reactive.messaging.ChannelRegistry;
import io.smallrye.reactive.messaging.PausableChannel;
import io.smallrye.reactive.messaging.annotations.Blocking;
import io.smallrye.reactive.messaging.health.HealthReport;
import io.smallrye.reactive.messaging.kafka.IncomingKafkaRecord;
import io.smallrye.reactive.messaging.kafka.KafkaConnector;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;

/**
 * What the trigger hears: every record of the feed, in order, into its book. A record that cannot be read goes to the dead
 * letters and is passed by; the book then knows of the table what it knew before.
 */
@ApplicationScoped
public class Subscriptions implements Ledger.Subscribing {
    private static final List<String> CHANNELS = List.of("snapshot-counts", "ledger", "positions");
    private static final int LONGEST_REFUSAL = 300;

    private final TriggerBook book;
    private final OperatorBook operators;
    private final DeadLetterBox deadLetters;
    private final Emitter<byte[]> letters;
    private final ChannelRegistry channels;
    private final KafkaConnector connector;

    Subscriptions(
            TriggerBook book,
            OperatorBook operators,
            DeadLetterBox deadLetters,
            @Channel("dead-letters") Emitter<byte[]> letters,
            ChannelRegistry channels,
            @Connector(KafkaConnector.CONNECTOR_NAME) KafkaConnector connector) {
        this.book = book;
        this.operators = operators;
        this.deadLetters = deadLetters;
        this.letters = letters;
        this.channels = channels;
        this.connector = connector;
    }

    @Override
    public void begin() {
        CHANNELS.stream()
                .map(channels::getPausable)
                .filter(PausableChannel::isPaused)
                .forEach(PausableChannel::resume);
    }

    @Override
    public String refusal() {
        String refusals = connector.getLiveness().getChannels().stream()
                .filter(channel -> !channel.isOk() && CHANNELS.contains(channel.getChannel()))
                .map(HealthReport.ChannelInfo::getMessage)
                .filter(Objects::nonNull)
                .distinct()
                .collect(Collectors.joining("; "));
        return OutsideText.one(refusals, LONGEST_REFUSAL);
    }

    @Incoming("snapshot-counts")
    @Blocking
    CompletionStage<Void> measurement(IncomingKafkaRecord<byte[], byte[]> message) {
        Received received = Received.of(message);
        Decoded decoded = Decoded.of(received);
        if (decoded instanceof Decoded.SnapshotCounted counted) {
            book.measured(counted.count());
        } else if (decoded instanceof Decoded.TableLeft left) {
            book.left(left.table());
        } else {
            putAside(received, ((Decoded.Undecodable) decoded).reason());
        }
        return done(received, message);
    }

    @Incoming("ledger")
    @Blocking
    CompletionStage<Void> order(IncomingKafkaRecord<byte[], byte[]> message) {
        Received received = Received.of(message);
        LedgerDecoded decoded = LedgerDecoded.of(received);
        if (decoded instanceof LedgerDecoded.Recorded recorded) {
            book.ordered(recorded.entry());
        } else if (decoded instanceof LedgerDecoded.Cleared cleared) {
            book.orderForgotten(cleared.table());
        } else if (decoded instanceof LedgerDecoded.Commanded commanded) {
            operators.commanded(commanded.command(), received);
        } else if (decoded instanceof LedgerDecoded.Answered answered) {
            operators.answered(answered.answer());
        } else if (decoded instanceof LedgerDecoded.Withdrawn withdrawn) {
            operators.withdrawn(withdrawn.key());
        } else if (decoded instanceof LedgerDecoded.Undecodable bad) {
            putAside(received, bad.reason());
        }
        return done(received, message);
    }

    @Incoming("positions")
    @Blocking
    CompletionStage<Void> position(IncomingKafkaRecord<byte[], byte[]> message) {
        Received received = Received.of(message);
        PositionDecoded decoded = PositionDecoded.of(received);
        if (decoded instanceof PositionDecoded.At at) {
            book.moved(at.position());
        } else if (decoded instanceof PositionDecoded.Forgotten forgotten) {
            book.referenceForgotten(forgotten.reference());
        } else {
            putAside(received, ((PositionDecoded.Undecodable) decoded).reason());
        }
        return done(received, message);
    }

    private CompletionStage<Void> done(Received received, Message<byte[]> message) {
        book.reached(received.partition(), received.offset());
        return message.ack();
    }

    private void putAside(Received received, String reason) {
        if (deadLetters.takes(received, reason)) {
            letters.send(deadLetters.message(received, reason));
        }
    }
}
