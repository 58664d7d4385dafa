// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.decide.PolicyConfig;
import dev.nessiewatch.event.DeadLetters;
import dev.nessiewatch.event.EndOfTopics;
import dev.nessiewatch.event.FeedConfig;
import dev.nessiewatch.event.FeedIdentity;
import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.event.Opening;
import dev.nessiewatch.event.Records;
import dev.nessiewatch.event.Topic;
import dev.nessiewatch.event.TopicReader;
import dev.nessiewatch.event.Topics;
import dev.nessiewatch.event.TransactionalFeed;
import dev.nessiewatch.lake.Position;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.observe.Neighbours;
import dev.nessiewatch.testing.LocalKafka;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who gives way to whom when a hold is lost, on a real broker. */
class GivingWayTest {
    private static final Instant NOW = Instant.parse("2026-11-30T10:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static @Nullable LocalKafka broker;

    private final String prefix = "t" + UUID.randomUUID();
    private final Map<String, Object> kafka =
            Map.of("bootstrap.servers", Objects.requireNonNull(broker).bootstrapServers());
    private final FeedConfig config = config(
            FeedConfig.class,
            Map.of("nessiewatch.feed.topic-prefix", prefix, "nessiewatch.feed.transactional-id-prefix", prefix));
    private final Records records = new Records(new FeedIdentity("test", prefix));

    @BeforeAll
    static void start() {
        broker = LocalKafka.start();
    }

    @AfterAll
    static void stop() {
        Objects.requireNonNull(broker).close();
    }

    @Test
    void aTailGivesWayOnlyToOneThatWroteSince() {
        try (Hold dead = new Hold("dead")) {
            assertThat(dead.feed.open(List.of("main"))).isTrue();
            assertThat(dead.write()).isTrue();
        }
        try (Hold one = new Hold("one");
                Hold other = new Hold("other")) {
            assertThat(one.feed.open(List.of("main"))).isTrue();
            assertThat(other.feed.open(List.of("main"))).isTrue();

            assertThat(one.write()).isFalse();
            assertThat(one.feed.open(List.of("main")))
                    .as("the newest writer is dead")
                    .isTrue();
            assertThat(other.write()).isFalse();
            assertThat(other.feed.open(List.of("main"))).isTrue();
            assertThat(other.write()).isTrue();

            assertThat(one.write()).isFalse();
            assertThat(one.feed.open(List.of("main"))).isFalse();
            assertThat(one.ended).hasValue(1);
            assertThat(other.ended).hasValue(0);
        }
    }

    @Test
    void aTailThatGaveWayLeavesTheOtherAlone() {
        try (Hold one = new Hold("one");
                Hold other = new Hold("other")) {
            assertThat(one.feed.open(List.of("main"))).isTrue();
            assertThat(other.feed.open(List.of("main"))).isTrue();
            assertThat(other.write()).isTrue();
            assertThat(one.write()).isFalse();
            assertThat(one.feed.open(List.of("main"))).isFalse();
            assertThat(other.write()).isFalse();
            assertThat(other.feed.open(List.of("main"))).isTrue();

            assertThat(one.feed.open(List.of("main"))).isFalse();

            assertThat(other.write()).as("still holds").isTrue();
            assertThat(one.ended).hasValue(1);
        }
    }

    @Test
    void aTriggerGivesWayOnlyToOneThatWroteSince() {
        TriggerBook book = new TriggerBook();
        AtomicInteger ended = new AtomicInteger();
        try (Ledger ledger = ledger(book, ended)) {
            book.ordered(entry("dead", 1));
            assertThat(ledger.open()).isTrue();

            fence();
            assertThat(ledger.launched(entry("dead", 1), "run")).isFalse();
            assertThat(ledger.open()).as("the newest writer is dead").isTrue();
            assertThat(ended).hasValue(0);

            fence();
            book.ordered(entry("other", 5));
            assertThat(ledger.launched(entry("dead", 1), "run")).isFalse();
            assertThat(ledger.open()).isFalse();
            assertThat(ledger.open()).isFalse();
            assertThat(ended).hasValue(1);
        }
    }

    private void fence() {
        try (TransactionalFeed stranger = new TransactionalFeed(config, kafka, "trigger")) {
            assertThat(stranger.open()).isInstanceOf(Opening.Opened.class);
        }
    }

    private Ledger ledger(TriggerBook book, AtomicInteger ended) {
        return new Ledger(
                new Ledger.Parts(
                        new Topics(config, kafka),
                        new TransactionalFeed(config, kafka, "trigger"),
                        new EndOfTopics(kafka),
                        records,
                        () -> {}),
                book,
                new Ledger.Signals(meters(), new Neighbours(), new Exit(code -> ended.incrementAndGet())),
                new Ledger.Terms("one", "fake", Policy.of(config(PolicyConfig.class, Map.of())), 3, DEADLINE),
                CLOCK);
    }

    private static LedgerEntry entry(String writer, long sequence) {
        ExpiryOrder order = new ExpiryOrder(
                "1-a",
                new TableId("id", "main"),
                TableKey.of("ns", "t"),
                "u",
                ExpiryOrder.Mode.EXPIRE,
                NOW.minusSeconds(3600),
                1,
                10,
                NOW.plusSeconds(3600),
                new ExpiryOrder.Before("c1", "file:/t", 14, 4096),
                "because");
        return new LedgerEntry(
                LedgerEntry.SCHEMA,
                sequence,
                Orders.toWire(order),
                LedgerEntry.Phase.INTENDED,
                1,
                "fake",
                null,
                null,
                null,
                null,
                0,
                false,
                writer,
                NOW,
                null);
    }

    private static Meters meters() {
        return new Meters(new SimpleMeterRegistry());
    }

    private static <T> T config(Class<T> mapping, Map<String, String> properties) {
        return new SmallRyeConfigBuilder()
                .withMapping(mapping)
                .withConverter(Duration.class, 200, new DurationConverter())
                .withSources(new PropertiesConfigSource(properties, "test", 500))
                .build()
                .getConfigMapping(mapping);
    }

    /** One tail's hold on the feed. */
    private final class Hold implements AutoCloseable {
        private final String writer;
        private final AtomicInteger ended = new AtomicInteger();
        private final TailFeed feed;

        Hold(String writer) {
            this.writer = writer;
            this.feed = new TailFeed(
                    new TailFeed.Parts(
                            new Topics(config, kafka),
                            new TransactionalFeed(config, kafka, "tail"),
                            new TopicReader(kafka),
                            records,
                            new DeadLetterBox(
                                    new DeadLetters(new FeedIdentity("test", prefix)),
                                    new DeadLetterBox.Place(
                                            new TopicReader(kafka), Topic.DEAD_LETTERS.name(prefix), DEADLINE),
                                    meters())),
                    new TailFeed.Signals(meters(), new Neighbours(), new Exit(code -> ended.incrementAndGet())),
                    new TailFeed.Writer(writer, DEADLINE),
                    CLOCK);
        }

        boolean write() {
            long next = feed.memory().nextSequence("main");
            return feed.commit(List.of(records.position(new Position("main", "c" + next, next, null, writer, NOW))));
        }

        @Override
        public void close() {
            feed.close();
        }
    }
}
