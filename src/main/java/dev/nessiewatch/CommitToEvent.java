// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.event.Outgoing;
import dev.nessiewatch.event.Records;
import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.lake.Position;
import dev.nessiewatch.observe.Loops;
import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.observe.Neighbours;
import dev.nessiewatch.watch.Poll;
import dev.nessiewatch.watch.Tail;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * The first door: from new commits to committed records. Each turn looks once at each reference, measures what changed, and
 * publishes the measurements together with the new position in one transaction. Nothing is remembered that was not
 * committed, so a turn may end at any point and be taken again.
 */
public final class CommitToEvent {
    private static final Logger LOG = Logger.getLogger(CommitToEvent.class);

    private final Tail tail;
    private final TailFeed feed;
    private final Measuring measuring;
    private final Records records;
    private final Signals signals;
    private final Settings settings;
    private final Clocks clocks;
    private final Set<String> compared = new HashSet<>();
    /** When each reference was last spoken of, by the steady clock. */
    private final Map<String, Instant> spoken = new HashMap<>();
    /** The comparison that was told of last, by reference. */
    private final Map<String, String> comparing = new HashMap<>();

    /**
     * What the door is told.
     *
     * @param references branches to watch
     * @param heartbeat longest time without a position record
     * @param patience how long a turn may take before the loop counts as wedged
     */
    public record Settings(List<String> references, Duration heartbeat, Duration patience) {}

    /** Where the door reports to. */
    public record Signals(Meters meters, Neighbours neighbours, Loops loops) {}

    CommitToEvent(
            Tail tail,
            TailFeed feed,
            Measuring measuring,
            Records records,
            Signals signals,
            Settings settings,
            Clocks clocks) {
        this.tail = tail;
        this.feed = feed;
        this.measuring = measuring;
        this.records = records;
        this.signals = signals;
        this.settings = settings;
        this.clocks = clocks;
    }

    /** One turn. Not to be called again while it runs. */
    public void turn() throws InterruptedException {
        beat();
        if (!feed.isOpen()) {
            compared.clear();
            if (!feed.open(settings.references())) {
                return;
            }
        }
        for (String reference : settings.references()) {
            follow(reference);
            if (!feed.isOpen()) {
                return;
            }
        }
        TailMemory memory = feed.memory();
        signals.meters().watched(memory.tables(), memory.unreadable().size(), memory.missing());
    }

    private void follow(String reference) throws InterruptedException {
        Poll poll = look(reference);
        while (poll instanceof Poll.Advanced advanced) {
            beat();
            signals.meters().polled(reference, "advanced");
            signals.neighbours().well("nessie", reference);
            if (!publish(reference, advanced)) {
                return;
            }
            if (advanced.complete()) {
                compared.add(reference);
                break;
            }
            poll = look(reference);
        }
        if (isQuiet(reference, poll)) {
            publishAgain(reference);
        }
    }

    /** The first look after a start compares contents: the excludes, or the permissions, may not be what they were. */
    private Poll look(String reference) {
        TailMemory memory = feed.memory();
        Position position = memory.position(reference);
        if (position == null || compared.contains(reference)) {
            return tail.poll(reference, position, memory.lastSeen(reference));
        }
        return tail.compare(reference, position, memory.lastSeen(reference), "first look after a start");
    }

    private boolean publish(String reference, Poll.Advanced advanced) throws InterruptedException {
        long sequence = feed.memory().nextSequence(reference);
        if (advanced.reconciled() != null) {
            comparing(reference, advanced);
        }
        Measuring.Batch batch = measuring.measure(advanced, sequence, feed.memory(), this::beat);
        Instant now = clocks.wall().instant();
        boolean done = advanced.complete();
        // Before the first chunk is complete there is no older commit to hold on to than the one it started from.
        Position after = new Position(
                reference,
                done ? advanced.toCommit() : advanced.fromCommit(),
                sequence,
                done ? null : advanced.toCommit(),
                feed.writerId(),
                now);
        if (!commit(batch, after, now)) {
            return false;
        }
        batch.counts().forEach(count -> delayOf(count, now));
        if (advanced.reconciled() != null) {
            progress(reference, advanced, batch);
        }
        return true;
    }

    /**
     * Says once that and why contents are compared; chunks that follow say only how far they are, and an attempt after one
     * that could not be published says nothing.
     */
    private void comparing(String reference, Poll.Advanced advanced) {
        Position before = feed.memory().position(reference);
        String told = feed.memory().nextSequence(reference) + " " + advanced.reconciled();
        if ((before == null || before.target() == null) && !told.equals(comparing.put(reference, told))) {
            // The first look compares whatever happened; a later one does only when the log is not enough.
            signals.meters().reconciled(reference, compared.contains(reference) ? "log" : "start");
            LOG.infof(
                    "Comparing the contents of %s at %s with what was published: %s",
                    reference, advanced.toCommit(), advanced.reconciled());
        }
    }

    private void progress(String reference, Poll.Advanced advanced, Measuring.Batch batch) {
        int published = batch.counts().size() + batch.departures().size();
        signals.meters().reconcileProgress(reference, published);
        LOG.infof(
                "Compared %s: %d changes published, %d tables known%s",
                reference, published, feed.memory().tables(), advanced.complete() ? "" : ", more to come");
    }

    /** Whether the reference has nothing new, so that what could not be read may be tried again. */
    private boolean isQuiet(String reference, Poll poll) {
        if (poll instanceof Poll.UpToDate) {
            signals.meters().polled(reference, "up-to-date");
            signals.neighbours().well("nessie", reference);
            if (compared.add(reference)) {
                heartbeat(reference);
            }
            return true;
        }
        if (poll instanceof Poll.ReferenceMissing) {
            signals.meters().polled(reference, "reference-missing");
            signals.neighbours()
                    .trouble(
                            "nessie",
                            reference,
                            "Nessie has no reference '" + reference
                                    + "'; create it, or correct nessiewatch.watch.references. What was published of it is kept");
            return false;
        }
        if (poll instanceof Poll.Unavailable unavailable) {
            signals.meters().polled(reference, "unavailable");
            signals.neighbours().trouble("nessie", reference, unavailable.message());
            return false;
        }
        return true;
    }

    private void publishAgain(String reference) throws InterruptedException {
        Position position = feed.memory().position(reference);
        if (position == null || position.target() != null) {
            return;
        }
        Measuring.Batch batch = measuring.measureAgain(position, feed.memory(), this::beat);
        if (!batch.counts().isEmpty()) {
            Instant now = clocks.wall().instant();
            commit(batch, new Position(reference, position.hash(), batch.sequence(), null, feed.writerId(), now), now);
        } else if (isSilent(position)) {
            heartbeat(reference);
        }
    }

    /**
     * Whether a heartbeat is due: by the time that passed, or because the last one bears a time that is far off by now, since
     * the wall clock was set. Readers would hold that one for stale.
     */
    private boolean isSilent(Position position) {
        Instant last = spoken.get(position.reference());
        return last == null
                || Spell.isOver(last, clocks.steady().instant(), settings.heartbeat())
                || Spell.isOver(position.at(), clocks.wall().instant(), settings.heartbeat());
    }

    /** Says that the position still holds. Nothing was committed, so the sequence stays. */
    private void heartbeat(String reference) {
        Position position = feed.memory().position(reference);
        if (position != null) {
            Instant now = clocks.wall().instant();
            commit(
                    Measuring.Batch.EMPTY,
                    new Position(
                            reference, position.hash(), position.sequence(), position.target(), feed.writerId(), now),
                    now);
        }
    }

    private boolean commit(Measuring.Batch batch, Position after, Instant now) {
        List<Outgoing> outgoing = new ArrayList<>();
        batch.counts().forEach(count -> outgoing.add(records.counted(count, now)));
        batch.departures().forEach(departure -> outgoing.add(records.left(departure)));
        outgoing.add(records.position(after));
        if (!feed.commit(outgoing)) {
            return false;
        }
        TailMemory memory = feed.memory();
        batch.departures().forEach(departure -> memory.left(departure.table()));
        batch.counts().forEach(memory::measured);
        memory.moved(after);
        spoken.put(after.reference(), clocks.steady().instant());
        signals.meters().position(after.reference(), now);
        signals.meters()
                .published(
                        after.reference(),
                        after.sequence(),
                        batch.counts().size(),
                        batch.departures().size());
        return true;
    }

    /** Also within a turn: thousands of tables, or a store that lets each read run into its deadline, take their time. */
    private void beat() {
        signals.loops().turn("tail", settings.patience());
    }

    private void delayOf(SnapshotCount count, Instant now) {
        Instant committed = count.commits().newestCommitAt();
        if (committed != null) {
            signals.meters().commitToEvent(Duration.between(committed, now));
        }
    }
}
