// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.event.EndOfTopics;
import dev.nessiewatch.event.Partition;
import dev.nessiewatch.observe.Neighbours;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether the trigger hears what is on its topics. A channel that Kafka refuses is quiet, and looks like one on which nothing
 * happens; so, from time to time, the end of the topics is asked for, and what was there then must come.
 */
final class Hearing {
    /** Longest silence of a channel that has something to deliver. */
    static final Duration PATIENCE = Duration.ofSeconds(30);
    /** From one question to the next. */
    static final Duration PERIOD = Duration.ofMinutes(1);

    private static final String REPORTER = "channels";

    private final Source source;
    private final TriggerBook book;
    private final Neighbours neighbours;
    private final LongSupplier nanos;
    private long movedNanos;
    private long askedNanos;
    private @Nullable Map<Partition, Long> awaited;
    private Map<Partition, Long> reached = Map.of();

    /** What is listened to. */
    interface Source {
        /** Where the topics end now. */
        EndOfTopics.Ends ends();

        /** What the channels were last refused with; empty when nothing is known. */
        String refusal();
    }

    /** @param nanos time that passes, from any beginning */
    Hearing(Source source, TriggerBook book, Neighbours neighbours, LongSupplier nanos) {
        this.source = source;
        this.book = book;
        this.neighbours = neighbours;
        this.nanos = nanos;
        this.movedNanos = nanos.getAsLong();
        this.askedNanos = movedNanos;
    }

    /** Waits until everything up to these ends is heard; says so when nothing more comes. True when it is. */
    boolean reaches(Map<Partition, Long> ends) {
        long now = nanos.getAsLong();
        if (!ends.equals(awaited)) {
            awaited = ends;
            movedNanos = now;
        }
        if (book.hasReached(ends)) {
            awaited = null;
            askedNanos = now;
            neighbours.well("kafka", REPORTER);
            return true;
        }
        Map<Partition, Long> before = reached;
        reached = book.reached();
        if (!reached.equals(before)) {
            movedNanos = now;
        } else if (now - movedNanos > PATIENCE.toNanos()) {
            neighbours.trouble("kafka", REPORTER, silence(book.behind(ends)));
        }
        return false;
    }

    /** Asks again when it is time to, once everything was heard before. */
    void look() {
        Map<Partition, Long> ends = awaited;
        if (ends != null) {
            reaches(ends);
        } else if (nanos.getAsLong() - askedNanos > PERIOD.toNanos()) {
            EndOfTopics.Ends found = source.ends();
            askedNanos = nanos.getAsLong();
            if (found instanceof EndOfTopics.Ends.Found known) {
                reaches(known.lastOffsets());
            } else {
                neighbours.trouble("kafka", REPORTER, ((EndOfTopics.Ends.Unavailable) found).message());
            }
        }
    }

    private String silence(Collection<Partition> behind) {
        String refusal = source.refusal();
        return "The trigger does not hear what is in " + behind.iterator().next()
                + (behind.size() == 1 ? "" : " and " + (behind.size() - 1) + " more partitions")
                + (refusal.isEmpty() ? "" : ": Kafka refuses it (" + refusal + ")")
                + "; grant this client to read the topics and its group, see the broker's ACLs. Nothing is decided by what"
                + " was not heard";
    }
}
