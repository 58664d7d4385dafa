// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import io.smallrye.reactive.messaging.kafka.KafkaRecord;
import io.smallrye.reactive.messaging.kafka.OutgoingKafkaRecord;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * Records nobody could read, kept as they were, up to half a megabyte: a letter is longer than its record, and one that is
 * too long for its topic would hold up everything behind it. The key is where the record was read, so that reading the topic again adds
 * nothing new to what is known.
 */
public final class DeadLetters {
    private static final int LONGEST_HEADER = 4096;
    private static final int MOST_HEADERS = 32;
    private static final int LONGEST_VALUE = 512 << 10;

    private final FeedIdentity identity;

    public DeadLetters(FeedIdentity identity) {
        this.identity = identity;
    }

    /**
     * The dead letter for a record: its bytes unchanged, the reason in the header {@code reason}, its own headers behind
     * {@code original_}. When it is longer than half a megabyte only the beginning is kept, and {@code length} says how long
     * it was.
     *
     * @param reason one line
     */
    public Outgoing of(Received received, String reason) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("reason", WireChecks.oneLine(reason));
        headers.put("topic", received.partition().topic());
        headers.put("partition", Integer.toString(received.partition().number()));
        headers.put("offset", Long.toString(received.offset()));
        String key = received.key();
        if (key != null) {
            headers.put("key", cut(key));
        }
        received.headers().entrySet().stream()
                .limit(MOST_HEADERS)
                .forEach(header -> headers.put("original_" + cut(header.getKey()), cut(header.getValue())));
        byte[] value = received.value();
        if (value != null && value.length > LONGEST_VALUE) {
            headers.put("length", Integer.toString(value.length));
            value = Arrays.copyOf(value, LONGEST_VALUE);
        }
        return new Outgoing(Topic.DEAD_LETTERS.name(identity.topicPrefix()), received.origin(), value, headers);
    }

    /** The same as a message for the channel {@code dead-letters}, which needs no transaction. */
    public Message<byte[]> message(Received received, String reason) {
        Outgoing outgoing = of(received, reason);
        OutgoingKafkaRecord<byte[], byte[]> message =
                KafkaRecord.of(outgoing.topic(), outgoing.key().getBytes(StandardCharsets.UTF_8), outgoing.value());
        for (Map.Entry<String, String> header : outgoing.headers().entrySet()) {
            message = message.withHeader(header.getKey(), header.getValue(), StandardCharsets.UTF_8);
        }
        return message;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_HEADER ? text : text.substring(0, LONGEST_HEADER);
    }
}
