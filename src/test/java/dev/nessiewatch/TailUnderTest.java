// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.event.DeadLetters;
import dev.nessiewatch.event.FeedConfig;
import dev.nessiewatch.event.FeedIdentity;
import dev.nessiewatch.event.Records;
import dev.nessiewatch.event.Topic;
import dev.nessiewatch.event.TopicReader;
import dev.nessiewatch.event.Topics;
import dev.nessiewatch.event.TransactionalFeed;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.CensusReads;
import dev.nessiewatch.metadata.MetadataSources;
import dev.nessiewatch.observe.Loops;
import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.observe.Neighbours;
import dev.nessiewatch.testing.SetClock;
import dev.nessiewatch.testing.Settings;
import dev.nessiewatch.watch.CommitLog;
import dev.nessiewatch.watch.Excludes;
import dev.nessiewatch.watch.TablesAtHead;
import dev.nessiewatch.watch.Tail;
import dev.nessiewatch.watch.TailLimits;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The first door as {@link Wiring} builds it, on real topics, without the container. */
final class TailUnderTest implements AutoCloseable {
    final Neighbours neighbours = new Neighbours();
    final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final CommitToEvent door;
    private final TailFeed feed;
    private final CensusReads reads;
    private int ended;

    /**
     * Where it works.
     *
     * @param kafka address of the broker
     * @param prefix of topics and transactional ids
     */
    record Place(String kafka, String prefix) {
        FeedConfig config() {
            return Settings.of(
                    FeedConfig.class,
                    "nessiewatch.feed.topic-prefix",
                    prefix,
                    "nessiewatch.feed.transactional-id-prefix",
                    prefix,
                    "nessiewatch.feed.partitions",
                    "2",
                    "nessiewatch.feed.transaction-timeout",
                    "PT10S");
        }

        Map<String, Object> clients() {
            return Map.of("bootstrap.servers", kafka, "fetch.max.wait.ms", "20");
        }
    }

    /** What it watches. */
    record Watched(List<String> references, List<String> excludes) {}

    TailUnderTest(Place place, CommitLog log, Watched watched, String writer, SetClock clock) {
        FeedConfig config = place.config();
        Clocks clocks = new Clocks(clock, clock.steady());
        FeedIdentity identity = new FeedIdentity("test", place.prefix());
        Records records = new Records(identity);
        Meters meters = new Meters(registry);
        TailFeed.Parts parts = new TailFeed.Parts(
                new Topics(config, place.clients()),
                new TransactionalFeed(config, place.clients(), "tail"),
                new TopicReader(place.clients()),
                records,
                new DeadLetterBox(
                        new DeadLetters(identity),
                        new DeadLetterBox.Place(
                                new TopicReader(place.clients()),
                                Topic.DEAD_LETTERS.name(place.prefix()),
                                Duration.ofSeconds(30)),
                        meters));
        this.feed = new TailFeed(
                parts,
                new TailFeed.Signals(meters, neighbours, new Exit(code -> ended++)),
                new TailFeed.Writer(writer, Duration.ofSeconds(30)),
                clock);
        this.reads = new CensusReads(
                new CensusReader(MetadataSources.of(Map.of()), CensusLimits.DEFAULT), 4, Duration.ofSeconds(30));
        this.door = new CommitToEvent(
                new Tail(log, new Excludes(watched.excludes()), new TailLimits(250, 20, 100_000, 500)),
                feed,
                new Measuring(reads, new TablesAtHead(log), clocks),
                records,
                new CommitToEvent.Signals(meters, neighbours, new Loops()),
                new CommitToEvent.Settings(watched.references(), Duration.ofMinutes(10), Duration.ofMinutes(15)),
                clocks);
    }

    /** One turn; returns this. */
    TailUnderTest turn() throws InterruptedException {
        door.turn();
        return this;
    }

    boolean isOpen() {
        return feed.isOpen();
    }

    /** How often it asked for the end of its process. */
    int ended() {
        return ended;
    }

    @Override
    public void close() {
        feed.close();
        reads.close();
    }
}
