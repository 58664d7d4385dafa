// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.event.EndOfTopics;
import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.event.LedgerEntry.Phase;
import dev.nessiewatch.event.Opening;
import dev.nessiewatch.event.OperatorAnswer;
import dev.nessiewatch.event.OperatorCommand;
import dev.nessiewatch.event.Outgoing;
import dev.nessiewatch.event.Partition;
import dev.nessiewatch.event.Publication;
import dev.nessiewatch.event.Records;
import dev.nessiewatch.event.Topic;
import dev.nessiewatch.event.Topics;
import dev.nessiewatch.event.TopicsState;
import dev.nessiewatch.event.TransactionalFeed;
import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.observe.Neighbours;
import dev.nessiewatch.verify.Verdict;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The trigger's hold on the ledger: the only place where an order changes its phase. A change counts when Kafka has it;
 * until then nothing was done. Ready once everything that the topics held at the opening was taken in.
 */
final class Ledger implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Ledger.class);

    private final Parts parts;
    private final TriggerBook book;
    private final Signals signals;
    private final Terms terms;
    private final Clock clock;
    private final LedgerEntries entries;
    private final Hearing hearing;
    private boolean open;
    private boolean ready;
    private boolean wasReady;
    private boolean gaveWay;
    private long sequence;
    private @Nullable Map<Partition, Long> ends;

    /** What the ledger is made of. */
    record Parts(Topics topics, TransactionalFeed feed, EndOfTopics ends, Records records, Subscribing subscribing) {}

    /** Where it reports to. */
    record Signals(Meters meters, Neighbours neighbours, Exit exit) {}

    /**
     * What it is told.
     *
     * @param writerId name of this process in the records
     * @param launcher name of what carries out orders
     * @param policy for the cool-down of a table
     * @param failuresUntilBreaker bad ends in a row until a table is held
     * @param readDeadline how long looking for the end of the topics may take
     */
    record Terms(String writerId, String launcher, Policy policy, int failuresUntilBreaker, Duration readDeadline) {}

    /** Lets the channels deliver. */
    interface Subscribing {
        /** Called when the topics exist; may be called again. */
        void begin();

        /** What the channels were last refused with, in one line; empty when nothing is known. */
        default String refusal() {
            return "";
        }
    }

    Ledger(Parts parts, TriggerBook book, Signals signals, Terms terms, Clock clock) {
        this.parts = parts;
        this.book = book;
        this.signals = signals;
        this.terms = terms;
        this.clock = clock;
        this.entries = new LedgerEntries(terms, clock);
        this.hearing = new Hearing(new Listening(parts, terms), book, signals.neighbours(), System::nanoTime);
    }

    /** Whether this process wrote an entry. */
    boolean isOwn(LedgerEntry entry) {
        return entry.writerId().equals(terms.writerId());
    }

    boolean isReady() {
        return ready;
    }

    /** Takes hold and catches up, a step at a time; says in one line why not. True when ready. */
    boolean open() {
        // Once another has taken over, opening again would fence it.
        if (gaveWay || (!open && !take())) {
            return false;
        }
        if (ends == null || !hearing.reaches(ends)) {
            return false;
        }
        Optional<LedgerEntry> newest = book.newestEntry();
        // What an earlier process left is no sign of another one; only what came after our own last look is.
        boolean other = newest.isPresent()
                && newest.get().sequence() > sequence
                && !newest.get().writerId().equals(terms.writerId());
        if (wasReady && other) {
            gaveWay = true;
            signals.exit()
                    .giveWay("trigger", newest.get().writerId(), newest.get().at());
            return false;
        }
        sequence = newest.map(LedgerEntry::sequence).orElse(0L);
        ready = true;
        wasReady = true;
        LOG.infof(
                "The trigger has caught up: %d tables, %d open orders",
                book.tables().size(), book.openOrders().size());
        return true;
    }

    /** Makes sure, from time to time, that what is on the topics is still heard. */
    void listen() {
        hearing.look();
    }

    /**
     * Id of the next order. The sequence makes it unique on this ledger, the time makes it unique among ledgers: a topic
     * that is made anew starts at 1 again, and old signatures stay in Nessie's log for ever.
     */
    String nextOrderId() {
        return (sequence + 1) + "-" + Long.toString(clock.millis(), Character.MAX_RADIX);
    }

    /**
     * Commits the intent of an order. Nothing is created before this returned true.
     *
     * @param answers to operators who asked for it; committed with the intent, or neither is
     */
    boolean intend(ExpiryOrder order, List<OperatorAnswer> answers) {
        LedgerEntry last = book.order(order.table()).orElse(null);
        LedgerEntry intent = entries.intent(sequence + 1, order, last == null ? 0 : last.failures());
        return write(intent, answers);
    }

    /** Closes the breaker of a table for an operator; committed with the answers, or neither is. */
    boolean resumed(LedgerEntry broken, OperatorCommand command, List<OperatorAnswer> answers) {
        return write(entries.resumed(sequence + 1, broken, command), answers);
    }

    /** Commits answers to operators that go with no order. */
    boolean answer(List<OperatorAnswer> answers) {
        return commit(answers.stream().map(parts.records()::answer).toList());
    }

    /** Name of what carries out orders. */
    String launcher() {
        return terms.launcher();
    }

    /** Name of this process in the records. */
    String writerId() {
        return terms.writerId();
    }

    /** Notes that the run exists. */
    boolean launched(LedgerEntry entry, String run) {
        return write(entries.next(sequence + 1, entry, Phase.LAUNCHED, run, clock.instant()));
    }

    /** Notes that the run ended; empty when that could not be written. */
    Optional<LedgerEntry> ended(LedgerEntry entry) {
        LedgerEntry next = entries.next(sequence + 1, entry, Phase.ENDED, entry.run(), entry.startedAt());
        return write(next) ? Optional.of(next) : Optional.empty();
    }

    /** Closes an order: cool-down, and the breaker when too many ended badly in a row. */
    boolean verified(LedgerEntry entry, Verdict verdict) {
        return write(entries.verified(sequence + 1, entry, verdict));
    }

    @Override
    public void close() {
        parts.feed().close();
    }

    private boolean take() {
        TopicsState topics = parts.topics().ensure();
        if (topics instanceof TopicsState.Refused refused) {
            return trouble(refused.message());
        }
        if (topics instanceof TopicsState.Unavailable unavailable) {
            return trouble(unavailable.message());
        }
        if (parts.feed().open() instanceof Opening.Unavailable unavailable) {
            return trouble(unavailable.message());
        }
        EndOfTopics.Ends found = new Listening(parts, terms).ends();
        if (found instanceof EndOfTopics.Ends.Unavailable unavailable) {
            return trouble(unavailable.message());
        }
        ends = ((EndOfTopics.Ends.Found) found).lastOffsets();
        parts.subscribing().begin();
        open = true;
        signals.neighbours().well("kafka", "trigger");
        return true;
    }

    private boolean write(LedgerEntry entry) {
        return write(entry, List.of());
    }

    private boolean write(LedgerEntry entry, List<OperatorAnswer> answers) {
        List<Outgoing> outgoing = new ArrayList<>();
        outgoing.add(parts.records().ledger(entry));
        answers.forEach(answer -> outgoing.add(parts.records().answer(answer)));
        if (!commit(outgoing)) {
            return false;
        }
        sequence = entry.sequence();
        book.ordered(entry);
        return true;
    }

    private boolean commit(List<Outgoing> outgoing) {
        Publication publication = parts.feed().commit(outgoing);
        if (publication instanceof Publication.Committed) {
            signals.neighbours().well("kafka", "trigger");
            return true;
        }
        if (publication instanceof Publication.Aborted aborted) {
            return trouble(aborted.message());
        }
        open = false;
        ready = false;
        if (publication instanceof Publication.Fenced fenced) {
            signals.meters().producerLost("trigger", "fenced");
            return trouble(fenced.message());
        }
        signals.meters().producerLost("trigger", "broken");
        return trouble(((Publication.Broken) publication).message());
    }

    private boolean trouble(String message) {
        signals.neighbours().trouble("kafka", "trigger", message);
        return false;
    }

    /** The topics that the trigger decides by, and its channels on them. */
    private record Listening(Parts parts, Terms terms) implements Hearing.Source {
        @Override
        public EndOfTopics.Ends ends() {
            return parts.ends()
                    .find(
                            List.of(
                                    parts.topics().name(Topic.SNAPSHOT_COUNTS),
                                    parts.topics().name(Topic.LEDGER),
                                    parts.topics().name(Topic.POSITIONS)),
                            terms.readDeadline());
        }

        @Override
        public String refusal() {
            return parts.subscribing().refusal();
        }
    }
}
