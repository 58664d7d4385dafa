// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.testing.LocalNessie;
import dev.nessiewatch.testing.LocalS3;
import dev.nessiewatch.testing.MetadataFile;
import dev.nessiewatch.testing.PackagedProgram;
import dev.nessiewatch.testing.PlainReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.projectnessie.client.NessieClientBuilder;
import org.projectnessie.client.api.CommitMultipleOperationsBuilder;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.error.BaseNessieClientServerException;
import org.projectnessie.model.Branch;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.IcebergView;
import org.projectnessie.model.ImmutableDeltaLakeTable;
import org.projectnessie.model.Namespace;
import org.projectnessie.model.Operation;
import org.projectnessie.model.UDF;

/**
 * The packaged program in the middle of real servers: a catalog that holds more than tables, metadata in a folder and in an
 * object store, a broker on which somebody wrote rubbish; and the commands that ask the same servers.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CatalogIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String COUNTS = "nessiewatch.snapshot-counts";

    @TempDir
    static Path folder;

    private static LocalNessie nessie;
    private static LocalKafka kafka;
    private static LocalS3 store;
    private static NessieApiV2 api;
    private static ServiceProcess service;
    private static String inStore = "";

    @BeforeAll
    static void start() throws Exception {
        nessie = LocalNessie.start();
        kafka = LocalKafka.start();
        store = LocalS3.start(Files.createDirectory(folder.resolve("store")));
        api = NessieClientBuilder.createClientBuilderFromSystemSettings()
                .withUri(nessie.uri())
                .build(NessieApiV2.class);
        List<String> properties = new ArrayList<>(List.of(
                "kafka.bootstrap.servers=" + kafka.bootstrapServers(),
                "nessiewatch.nessie.uri=" + nessie.uri(),
                "nessiewatch.watch.references=main,team/absent",
                "nessiewatch.watch.period=1s",
                "nessiewatch.service.period=1s"));
        store.properties().forEach(property -> properties.add("nessiewatch.metadata.properties." + property));
        service = ServiceProcess.start(folder, properties);
    }

    @AfterAll
    static void stop() {
        service.close();
        api.close();
        store.close();
        kafka.close();
        nessie.close();
    }

    @Test
    @Order(1)
    void measuresTheTablesOfBothStoresAndNothingElse() throws Exception {
        MetadataFile replaced = MetadataFile.of("u1").replaces(3, hoursAgo(5), Duration.ofHours(1));
        MetadataFile appended = MetadataFile.of("u2").append(hoursAgo(3)).append(hoursAgo(2));
        String inFolder = replaced.write(folder.resolve("00003-a b.metadata.json"));
        inStore = store.put("lake", "ns/orders/metadata/00002-a b.metadata.json", appended.json());
        commit(
                Operation.Put.of(ContentKey.of("ns"), Namespace.of("ns")),
                Operation.Put.of(ContentKey.of("ns", "in folder"), table(inFolder, replaced)),
                Operation.Put.of(ContentKey.of("ns", "orders"), table(inStore, appended)),
                Operation.Put.of(ContentKey.of("ns", "view"), IcebergView.of("file:/none.json", 1, 1)),
                Operation.Put.of(ContentKey.of("ns", "function"), UDF.udf("file:/none.json", "1", "1")),
                Operation.Put.of(
                        ContentKey.of("ns", "delta"),
                        ImmutableDeltaLakeTable.builder()
                                .addMetadataLocationHistory("a")
                                .addCheckpointLocationHistory("b")
                                .lastCheckpoint("c")
                                .build()));

        awaitShown("\"name\":\"ns.\\\"in folder\\\"\"", "\"name\":\"ns.orders\"");

        assertThat(service.get("/api/tables").body())
                .contains("\"snapshots\":3")
                .contains("\"snapshots\":2")
                .doesNotContain("ns.view")
                .doesNotContain("ns.function")
                .doesNotContain("ns.delta");
        List<ConsumerRecord<String, byte[]>> counts = records(COUNTS);
        assertThat(counts).hasSize(2).allSatisfy(count -> {
            assertThat(PlainReader.header(count, "ce_specversion")).isEqualTo("1.0");
            assertThat(count.key()).endsWith("@main");
        });
        assertThat(text(counts))
                .anySatisfy(json -> assertThat(json)
                        .contains("\"key\":[\"ns\",\"orders\"]")
                        .contains("\"total\":2")
                        .contains("\"tableUuid\":\"u2\""))
                .allSatisfy(json -> assertThat(json).contains("\"operations\":{"));
    }

    @Test
    @Order(2)
    void followsRenamesAndDropsInTheOrderOfTheLog() throws Exception {
        IcebergTable moved = (IcebergTable) content("in folder");
        commit(
                Operation.Delete.of(ContentKey.of("ns", "in folder")),
                Operation.Put.of(ContentKey.of("ns", "renamed"), moved));
        awaitShown("\"name\":\"ns.renamed\"");
        commit(Operation.Delete.of(ContentKey.of("ns", "renamed")));

        service.await(
                "end of the table",
                PATIENCE,
                () -> !service.get("/api/tables").body().contains("ns.renamed"));

        List<ConsumerRecord<String, byte[]>> ofTable = records(COUNTS).stream()
                .filter(count -> count.key().equals(moved.getId() + "@main"))
                .toList();
        assertThat(ofTable).hasSize(3);
        assertThat(ofTable.get(2).value()).isNull();
        assertThat(PlainReader.header(ofTable.get(2), "ce_type")).contains("left");
    }

    @Test
    @Order(3)
    void tellsWhatNessieAnswersOfABranchThatIsNotThere() {
        service.await(
                "trouble",
                PATIENCE,
                () -> service.get("/q/health/ready").body().contains("has no reference 'team/absent'"));
        assertThat(service.get("/q/health/ready").status()).isEqualTo(503);
    }

    @Test
    @Order(4)
    void commandsAskTheSameServers() throws Exception {
        String uri = nessie.uri().toString();
        List<String> inspect = new ArrayList<>(List.of("inspect", "--json", inStore, "s3://lake/none.json"));
        List<String> audit = new ArrayList<>(List.of("audit", "--json", "--nessie-uri", uri));
        for (String property : store.properties()) {
            inspect.addAll(List.of("--property", property));
            audit.addAll(List.of("--property", property));
        }
        assertThat(output(1, inspect))
                .contains("\"tableUuid\":\"u2\"")
                .contains("\"total\":2")
                .contains("\"kind\":\"MISSING\"");
        assertThat(output(1, List.of("inspect", "gs://lake/none.json")))
                .contains(PackagedProgram.isNative() ? "run this program on a JVM" : "put its jar on the class path");
        assertThat(output(0, audit))
                .contains("\"table\":\"ns.orders\"")
                .contains("\"snapshots\":2")
                .contains("\"verdict\":\"WEEKLY_SUFFICES\"");
        assertThat(output(1, List.of("audit", "--nessie-uri", uri, "--ref", "team/absent")))
                .contains("has no reference 'team/absent'");
        assertThat(output(0, List.of("why", "ns.orders", "--server", service.address())))
                .contains("ns.orders")
                .contains("2 snapshots");
        assertThat(output(1, List.of("why", "ns.none", "--server", service.address())))
                .contains("No decision about a table of this name");
        assertThat(output(
                        0,
                        List.of(
                                "prove",
                                "--nessie-uri",
                                uri,
                                "--bootstrap-servers",
                                kafka.bootstrapServers(),
                                "--ref",
                                "main")))
                .contains("main");
    }

    @Test
    @Order(5)
    void putsAsideWhatNobodyCanRead() throws Exception {
        try (KafkaProducer<String, byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new StringSerializer(),
                new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(COUNTS, "rubbish@main", "no JSON".getBytes(StandardCharsets.UTF_8)))
                    .get();
        }

        service.await(
                "dead letter",
                PATIENCE,
                () -> !records("nessiewatch.dead-letters").isEmpty());

        assertThat(records("nessiewatch.dead-letters")).singleElement().satisfies(letter -> {
            assertThat(letter.key()).startsWith(COUNTS);
            assertThat(new String(letter.value(), StandardCharsets.UTF_8)).isEqualTo("no JSON");
            assertThat(PlainReader.header(letter, "key")).isEqualTo("rubbish@main");
            assertThat(PlainReader.header(letter, "reason")).isNotEmpty();
        });
        assertThat(service.get("/q/metrics").body()).containsPattern("dead_letters\\w*\\{topic=\"[^\"]+\"[^}]*} 1\\.0");
    }

    private static String output(int exitCode, List<String> arguments) throws InterruptedException {
        return ServiceProcess.output(folder, exitCode, List.of(), arguments);
    }

    private static void awaitShown(String... names) {
        service.await(
                String.join(", ", names),
                PATIENCE,
                () -> List.of(names).stream()
                        .allMatch(service.get("/api/tables").body()::contains));
    }

    private static List<ConsumerRecord<String, byte[]>> records(String topic) {
        return new PlainReader(kafka.bootstrapServers()).records(topic);
    }

    private static List<String> text(List<ConsumerRecord<String, byte[]>> records) {
        return records.stream()
                .map(json -> new String(json.value(), StandardCharsets.UTF_8))
                .toList();
    }

    private static Instant hoursAgo(int hours) {
        return Instant.now().minus(Duration.ofHours(hours));
    }

    private static IcebergTable table(String location, MetadataFile file) {
        return IcebergTable.of(location, file.currentId(), 0, 0, 0);
    }

    private static Object content(String name) throws BaseNessieClientServerException {
        ContentKey key = ContentKey.of("ns", name);
        return Objects.requireNonNull(
                api.getContent().refName("main").key(key).get().get(key));
    }

    private static void commit(Operation... operations) throws BaseNessieClientServerException {
        CommitMultipleOperationsBuilder commit = api.commitMultipleOperations()
                .branch((Branch) api.getReference().refName("main").get())
                .commitMeta(CommitMeta.fromMessage("test"));
        for (Operation operation : operations) {
            commit.operation(operation);
        }
        commit.commit();
    }
}
