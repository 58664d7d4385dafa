// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.testing.LocalKafka;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class FeedStateBrokerTest {
    private static final TableId A = new TableId("a", "main");
    private static final TableId B = new TableId("b", "main");
    private static final TableId ELSEWHERE = new TableId("a", "dev/x.y");
    private static LocalKafka kafka;

    @BeforeAll
    static void startKafka() {
        kafka = LocalKafka.start();
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    @Test
    void startsFromNothing() {
        FeedState state = broker().state();

        assertThat(state.positions()).isEmpty();
        assertThat(state.position("main")).isNull();
        assertThat(state.tables("main")).isEmpty();
        assertThat(state.lastSequence("main")).isZero();
        assertThat(state.undecodable()).isEmpty();
    }

    @Test
    void knowsTheLastOfEachTableAndReference() {
        BrokerFixture broker = broker();
        try (TransactionalFeed feed = broker.openTail()) {
            committed(feed, counted(broker, A, 1), counted(broker, B, 1), position(broker, "main", 1));
            committed(feed, counted(broker, ELSEWHERE, 1), position(broker, "dev/x.y", 1));
            committed(feed, counted(broker, A, 2), position(broker, "main", 2));
            committed(feed, broker.records.left(Samples.departure(B, 3)), position(broker, "main", 3));
        }

        FeedState state = broker.state();

        assertThat(state.tables("main")).isEqualTo(Map.of(A, Samples.counted(A, 2)));
        assertThat(state.tables("dev/x.y")).isEqualTo(Map.of(ELSEWHERE, Samples.counted(ELSEWHERE, 1)));
        assertThat(state.references()).containsExactlyInAnyOrder("main", "dev/x.y");
        assertThat(state.position("main")).isEqualTo(Samples.position("main", 3));
        assertThat(state.lastSequence("main")).isEqualTo(3);
    }

    @Test
    void reportsABadRecordAndReadsThoseAroundIt() {
        BrokerFixture broker = broker();
        try (TransactionalFeed feed = broker.openTail()) {
            committed(feed, counted(broker, A, 1));
            committed(feed, new Outgoing(broker.counts(), A.text(), new byte[] {7, 0, (byte) 0xfe}, Map.of()));
            committed(feed, counted(broker, A, 2));
        }

        FeedState state = broker.state();

        assertThat(state.tables("main")).isEqualTo(Map.of(A, Samples.counted(A, 2)));
        assertThat(state.undecodableRecords()).isEqualTo(1);
        FeedState.Undecodable bad = state.undecodable().get(0);
        assertThat(bad.reason()).startsWith("not JSON");
        assertThat(bad.received().value()).isEqualTo(new byte[] {7, 0, (byte) 0xfe});
    }

    @Test
    void waitsForAnOpenTransactionThatHidesACommittedPosition() {
        BrokerFixture broker = broker();
        try (KafkaProducer<byte[], byte[]> other = broker.stranger("other", Duration.ofSeconds(60));
                TransactionalFeed feed = broker.openTail()) {
            committed(feed, counted(broker, A, 1));
            int partition = partitionOf(broker, A);
            other.beginTransaction();
            broker.send(other, partition, B.text(), "never");
            other.flush();
            committed(feed, counted(broker, A, 2));

            assertThat(broker.reader.read(List.of(broker.counts()), Duration.ofSeconds(3), received -> {}))
                    .isInstanceOfSatisfying(
                            Reading.Unavailable.class,
                            unavailable -> assertThat(unavailable.message())
                                    .contains(broker.counts() + "-" + partition, "transaction"));
            other.abortTransaction();

            assertThat(broker.state().tables("main")).isEqualTo(Map.of(A, Samples.counted(A, 2)));
        }
    }

    @Test
    void outlastsATransactionWhoseWriterIsGone() {
        BrokerFixture broker = broker();
        try (KafkaProducer<byte[], byte[]> dead = broker.stranger("dead", Duration.ofSeconds(2));
                TransactionalFeed feed = broker.openTail()) {
            committed(feed, counted(broker, A, 1));
            int partition = partitionOf(broker, A);
            dead.beginTransaction();
            broker.send(dead, partition, B.text(), "never");
            dead.flush();
            dead.close(Duration.ZERO);
            committed(feed, counted(broker, A, 2));

            assertThat(broker.state().tables("main")).isEqualTo(Map.of(A, Samples.counted(A, 2)));
            assertThat(broker.state().undecodable()).isEmpty();
        }
    }

    private static int partitionOf(BrokerFixture broker, TableId table) {
        return broker.lastOffsets(broker.counts()).entrySet().stream()
                .filter(entry -> entry.getValue() >= 0)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no record of " + table))
                .getKey()
                .number();
    }

    private static void committed(TransactionalFeed feed, Outgoing... outgoing) {
        assertThat(feed.commit(List.of(outgoing))).isEqualTo(new Publication.Committed(outgoing.length));
    }

    private static Outgoing counted(BrokerFixture broker, TableId table, long sequence) {
        return broker.records.counted(Samples.counted(table, sequence), Instant.EPOCH);
    }

    private static Outgoing position(BrokerFixture broker, String reference, long sequence) {
        return broker.records.position(Samples.position(reference, sequence));
    }

    private static BrokerFixture broker() {
        return new BrokerFixture(kafka.bootstrapServers(), Map.of()).withTopics();
    }
}
