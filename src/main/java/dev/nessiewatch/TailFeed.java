// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.event.Departure;
import dev.nessiewatch.event.FeedState;
import dev.nessiewatch.event.Opening;
import dev.nessiewatch.event.Outgoing;
import dev.nessiewatch.event.Publication;
import dev.nessiewatch.event.Records;
import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.event.TopicReader;
import dev.nessiewatch.event.Topics;
import dev.nessiewatch.event.TopicsState;
import dev.nessiewatch.event.TransactionalFeed;
import dev.nessiewatch.lake.Position;
import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.observe.Neighbours;
import dev.nessiewatch.watch.TableChange;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The tail's hold on its feed. Opening fences whoever held it, then reads back what was published; in this order nobody
 * can add to what was read. A hold that is lost is taken again, unless another instance has written since: then this one
 * gives way.
 */
final class TailFeed implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(TailFeed.class);

    private final Parts parts;
    private final Signals signals;
    private final String writerId;
    private final Duration readDeadline;
    private final Clock clock;
    private @Nullable TailMemory memory;
    /** Positions as they were when this one last opened; null before the first time. */
    private @Nullable Map<String, Position> known;
    /** Whether another one took over: this one must not fence it again while it ends. */
    private boolean gaveWay;

    /** What the feed is made of. */
    record Parts(
            Topics topics, TransactionalFeed feed, TopicReader reader, Records records, DeadLetterBox deadLetters) {}

    /**
     * Who writes.
     *
     * @param id name of this process in the records
     * @param readDeadline how long reading back may take; longer than the transaction time-out
     */
    record Writer(String id, Duration readDeadline) {}

    /** Where it reports to. */
    record Signals(Meters meters, Neighbours neighbours, Exit exit) {}

    TailFeed(Parts parts, Signals signals, Writer writer, Clock clock) {
        this.parts = parts;
        this.signals = signals;
        this.writerId = writer.id();
        this.readDeadline = writer.readDeadline();
        this.clock = clock;
    }

    String writerId() {
        return writerId;
    }

    boolean isOpen() {
        return memory != null;
    }

    /** What was published. Only while open. */
    TailMemory memory() {
        return Objects.requireNonNull(memory, "The feed is not open");
    }

    /** Takes hold; says in one line why not. */
    boolean open(List<String> references) {
        if (gaveWay) {
            // Opening again would fence the one that has taken over.
            return false;
        }
        TopicsState topics = parts.topics().ensure();
        if (!(topics instanceof TopicsState.Ready ready)) {
            return trouble(
                    topics instanceof TopicsState.Refused refused
                            ? refused.message()
                            : ((TopicsState.Unavailable) topics).message());
        }
        if (!ready.created().isEmpty()) {
            LOG.infof("Created the topics %s", ready.created());
        }
        if (parts.feed().open() instanceof Opening.Unavailable unavailable) {
            return trouble(unavailable.message());
        }
        FeedState.Outcome outcome = FeedState.read(parts.reader(), parts.topics(), readDeadline);
        if (outcome instanceof FeedState.Outcome.Unavailable unavailable) {
            return trouble(unavailable.message());
        }
        FeedState state = ((FeedState.Outcome.Known) outcome).state();
        Optional<Position> other = otherWriter(state);
        if (other.isPresent()) {
            gaveWay = true;
            signals.exit().giveWay("tail", other.get().writerId(), other.get().at());
            return false;
        }
        return begin(state, references);
    }

    /** Publishes in one transaction; false when the hold is lost or nothing was published. */
    boolean commit(List<Outgoing> outgoing) {
        Publication publication = parts.feed().commit(outgoing);
        if (publication instanceof Publication.Committed) {
            signals.neighbours().well("kafka", "tail");
            return true;
        }
        if (publication instanceof Publication.Aborted aborted) {
            return trouble(aborted.message());
        }
        memory = null;
        if (publication instanceof Publication.Fenced fenced) {
            signals.meters().producerLost("tail", "fenced");
            return trouble(fenced.message());
        }
        signals.meters().producerLost("tail", "broken");
        return trouble(((Publication.Broken) publication).message());
    }

    @Override
    public void close() {
        parts.feed().close();
    }

    private boolean begin(FeedState state, List<String> references) {
        TailMemory read = new TailMemory();
        state.positions().values().forEach(read::moved);
        state.lastSequences().forEach(read::counted);
        state.references().forEach(name -> state.packed(name).forEach(read::measured));
        memory = read;
        known = Map.copyOf(state.positions());
        signals.neighbours().well("kafka", "tail");
        LOG.infof(
                "The feed is open: %d tables and %d references were published before",
                read.tables(), state.positions().size());
        boolean done = putAside(state) && leaveUnconfigured(read, references);
        if (!done) {
            // Half begun is not open: the next attempt reads anew and does what is left.
            memory = null;
        }
        return done;
    }

    private boolean putAside(FeedState state) {
        List<FeedState.Undecodable> unread = state.undecodable().stream()
                .filter(bad -> parts.deadLetters().takes(bad.received(), bad.reason()))
                .toList();
        boolean done = unread.isEmpty()
                || commit(unread.stream()
                        .map(bad -> parts.deadLetters().outgoing(bad.received(), bad.reason()))
                        .toList());
        if (!done) {
            unread.forEach(bad -> parts.deadLetters().returned(bad.received()));
        }
        return done;
    }

    /** Tables of a reference that is no longer configured leave the watched set, and its position says so. */
    private boolean leaveUnconfigured(TailMemory read, List<String> references) {
        for (String name : read.references()) {
            if (references.contains(name)) {
                continue;
            }
            LOG.infof(
                    "%s is no longer configured; its %d tables leave",
                    name, read.all(name).size());
            if (!commit(departures(name, read))) {
                return false;
            }
            read.forgetReference(name);
        }
        return true;
    }

    private List<Outgoing> departures(String reference, TailMemory read) {
        Position position = read.position(reference);
        String hash = position == null ? "" : position.hash();
        long sequence = read.nextSequence(reference);
        List<Outgoing> outgoing = new ArrayList<>();
        for (SnapshotCount count : read.all(reference)) {
            outgoing.add(parts.records()
                    .left(new Departure(
                            count.id(),
                            count.table().key(),
                            TableChange.Reason.REFERENCE_REMOVED.name(),
                            sequence,
                            hash,
                            hash,
                            clock.instant())));
        }
        outgoing.add(parts.records()
                .referenceLeft(new Position(reference, hash, sequence, null, writerId, clock.instant())));
        return outgoing;
    }

    /**
     * A position that another one wrote since this one last opened. What an earlier process left is no sign of another, and
     * the clocks of two machines do not tell who was later.
     */
    private Optional<Position> otherWriter(FeedState state) {
        Map<String, Position> before = known;
        if (before == null) {
            return Optional.empty();
        }
        return state.positions().values().stream()
                .filter(position -> !position.writerId().equals(writerId))
                .filter(position -> !position.equals(before.get(position.reference())))
                .max(Comparator.comparing(Position::at));
    }

    private boolean trouble(String message) {
        signals.neighbours().trouble("kafka", "tail", message);
        return false;
    }
}
