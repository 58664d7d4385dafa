// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.testing.LocalNessie;
import dev.nessiewatch.testing.MetadataFile;
import dev.nessiewatch.testing.PlainReader;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.projectnessie.client.NessieClientBuilder;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.model.Branch;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.Namespace;
import org.projectnessie.model.Operation;

/** The packaged service through a morning on which everything else starts later than it does. */
class ServiceIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    @Test
    void waitsForItsNeighboursSaysSoOnceAndGoesOnWithoutARestart() throws Exception {
        int kafkaPort = ServiceProcess.freePort();
        int nessiePort = ServiceProcess.freePort();
        try (ServiceProcess service = ServiceProcess.start(folder, properties(kafkaPort, nessiePort))) {
            service.await("trouble", PATIENCE, () -> troubles(service).size() == 1);
            assertThat(service.get("/q/health/live").status()).isEqualTo(200);
            ServiceProcess.Answer notReady = service.get("/q/health/ready");
            assertThat(notReady.status()).isEqualTo(503);
            assertThat(notReady.body()).contains("kafka").contains("check kafka.bootstrap.servers");

            try (LocalKafka kafka = LocalKafka.start(kafkaPort)) {
                service.await(
                        "trouble with Nessie", PATIENCE, () -> troubles(service).size() == 2);
                assertThat(service.get("/q/health/ready").body()).contains("Check nessiewatch.nessie.uri");

                try (LocalNessie nessie = LocalNessie.start(nessiePort)) {
                    service.await(
                            "trouble with the branch",
                            PATIENCE,
                            () -> troubles(service).size() == 3);
                    assertThat(service.get("/q/health/ready").body()).contains("no reference 'team/lake'");
                    commitATable(nessie.uri());

                    service.await(
                            "readiness",
                            PATIENCE,
                            () -> service.get("/q/health/ready").status() == 200);
                    service.await(
                            "row",
                            PATIENCE,
                            () -> service.get("/api/tables").body().contains("team/lake"));
                    everythingIsShown(service);
                    operatorsAreHeard(service, kafka.bootstrapServers());
                    assertThat(new PlainReader(kafka.bootstrapServers()).records("nessiewatch.snapshot-counts"))
                            .hasSize(1);
                    assertThat(new PlainReader(kafka.bootstrapServers()).records("nessiewatch.positions"))
                            .isNotEmpty();

                    assertThat(troubles(service)).hasSize(3);
                    assertThat(service.lines())
                            .noneMatch(line -> line.startsWith("\tat ") || line.startsWith("Caused by"));
                    assertThat(service.lines().stream().filter(line -> line.contains(" is back")))
                            .hasSize(2);
                    endsInTime(service);
                }
            }
        }
    }

    @Test
    void endsInTimeWhileItWaits() throws Exception {
        try (ServiceProcess service =
                ServiceProcess.start(folder, properties(ServiceProcess.freePort(), ServiceProcess.freePort()))) {
            service.await(
                    "liveness", PATIENCE, () -> service.get("/q/health/live").status() == 200);
            endsInTime(service);
            assertThat(troubles(service)).isEmpty();
        }
    }

    private static void endsInTime(ServiceProcess service) throws InterruptedException {
        assertThat(service.isAlive()).isTrue();
        service.terminate();
        assertThat(service.exitCode(Duration.ofSeconds(10))).isEqualTo(143);
    }

    private static void everythingIsShown(ServiceProcess service) {
        assertThat(service.get("/api/tables").body())
                .contains("\"name\":\"ns.\\\"daily <b>\\\"\"")
                .contains("\"snapshots\":3")
                .contains("\"outcome\":\"WEEKLY_SUFFICES\"");
        ServiceProcess.Answer page = service.get("/");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body())
                .contains("WEEKLY_SUFFICES")
                .contains("daily &lt;b&gt;")
                .doesNotContain("daily <b>");
        assertThat(service.get("/q/metrics").body())
                .contains("nessiewatch_tables{outcome=\"WEEKLY_SUFFICES\"} 1.0")
                .containsPattern("nessiewatch_feed_sequence\\{reference=\"team/lake\"} [12]\\.0");
    }

    /** Through the topic alone, as from a machine that reaches the broker and no port of the service. */
    private void operatorsAreHeard(ServiceProcess service, String bootstrapServers) throws InterruptedException {
        String table = "ns.\"daily <b>\"";
        command("pause", "--bootstrap-servers", bootstrapServers, "--who", "zoe <b>");

        assertThat(service.get("/").body())
                .contains("Paused: all launches since ")
                .contains("by zoe &lt;b&gt;.");
        assertThat(service.get("/api/pauses").body())
                .contains("\"everything\":true")
                .contains("\"who\":\"zoe <b>\"");
        assertThat(service.get("/q/metrics").body())
                .contains("nessiewatch_paused 1.0")
                .contains("nessiewatch_operator_commands_total{command=\"PAUSE\",outcome=\"DONE\"} 1.0");

        String said = command("why", table, "--bootstrap-servers", bootstrapServers);
        assertThat(said).startsWith(table + " on team/lake: WEEKLY_SUFFICES").contains("  Paused  ");
        assertThat(service.get("/api/tables").body())
                .contains(said.replace("\"", "\\\"").lines().findFirst().orElseThrow());

        command("resume", "--bootstrap-servers", bootstrapServers, "--who", "zoe <b>");
        assertThat(service.get("/").body()).doesNotContain("Paused: ");
        assertThat(service.lines()).anyMatch(line -> line.contains("Operator: pause everything, asked by zoe <b> at "));
    }

    private String command(String... arguments) throws InterruptedException {
        return ServiceProcess.output(folder, 0, List.of(), List.of(arguments));
    }

    private static List<String> troubles(ServiceProcess service) {
        return service.lines().stream()
                .filter(line -> line.contains(" WARN ") || line.contains(" ERROR "))
                .toList();
    }

    private static List<String> properties(int kafkaPort, int nessiePort) {
        return List.of(
                "kafka.bootstrap.servers=127.0.0.1:" + kafkaPort,
                "nessiewatch.nessie.uri=http://127.0.0.1:" + nessiePort + "/api/v2",
                "nessiewatch.watch.references=team/lake",
                "nessiewatch.watch.period=1s",
                "nessiewatch.service.period=1s",
                "nessiewatch.feed.start-timeout=3s");
    }

    private void commitATable(URI nessie) throws Exception {
        MetadataFile file = MetadataFile.of("u").replaces(3, Instant.now().minusSeconds(7200), Duration.ofMinutes(30));
        String location = file.write(folder.resolve("00003-x.metadata.json"));
        try (NessieApiV2 api = NessieClientBuilder.createClientBuilderFromSystemSettings()
                .withUri(nessie)
                .build(NessieApiV2.class)) {
            Branch branch = (Branch) api.createReference()
                    .sourceRefName("main")
                    .reference(Branch.of("team/lake", api.getDefaultBranch().getHash()))
                    .create();
            api.commitMultipleOperations()
                    .branch(branch)
                    .commitMeta(CommitMeta.fromMessage("test"))
                    .operation(Operation.Put.of(ContentKey.of("ns"), Namespace.of("ns")))
                    .operation(Operation.Put.of(
                            ContentKey.of("ns", "daily <b>"), IcebergTable.of(location, file.currentId(), 0, 0, 0)))
                    .commit();
        }
    }
}
