// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.confirm.Confirmer;
import dev.nessiewatch.confirm.HeadReader;
import dev.nessiewatch.decide.Board;
import dev.nessiewatch.decide.Decider;
import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.decide.PolicyConfig;
import dev.nessiewatch.event.Decoded;
import dev.nessiewatch.event.EndOfTopics;
import dev.nessiewatch.event.FeedConfig;
import dev.nessiewatch.event.FeedIdentity;
import dev.nessiewatch.event.LedgerDecoded;
import dev.nessiewatch.event.PositionDecoded;
import dev.nessiewatch.event.Reading;
import dev.nessiewatch.event.Received;
import dev.nessiewatch.event.Records;
import dev.nessiewatch.event.Topic;
import dev.nessiewatch.event.TopicReader;
import dev.nessiewatch.event.Topics;
import dev.nessiewatch.event.TransactionalFeed;
import dev.nessiewatch.forecast.Forecaster;
import dev.nessiewatch.launch.Launcher;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.MetadataSources;
import dev.nessiewatch.observe.Loops;
import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.observe.Neighbours;
import dev.nessiewatch.testing.SetClock;
import dev.nessiewatch.testing.Settings;
import dev.nessiewatch.verify.ExpiryVerifier;
import dev.nessiewatch.watch.CommitLog;
import dev.nessiewatch.watch.TablesAtHead;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The second and third door as {@link TriggerWiring} builds them, on real topics, without the container: the topics are
 * read again before each turn, where the service has channels.
 */
final class TriggerUnderTest implements AutoCloseable {
    final TriggerBook book = new TriggerBook();
    final OperatorBook operators = new OperatorBook();
    final Board board = new Board();
    private final TailUnderTest.Place place;
    private final Ledger ledger;
    private final EventToExpiry door;
    private int ended;

    TriggerUnderTest(TailUnderTest.Place place, CommitLog log, Launcher launcher, String writer, SetClock clock) {
        this.place = place;
        FeedConfig config = place.config();
        Clocks clocks = new Clocks(clock, clock.steady());
        Meters meters = new Meters(new SimpleMeterRegistry());
        Policy policy = Policy.of(Settings.of(
                PolicyConfig.class,
                "nessiewatch.policy.limit.snapshots",
                "10",
                "nessiewatch.policy.minimum-benefit",
                "5"));
        TablesAtHead tables = new TablesAtHead(log);
        HeadReader heads =
                new HeadReader(tables, new CensusReader(MetadataSources.of(Map.of()), CensusLimits.DEFAULT), clock);
        Ledger.Parts parts = new Ledger.Parts(
                new Topics(config, place.clients()),
                new TransactionalFeed(config, place.clients(), "trigger"),
                new EndOfTopics(place.clients()),
                new Records(new FeedIdentity("test", place.prefix())),
                () -> {});
        this.ledger = new Ledger(
                parts,
                book,
                new Ledger.Signals(meters, new Neighbours(), new Exit(code -> ended++)),
                new Ledger.Terms(writer, launcher.name(), policy, 3, Duration.ofSeconds(30)),
                clock);
        ExpiryToVerdict verdicts = new ExpiryToVerdict(
                book,
                ledger,
                launcher,
                new ExpiryVerifier(heads),
                meters,
                new ExpiryToVerdict.Settings(Duration.ofHours(2), Duration.ofMinutes(30)),
                new PhaseAges(clocks));
        this.door = new EventToExpiry(
                book,
                ledger,
                new EventToExpiry.Rooms(
                        new Forecaster(),
                        new Decider(policy),
                        board,
                        new Confirmer(heads, tables, new Confirmer.Terms(Duration.ofHours(2), false, null), clock)),
                verdicts,
                new OperatorHand(new OperatorHand.Books(operators, book, board), ledger, meters, clock),
                new EventToExpiry.Signals(meters, new Loops()),
                new EventToExpiry.Settings(Duration.ZERO, 2, Duration.ofMinutes(15)),
                clocks);
    }

    /** Takes in what the topics hold, then one turn; returns this. */
    TriggerUnderTest turn() {
        if (!ledger.isReady()) {
            // The first step takes hold; only the next one, after reading, can be ready.
            door.turn();
        }
        listen();
        door.turn();
        return this;
    }

    /** One turn without hearing what was published meanwhile. */
    void deafTurn() {
        door.turn();
    }

    boolean isReady() {
        return ledger.isReady();
    }

    /** How often it asked for the end of its process. */
    int ended() {
        return ended;
    }

    @Override
    public void close() {
        ledger.close();
    }

    private void listen() {
        List<String> topics = List.of(
                Topic.SNAPSHOT_COUNTS.name(place.prefix()),
                Topic.LEDGER.name(place.prefix()),
                Topic.POSITIONS.name(place.prefix()));
        Reading reading = new TopicReader(place.clients()).read(topics, Duration.ofSeconds(30), this::hear);
        if (!(reading instanceof Reading.Done)) {
            throw new IllegalStateException(String.valueOf(reading));
        }
    }

    private void hear(Received received) {
        String topic = received.partition().topic();
        if (topic.equals(Topic.SNAPSHOT_COUNTS.name(place.prefix()))) {
            Decoded decoded = Decoded.of(received);
            if (decoded instanceof Decoded.SnapshotCounted counted) {
                book.measured(counted.count());
            } else if (decoded instanceof Decoded.TableLeft left) {
                book.left(left.table());
            }
        } else if (topic.equals(Topic.LEDGER.name(place.prefix()))) {
            LedgerDecoded decoded = LedgerDecoded.of(received);
            if (decoded instanceof LedgerDecoded.Recorded recorded) {
                book.ordered(recorded.entry());
            } else if (decoded instanceof LedgerDecoded.Commanded commanded) {
                operators.commanded(commanded.command(), received);
            } else if (decoded instanceof LedgerDecoded.Answered answered) {
                operators.answered(answered.answer());
            } else if (decoded instanceof LedgerDecoded.Withdrawn withdrawn) {
                operators.withdrawn(withdrawn.key());
            }
        } else if (PositionDecoded.of(received) instanceof PositionDecoded.At at) {
            book.moved(at.position());
        }
        book.reached(received.partition(), received.offset());
    }
}
