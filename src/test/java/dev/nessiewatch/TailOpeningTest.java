// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static dev.nessiewatch.testing.PlainReader.header;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.event.Topics;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.testing.ListedLog;
import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.testing.MetadataFile;
import dev.nessiewatch.testing.PlainReader;
import dev.nessiewatch.testing.SetClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a tail does on a real broker between taking hold of the feed and its first look at Nessie. */
class TailOpeningTest {
    private static final Instant NOW = Instant.parse("2026-11-05T12:00:00Z");
    private static final byte[] NOISE = {7, 0, (byte) 0xfe, 12};
    private static final AtomicInteger TESTS = new AtomicInteger();
    private static LocalKafka kafka;

    @TempDir
    Path lake;

    private final SetClock clock = new SetClock(NOW);
    private final ListedLog log = new ListedLog();
    private TailUnderTest.Place place;
    private TailUnderTest tail;

    @BeforeAll
    static void startBroker() {
        kafka = LocalKafka.start();
    }

    @AfterAll
    static void stopBroker() {
        kafka.close();
    }

    @BeforeEach
    void ownTopics() {
        place = new TailUnderTest.Place(kafka.bootstrapServers(), "opening-" + TESTS.incrementAndGet());
        new Topics(place.config(), place.clients()).ensure();
        tail = tail("main");
    }

    @AfterEach
    void close() {
        tail.close();
    }

    @Test
    void anOpeningThatWasCutOffIsNoneAndTheNextOneDoesWhatIsLeft() throws Exception {
        log.addReference("dev");
        put("a");
        tail("main", "dev").turn().turn().close();
        bad(1, NOISE);
        longestLetter(100);

        tail.turn();
        assertThat(tail.isOpen()).isFalse();
        assertThat(tail.neighbours.states().get("kafka")).contains(".dead-letters");
        assertThat(records("positions")).filteredOn(r -> r.key().equals("dev")).noneMatch(TailOpeningTest::isLeft);

        longestLetter(1_000_000);
        tail.turn();
        assertThat(tail.isOpen()).isTrue();
        assertThat(records("dead-letters")).hasSize(1);
        assertThat(records("positions")).filteredOn(r -> r.key().equals("dev")).anyMatch(TailOpeningTest::isLeft);
        assertThat(records("snapshot-counts"))
                .filteredOn(r -> header(r, "ce_reason").equals("REFERENCE_REMOVED"))
                .hasSize(1);
    }

    @Test
    void aReferenceWithoutTablesKeepsItsNumbersWhenCompactionHasTakenAllButTheLast() throws Exception {
        log.addReference("dev");
        tail("main", "dev").turn().turn().close();
        tail.turn().turn();
        tail.close();
        ConsumerRecord<String, byte[]> left = records("positions").stream()
                .filter(TailOpeningTest::isLeft)
                .findFirst()
                .orElseThrow();
        assertThat(header(left, "ce_sequence")).isEqualTo("2");
        deleteBefore(left);

        tail = tail("main", "dev").turn();

        assertThat(records("positions"))
                .filteredOn(r -> r.key().equals("dev"))
                .extracting(r -> header(r, "ce_sequence"))
                .as("behind what readers have seen")
                .containsExactly("2", "3");
    }

    @Test
    void aReferenceThatLeftOnceDoesNotLeaveAtEveryStart() throws Exception {
        log.addReference("dev");
        tail("main", "dev").turn().turn().close();
        tail.turn();
        tail.close();
        tail = tail("main").turn();

        assertThat(records("positions")).filteredOn(TailOpeningTest::isLeft).hasSize(1);
    }

    @Test
    void aRecordThatWasPutAsideIsNotPutAsideAgain() throws Exception {
        bad(0, NOISE);
        tail.turn();
        tail.close();
        tail = tail("main").turn();
        assertThat(records("dead-letters")).singleElement().satisfies(letter -> {
            assertThat(letter.key()).isEqualTo(place.prefix() + ".snapshot-counts-0-0");
            assertThat(letter.value()).isEqualTo(NOISE);
            assertThat(header(letter, "reason")).startsWith("not JSON");
        });

        bad(0, NOISE);
        tail.close();
        tail = tail("main").turn();
        assertThat(records("dead-letters"))
                .extracting(ConsumerRecord::key)
                .containsExactly(place.prefix() + ".snapshot-counts-0-0", place.prefix() + ".snapshot-counts-0-1");
    }

    @Test
    void aBadRecordAsLongAsItsTopicAllowsHoldsUpNothing() throws Exception {
        bad(0, new byte[1_000_000]);
        put("a");

        tail.turn();

        assertThat(records("snapshot-counts")).hasSize(2);
        assertThat(records("dead-letters")).singleElement().satisfies(letter -> {
            assertThat(letter.value()).hasSize(512 << 10);
            assertThat(header(letter, "length")).isEqualTo("1000000");
        });
    }

    private TailUnderTest tail(String... references) {
        return new TailUnderTest(
                place,
                log,
                new TailUnderTest.Watched(List.of(references), List.of("(?!)")),
                "tail-" + TESTS.incrementAndGet(),
                clock);
    }

    private void put(String name) {
        MetadataFile file = MetadataFile.of("u").replaces(1, NOW.minusSeconds(1), Duration.ofSeconds(1));
        String location = file.write(lake.resolve(name + ".metadata.json"));
        log.put(TableKey.of("ns", name), name, new TableContent(location, file.currentId(), 0, 0, 0));
    }

    private List<ConsumerRecord<String, byte[]>> records(String topic) {
        return new PlainReader(place.kafka()).records(place.prefix() + "." + topic);
    }

    private static boolean isLeft(ConsumerRecord<String, byte[]> position) {
        return header(position, "ce_type").equals("dev.nessiewatch.reference.left.v1");
    }

    private void bad(int partition, byte[] value) throws Exception {
        try (var producer = new KafkaProducer<>(
                Map.<String, Object>of("bootstrap.servers", place.kafka()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(place.prefix() + ".snapshot-counts", partition, "k@main", value))
                    .get();
        }
    }

    private void longestLetter(int bytes) throws Exception {
        set("dead-letters", "max.message.bytes", Integer.toString(bytes));
    }

    private void set(String topic, String name, String value) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, place.prefix() + "." + topic);
        AlterConfigOp set = new AlterConfigOp(new ConfigEntry(name, value), AlterConfigOp.OpType.SET);
        try (Admin admin = Admin.create(place.clients())) {
            admin.incrementalAlterConfigs(Map.of(resource, Set.of(set))).all().get();
        }
    }

    /** What compaction does in time to records that a later one of the same key follows. */
    private void deleteBefore(ConsumerRecord<String, byte[]> first) throws Exception {
        TopicPartition partition = new TopicPartition(first.topic(), first.partition());
        set("positions", "cleanup.policy", "delete");
        try (Admin admin = Admin.create(place.clients())) {
            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(first.offset())))
                    .all()
                    .get();
        }
        set("positions", "cleanup.policy", "compact");
    }
}
