// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static dev.nessiewatch.testing.PlainReader.header;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nessiewatch.event.TransactionalFeed;
import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.testing.LocalNessie;
import dev.nessiewatch.testing.LogLines;
import dev.nessiewatch.testing.MetadataFile;
import dev.nessiewatch.testing.PlainReader;
import dev.nessiewatch.testing.SetClock;
import dev.nessiewatch.testing.Settings;
import dev.nessiewatch.watch.NessieCommitLog;
import dev.nessiewatch.watch.NessieConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.projectnessie.client.NessieClientBuilder;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.error.NessieConflictException;
import org.projectnessie.error.NessieNotFoundException;
import org.projectnessie.model.Branch;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.Detached;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.IcebergView;
import org.projectnessie.model.Namespace;
import org.projectnessie.model.Operation;

/** The first door on a real Nessie and a real broker, as a subscriber sees it. Each test has a branch and topics of its own. */
class TailDoorTest {
    private static final Instant NOW = Instant.parse("2026-11-05T12:00:00Z");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final AtomicInteger TESTS = new AtomicInteger();

    private static LocalKafka kafka;
    private static LocalNessie nessie;
    private static NessieApiV2 api;
    private static NessieCommitLog log;

    @TempDir
    Path lake;

    private final SetClock clock = new SetClock(NOW);
    private String branch;
    private TailUnderTest.Place place;
    private TailUnderTest tail;
    private int files;

    @BeforeAll
    static void startServers() {
        kafka = LocalKafka.start();
        nessie = LocalNessie.start();
        api = NessieClientBuilder.createClientBuilderFromSystemSettings()
                .withUri(nessie.uri())
                .build(NessieApiV2.class);
        log = new NessieCommitLog(Settings.of(
                NessieConfig.class, "nessiewatch.nessie.uri", nessie.uri().toString()));
    }

    @AfterAll
    static void stopServers() {
        log.close();
        api.close();
        nessie.close();
        kafka.close();
    }

    @BeforeEach
    void ownBranchAndTopics() throws NessieNotFoundException, NessieConflictException {
        String name = "test-" + TESTS.incrementAndGet();
        branch = newBranch("team/" + name);
        place = new TailUnderTest.Place(kafka.bootstrapServers(), name);
        tail = tail("first");
        commit(Operation.Put.of(ContentKey.of("ns"), Namespace.of("ns")));
    }

    @AfterEach
    void closeTail() {
        tail.close();
    }

    @Test
    void theFirstStartPublishesEveryTableAndNothingElse() throws Exception {
        commit(put("a", table(3)), put("b.c \"d\"", table(5)), put("x__dbt_tmp", table(1)));
        commit(Operation.Put.of(ContentKey.of("ns", "view"), IcebergView.of("file:/v", 1, 1)));

        tail.turn().turn();

        List<ConsumerRecord<String, byte[]>> counts = counts();
        assertThat(counts).hasSize(2);
        assertThat(counts)
                .extracting(r -> header(r, "ce_subject"))
                .containsExactlyInAnyOrder("ns.a", "ns.\"b.c \"\"d\"\"\"");
        assertThat(counts).allSatisfy(published -> {
            JsonNode value = json(published);
            assertThat(published.key()).isEqualTo(value.at("/table/contentId").asText() + "@" + branch);
            assertThat(value.at("/outcome").asText()).isEqualTo("COUNTED");
            assertThat(value.at("/census/snapshots/total").asInt()).isIn(3, 5);
        });
        assertThat(sequences()).containsExactly(1L);
        assertThat(json(positions().get(0)).at("/hash").asText()).isEqualTo(head());
    }

    @Test
    void eachCommitIsOneRecordAndOnePositionWithoutAGap() throws Exception {
        tail.turn();
        for (int i = 1; i <= 3; i++) {
            commit(put("a", table(i)));
            tail.turn().turn();
        }

        assertThat(counts()).extracting(r -> header(r, "ce_sequence")).containsExactly("2", "3", "4");
        assertThat(counts())
                .extracting(r -> json(r).at("/growth/observations").size())
                .containsExactly(1, 2, 3);
        assertThat(sequences()).containsExactly(1L, 2L, 3L, 4L);
        assertThat(json(counts().get(2)).at("/commits/count").asInt()).isEqualTo(1);
    }

    @Test
    void aRenameIsOneEventWithoutANewRead() throws Exception {
        commit(put("a", table(4)));
        tail.turn();
        Files.delete(file(standing("a")));

        IcebergTable same = standing("a");
        commit(Operation.Delete.of(key("a")), Operation.Put.of(key("b"), same));
        tail.turn();

        assertThat(counts()).hasSize(2);
        ConsumerRecord<String, byte[]> renamed = counts().get(1);
        assertThat(header(renamed, "ce_subject")).isEqualTo("ns.b");
        assertThat(json(renamed).at("/outcome").asText()).isEqualTo("COUNTED");
        assertThat(json(renamed).at("/census/snapshots/total").asInt()).isEqualTo(4);
    }

    @Test
    void aDroppedTableLeavesATombstoneThatSaysWhy() throws Exception {
        commit(put("a", table(1)));
        tail.turn();
        String before = head();
        commit(Operation.Delete.of(key("a")));
        tail.turn();

        ConsumerRecord<String, byte[]> left = counts().get(1);
        assertThat(left.value()).isNull();
        assertThat(left.key()).isEqualTo(counts().get(0).key());
        assertThat(header(left, "ce_type")).isEqualTo("dev.nessiewatch.table.left.v1");
        assertThat(header(left, "ce_reason")).isEqualTo("DROPPED");
        assertThat(header(left, "ce_sequence")).isEqualTo("2");
        assertThat(header(left, "ce_fromcommit")).isEqualTo(before);
        assertThat(header(left, "ce_tocommit")).isEqualTo(head());
        assertThat(header(left, "ce_source")).isEqualTo("/nessiewatch/test/" + branch.replace("/", "%2F"));
    }

    @Test
    void aRenameIntoAnExcludedNameLeavesAndOutOfItEnters() throws Exception {
        commit(put("a", table(2)));
        tail.turn();
        IcebergTable same = standing("a");
        commit(Operation.Delete.of(key("a")), Operation.Put.of(key("a__dbt_tmp"), same));
        tail.turn();
        assertThat(header(counts().get(1), "ce_reason")).isEqualTo("EXCLUDED");

        commit(Operation.Delete.of(key("a__dbt_tmp")), Operation.Put.of(key("a"), same));
        tail.turn();
        assertThat(counts()).hasSize(3);
        assertThat(json(counts().get(2)).at("/growth/observations")).hasSize(1);
    }

    @Test
    void aTableMadeAnewUnderAnOldNameIsAnotherTable() throws Exception {
        commit(put("a", table(2)));
        tail.turn();
        commit(Operation.Delete.of(key("a")));
        commit(put("a", table(7)));
        tail.turn();

        List<ConsumerRecord<String, byte[]>> after = counts().stream()
                .filter(r -> header(r, "ce_sequence").equals("2"))
                .toList();
        assertThat(after).hasSize(2);
        assertThat(after).extracting(ConsumerRecord::key).doesNotHaveDuplicates();
        assertThat(after)
                .filteredOn(r -> r.value() == null)
                .singleElement()
                .satisfies(
                        left -> assertThat(left.key()).isEqualTo(counts().get(0).key()));
        assertThat(sequences()).containsExactly(1L, 2L);
    }

    @Test
    void whatCannotBeReadIsPublishedWithTheLastGoodCensusAndTriedAgain() throws Exception {
        commit(put("a", table(3)));
        tail.turn();
        Path missing = lake.resolve("later.metadata.json");
        commit(put("a", IcebergTable.of("file:" + missing, 1, 0, 0, 0)));
        tail.turn().turn();

        JsonNode trouble = json(counts().get(1));
        assertThat(counts()).hasSize(2);
        assertThat(trouble.at("/outcome").asText()).isEqualTo("UNREADABLE");
        assertThat(trouble.at("/unreadable/kind").asText()).isEqualTo("MISSING");
        assertThat(trouble.at("/census/snapshots/total").asInt()).isEqualTo(3);
        assertThat(json(positions().get(1)).at("/hash").asText()).isEqualTo(head());

        MetadataFile.of("u").replaces(6, NOW, Duration.ofSeconds(1)).write(missing);
        tail.turn();
        assertThat(counts()).as("not before its time").hasSize(2);
        clock.pass(Duration.ofSeconds(11));
        tail.turn().turn();

        assertThat(counts()).hasSize(3);
        assertThat(json(counts().get(2)).at("/census/snapshots/total").asInt()).isEqualTo(6);
        assertThat(sequences()).containsExactly(1L, 2L, 3L);
    }

    @Test
    void onlyTheFileThatNessieNamesIsReadWhateverElseLiesBesideIt() throws Exception {
        MetadataFile history = MetadataFile.of("u").replaces(3, NOW, Duration.ofSeconds(1));
        String committed = history.write(lake.resolve("00701-x.metadata.json"));
        MetadataFile.of("u").replaces(9, NOW, Duration.ofSeconds(1)).write(lake.resolve("00702-x.metadata.json"));
        commit(put("a", IcebergTable.of(committed, history.currentId(), 0, 0, 0)));

        tail.turn();

        assertThat(counts()).singleElement().satisfies(count -> {
            assertThat(json(count).at("/content/metadataLocation").asText()).isEqualTo(committed);
            assertThat(json(count).at("/census/snapshots/total").asInt()).isEqualTo(3);
        });
    }

    @Test
    void aRetryAndAHeartbeatComeInTheirTimeWhenTheClockIsSetBack() throws Exception {
        Path missing = lake.resolve("later.metadata.json");
        commit(put("a", IcebergTable.of("file:" + missing, 1, 0, 0, 0)));
        tail.turn().turn();
        MetadataFile.of("u").replaces(6, NOW, Duration.ofSeconds(1)).write(missing);

        clock.jump(Duration.ofSeconds(-9));
        tail.turn();
        assertThat(counts()).as("not before its time").hasSize(1);
        clock.pass(Duration.ofSeconds(11));
        tail.turn();
        assertThat(counts()).hasSize(2);

        int positions = positions().size();
        clock.jump(Duration.ofMinutes(-9));
        tail.turn();
        assertThat(positions()).hasSize(positions);
        clock.pass(Duration.ofMinutes(10));
        tail.turn();
        assertThat(positions()).hasSize(positions + 1);
    }

    @Test
    void aHeartbeatWhoseTimeIsFarOffIsWrittenAnewOnceAtOnce() throws Exception {
        commit(put("a", table(1)));
        tail.turn().turn();
        int positions = positions().size();
        for (Duration jump : new Duration[] {Duration.ofHours(7), Duration.ofHours(-20)}) {
            clock.jump(jump);
            tail.turn().turn().turn();
            positions++;
            assertThat(positions()).as("%s", jump).hasSize(positions);
        }
    }

    @Test
    void everyUnreadableFileSaysWhatSortItIs() throws Exception {
        String whole = MetadataFile.of("u").replace(NOW).json();
        Path cut = Files.writeString(lake.resolve("cut"), whole.substring(0, whole.length() / 2));
        Path text = Files.writeString(lake.resolve("text"), "<html>");
        Path view = Files.writeString(lake.resolve("view"), "{\"view-uuid\":\"v\",\"format-version\":1}");
        commit(
                put("cut", IcebergTable.of("file:" + cut, 1, 0, 0, 0)),
                put("text", IcebergTable.of("file:" + text, 1, 0, 0, 0)),
                put("view", IcebergTable.of("file:" + view, 1, 0, 0, 0)),
                put("well", table(1)));

        tail.turn();

        assertThat(counts())
                .extracting(r -> header(r, "ce_subject") + " "
                        + json(r).at("/unreadable/kind").asText())
                .containsExactlyInAnyOrder("ns.cut TRUNCATED", "ns.text MALFORMED", "ns.view NOT_A_TABLE", "ns.well ");
    }

    @Test
    void aRestartPublishesNothingTwice() throws Exception {
        commit(put("a", table(1)), put("b", table(2)));
        tail.turn();
        tail.close();
        commit(put("b", table(3)));

        tail = tail("second").turn().turn();

        assertThat(counts()).hasSize(3);
        assertThat(header(counts().get(2), "ce_subject")).isEqualTo("ns.b");
        assertThat(json(counts().get(2)).at("/growth/observations")).hasSize(2);
        assertThat(sequences()).containsExactly(1L, 2L);
    }

    @Test
    void onlyALogThatDoesNotLeadBackCountsAsReconciledHistory() throws Exception {
        commit(put("a", table(1)));
        String before = head();
        tail.turn();
        commit(put("a", table(2)));
        tail.turn();
        assertThat(reconciles("start")).isEqualTo(1);
        assertThat(reconciles("log")).isZero();

        api.assignBranch()
                .branch((Branch) api.getReference().refName(branch).get())
                .assignTo(Detached.of(before))
                .assign();
        commit(put("b", table(1)));
        tail.turn();
        assertThat(reconciles("start")).isEqualTo(1);
        assertThat(reconciles("log")).isEqualTo(1);
        assertThat(tail.registry
                        .get("nessiewatch.feed.position.timestamp.seconds")
                        .gauge()
                        .value())
                .isEqualTo(NOW.getEpochSecond());
    }

    private double reconciles(String reason) {
        var counter = tail.registry
                .find("nessiewatch.reconciles")
                .tag("reason", reason)
                .counter();
        return counter == null ? 0 : counter.count();
    }

    @Test
    void excludesThatChangedAreAppliedAtTheNextStart() throws Exception {
        commit(put("a", table(1)), put("b", table(2)));
        tail.turn();
        tail.close();

        tail = tail("second", List.of(branch), "b").turn();
        assertThat(header(counts().get(2), "ce_reason")).isEqualTo("EXCLUDED");
        assertThat(header(counts().get(2), "ce_subject")).isEqualTo("ns.b");
        tail.close();

        tail = tail("third").turn().turn();
        assertThat(counts()).hasSize(4);
        assertThat(header(counts().get(3), "ce_subject")).isEqualTo("ns.b");
        assertThat(counts().get(3).value()).isNotNull();
    }

    @Test
    void aReferenceThatIsNoLongerConfiguredLeaves() throws Exception {
        commit(put("a", table(1)));
        tail.turn();
        tail.close();
        String other = newBranch(branch + "-other");

        tail = tail("second", List.of(other), "(?!)").turn().turn();

        ConsumerRecord<String, byte[]> left = counts().get(1);
        assertThat(header(left, "ce_reason")).isEqualTo("REFERENCE_REMOVED");
        assertThat(positions().stream().filter(r -> r.key().equals(branch)).map(r -> header(r, "ce_type")))
                .containsExactly("dev.nessiewatch.position.v1", "dev.nessiewatch.reference.left.v1");

        tail.close();
        tail = tail("third").turn();
        assertThat(header(counts().get(counts().size() - 1), "ce_sequence"))
                .as("the numbers go on")
                .isEqualTo("3");
    }

    @Test
    void aMissingReferenceHoldsUpNoOther() throws Exception {
        commit(put("a", table(1)));
        tail.close();
        tail = tail("second", List.of("team/missing", branch), "(?!)").turn().turn();

        assertThat(counts()).hasSize(1);
        assertThat(tail.neighbours.states().get("nessie")).contains("no reference 'team/missing'");

        newBranch("team/missing");
        tail.turn();
        assertThat(tail.neighbours.states()).containsEntry("nessie", "ok");
    }

    @Test
    void ofTwoTailsExactlyOneGoesOn() throws Exception {
        commit(put("a", table(1)));
        tail.turn();
        try (TailUnderTest second = tail("second");
                LogLines said = new LogLines(Exit.class)) {
            second.turn();
            commit(put("a", table(2)));
            for (int i = 0; i < 4 && tail.ended() == 0; i++) {
                tail.turn();
            }
            assertThat(tail.ended()).isEqualTo(1);
            assertThat(said.lines())
                    .singleElement()
                    .asString()
                    .contains("Another tail (second) writes since ")
                    .contains("nessiewatch.feed.transactional-id-prefix");
            second.turn();
            second.turn();
            commit(put("a", table(3)));
            second.turn();

            assertThat(second.ended()).isZero();
            assertThat(json(counts().get(counts().size() - 1))
                            .at("/census/snapshots/total")
                            .asInt())
                    .isEqualTo(3);
            assertThat(counts()).extracting(r -> header(r, "ce_id")).doesNotHaveDuplicates();
        }
    }

    @Test
    void aTailThatIsAloneGoesOnWhenItsProducerIsLost() throws Exception {
        commit(put("a", table(1)));
        tail.turn();
        tail.close();
        // Nothing is published by this one before it loses its producer to someone who never writes.
        tail = tail("second");
        api.deleteBranch()
                .branch((Branch) api.getReference().refName(branch).get())
                .delete();
        tail.turn();
        try (TransactionalFeed passing = new TransactionalFeed(place.config(), place.clients(), "tail")) {
            passing.open();
        }
        newBranch(branch);
        for (int i = 0; i < 3; i++) {
            tail.turn();
        }

        assertThat(tail.ended()).isZero();
        assertThat(tail.isOpen()).isTrue();
        assertThat(json(positions().get(positions().size() - 1)).at("/writerId").asText())
                .isEqualTo("second");
    }

    private TailUnderTest tail(String writer) {
        return tail(writer, List.of(branch), ".*__dbt_tmp.*");
    }

    private TailUnderTest tail(String writer, List<String> references, String exclude) {
        return new TailUnderTest(place, log, new TailUnderTest.Watched(references, List.of(exclude)), writer, clock);
    }

    private IcebergTable table(int snapshots) {
        MetadataFile file =
                MetadataFile.of("u").replaces(snapshots, NOW.minusSeconds(snapshots), Duration.ofSeconds(1));
        String location = file.write(lake.resolve("v" + ++files + ".metadata.json"));
        return IcebergTable.of(location, file.currentId(), 0, 0, 0);
    }

    private static ContentKey key(String name) {
        return ContentKey.of("ns", name);
    }

    /** A new table, or new content of the one that stands there. */
    private Operation put(String name, IcebergTable table) throws NessieNotFoundException {
        IcebergTable there = content(name);
        return Operation.Put.of(
                key(name),
                there == null
                        ? table
                        : IcebergTable.builder().from(table).id(there.getId()).build());
    }

    private IcebergTable standing(String name) throws NessieNotFoundException {
        return Objects.requireNonNull(content(name));
    }

    private @Nullable IcebergTable content(String name) throws NessieNotFoundException {
        return (IcebergTable)
                api.getContent().refName(branch).key(key(name)).get().get(key(name));
    }

    private static Path file(IcebergTable table) throws IOException {
        return Path.of(table.getMetadataLocation().substring("file:".length()));
    }

    private void commit(Operation... operations) throws NessieNotFoundException, NessieConflictException {
        api.commitMultipleOperations()
                .branch((Branch) api.getReference().refName(branch).get())
                .commitMeta(CommitMeta.fromMessage("test"))
                .operations(Arrays.asList(operations))
                .commit();
    }

    private static String newBranch(String name) throws NessieNotFoundException, NessieConflictException {
        return api.createReference()
                .sourceRefName("main")
                .reference(Branch.of(name, api.getDefaultBranch().getHash()))
                .create()
                .getName();
    }

    private String head() throws NessieNotFoundException {
        return api.getReference().refName(branch).get().getHash();
    }

    /** Sorted by sequence, as a subscriber sorts them: two partitions have no common order. */
    private List<ConsumerRecord<String, byte[]>> counts() {
        return new PlainReader(place.kafka())
                .records(place.prefix() + ".snapshot-counts").stream()
                        .sorted(java.util.Comparator.comparingLong(r -> Long.parseLong(header(r, "ce_sequence"))))
                        .toList();
    }

    private List<ConsumerRecord<String, byte[]>> positions() {
        return new PlainReader(place.kafka()).records(place.prefix() + ".positions");
    }

    private List<Long> sequences() {
        return positions().stream()
                .map(r -> json(r).at("/sequence").asLong())
                .distinct()
                .toList();
    }

    private static JsonNode json(ConsumerRecord<String, byte[]> published) {
        try {
            return JSON.readTree(published.value());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
