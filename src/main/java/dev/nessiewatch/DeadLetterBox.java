// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.event.DeadLetters;
import dev.nessiewatch.event.Outgoing;
import dev.nessiewatch.event.Received;
import dev.nessiewatch.event.TopicReader;
import dev.nessiewatch.observe.Meters;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jboss.logging.Logger;

/**
 * Gives each record that nobody could read one letter. Topics are read whole at every start, by both roles; a record whose
 * letter is in the topic already, whoever wrote it, gets no other. Used by both roles of a process, on their own threads.
 */
final class DeadLetterBox {
    private static final Logger LOG = Logger.getLogger(DeadLetterBox.class);

    private final DeadLetters letters;
    private final Place place;
    private final Meters meters;
    private final Set<String> known = new HashSet<>();
    private boolean read;

    /**
     * Where the letters are.
     *
     * @param topic its full name
     * @param deadline how long reading it may take
     */
    record Place(TopicReader reader, String topic, Duration deadline) {}

    DeadLetterBox(DeadLetters letters, Place place, Meters meters) {
        this.letters = letters;
        this.place = place;
        this.meters = meters;
    }

    /**
     * Whether a record is to have a letter now: it has none yet. From now on it counts as having one; the answer is logged
     * and counted.
     */
    synchronized boolean takes(Received received, String reason) {
        readOnce();
        if (!known.add(received.origin())) {
            return false;
        }
        meters.deadLetter(received.partition().topic());
        LOG.warnf("The record %s cannot be read (%s) and is put aside in %s", received.origin(), reason, place.topic());
        return true;
    }

    /** The letter could not be written; the record has none. */
    synchronized void returned(Received received) {
        known.remove(received.origin());
    }

    /** A letter for a transaction. */
    Outgoing outgoing(Received received, String reason) {
        return letters.of(received, reason);
    }

    /** A letter for a channel. */
    Message<byte[]> message(Received received, String reason) {
        return letters.message(received, reason);
    }

    /** A topic that cannot be read now is not waited for again: then a letter may be there twice, under one key. */
    private void readOnce() {
        if (!read) {
            read = true;
            place.reader().read(List.of(place.topic()), place.deadline(), letter -> known.add(letter.key()));
        }
    }
}
