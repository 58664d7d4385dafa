// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.iceberg.Snapshot;
import org.junit.jupiter.api.Test;
import org.projectnessie.model.CommitMeta;

/** The whole job, on a real Nessie server, real Spark and real files. */
class MaintenanceJobTest {
    private final Lake lake = Lake.shared();

    @Test
    void expiresAnAppendedTableAsPredictedAndSignsTheCommit() throws Exception {
        TableKey key = lake.appended("appended", 5);
        List<Snapshot> before = lake.snapshots(key);

        JobReport report = JobRun.of(lake, OrderBuilder.upTo(lake, key, 3).build());

        assertThat(report.cause()).isEqualTo("the list and its files were expired as ordered");
        assertThat(report.outcome()).isEqualTo(Outcome.EXPIRED);
        assertThat(report.removed()).isEqualTo(3);
        assertThat(report.snapshotsBefore()).isEqualTo(5);
        assertThat(report.snapshotsAfter()).isEqualTo(2);
        assertThat(report.deletedFiles())
                .containsEntry(FileKind.MANIFEST_LISTS, 3L)
                .doesNotContainKey(FileKind.DATA);
        assertThat(before.stream().map(Lake::hasManifestList)).containsExactly(false, false, false, true, true);
        assertThat(lake.count("lake.ns.appended")).isEqualTo(5);
        CommitMeta commit = lake.commit(report.signedCommit());
        assertThat(commit.getProperties())
                .containsEntry("app-id", report.order().signature());
        assertThat(commit.getAuthor()).isEqualTo("nessiewatch");
        assertThat(lake.head()).isEqualTo(report.signedCommit());
    }

    @Test
    void expiresATableGrownByReplaceWithItsDataFiles() throws Exception {
        TableKey key = lake.replaced("replaced", 4);

        JobReport report = JobRun.of(lake, OrderBuilder.upTo(lake, key, 3).build());

        assertThat(report.outcome()).isEqualTo(Outcome.EXPIRED);
        assertThat(report.removed()).isEqualTo(3);
        assertThat(report.deletedFiles())
                .containsEntry(FileKind.DATA, 3L)
                .containsEntry(FileKind.MANIFESTS, 3L)
                .containsEntry(FileKind.MANIFEST_LISTS, 3L);
        assertThat(lake.count("lake.ns.replaced")).isEqualTo(1);
    }

    @Test
    void aNessieThatStallsIsAskedAgainUntilItAnswers() throws Exception {
        TableKey key = lake.appended("stalled", 3);
        Order order = OrderBuilder.upTo(lake, key, 2).build();
        try (StalledNessie stalled =
                new StalledNessie(String.valueOf(lake.properties().get("uri")), 2)) {
            Map<String, String> properties = new HashMap<>(lake.properties());
            properties.put("uri", stalled.uri());
            properties.put("nessie.transport.read-timeout", "500");

            JobReport report = new MaintenanceJob(
                            new Command(order, new CatalogSettings(properties)),
                            Clock.systemUTC(),
                            () -> SparkExpiry.session(order),
                            Duration.ofMinutes(2))
                    .run();

            assertThat(report.outcome()).as(report.cause()).isEqualTo(Outcome.EXPIRED);
            assertThat(report.removed()).isEqualTo(2);
            assertThat(stalled.taken()).isGreaterThan(2);
        }
    }

    @Test
    void anOrderCarriedOutBeforeFindsItsOwnCommit() throws Exception {
        TableKey key = lake.grown("again", 3);
        Order order = OrderBuilder.upTo(lake, key, 2).build();
        JobReport first = JobRun.of(lake, order);

        JobReport second = JobRun.of(lake, order);

        assertThat(second.outcome()).isEqualTo(Outcome.NOTHING);
        assertThat(second.signedCommit()).isEqualTo(first.signedCommit());
        assertThat(second.cause()).startsWith("an earlier attempt of this order did it");
    }

    @Test
    void expiresWhileOthersWriteWithoutPause() throws Exception {
        TableKey key = lake.appended("busy", 5);
        // Iceberg's own tries are off, so that each lost race is the job's to repeat, and the writer's.
        lake.sql("ALTER TABLE lake.ns.busy SET TBLPROPERTIES ('commit.retry.num-retries'='0')");
        Order order = OrderBuilder.upTo(lake, key, 4).build();
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch started = new CountDownLatch(1);
        ExecutorService writer = Executors.newSingleThreadExecutor();
        Future<Integer> written = writer.submit(() -> {
            int rows = 0;
            while (!done.get()) {
                rows += lake.inserted("lake.ns.busy") ? 1 : 0;
                started.countDown();
            }
            return rows;
        });
        started.await();

        JobReport report = JobRun.of(lake, order);

        done.set(true);
        int rows = written.get();
        assertThat(report.cause()).isEqualTo("the list and its files were expired as ordered");
        assertThat(report.outcome()).isEqualTo(Outcome.EXPIRED);
        assertThat(report.removed()).isEqualTo(4);
        assertThat(lake.count("lake.ns.busy")).isEqualTo(5 + rows);
        writer.shutdown();
    }

    @Test
    void saysSoWhenTheCleanUpCannotBeFinished() throws Exception {
        TableKey key = lake.appended("damaged", 4);
        Files.delete(Lake.path(lake.snapshots(key).get(0).manifestListLocation()));

        JobReport report = JobRun.of(lake, OrderBuilder.upTo(lake, key, 3).build());

        assertThat(report.outcome()).isEqualTo(Outcome.CLEANUP_INCOMPLETE);
        assertThat(report.removed()).isEqualTo(3);
        assertThat(report.signedCommit()).isNotNull();
        assertThat(report.cause()).startsWith("the list was shortened, then the clean-up failed");
        assertThat(lake.snapshots(key)).hasSize(1);
    }

    @Test
    void takesKeysWithDotsBlanksAndQuotes() throws Exception {
        lake.sql("CREATE NAMESPACE lake.`n.s`");
        TableKey key = new TableKey(List.of("n.s", "it's a \"key\" x.y"));
        String name = "lake.`n.s`.`it's a \"key\" x.y`";
        lake.sql("CREATE TABLE " + name + " (id INT) USING iceberg");
        lake.append(name, 3);

        JobReport report = JobRun.of(lake, OrderBuilder.upTo(lake, key, 2).build());

        assertThat(report.outcome()).isEqualTo(Outcome.EXPIRED);
        assertThat(report.removed()).isEqualTo(2);
        assertThat(lake.count(name)).isEqualTo(3);
    }

    @Test
    void aCommitWhoseAnswerWasLostIsNotCalledNothing() throws Exception {
        TableKey key = lake.grown("lost", 3);
        Order order = OrderBuilder.upTo(lake, key, 2).build();
        Order sameButTrim = new Order(
                Mode.TRIM,
                order.id(),
                order.reference(),
                key,
                order.contentId(),
                order.uuid(),
                order.olderThanMs(),
                1,
                2,
                null);

        JobReport report = JobRun.of(lake, order, Clock.systemUTC(), () -> JobRun.of(lake, sameButTrim));

        assertThat(report.outcome()).isEqualTo(Outcome.CLEANUP_INCOMPLETE);
        assertThat(report.signedCommit()).isNotNull();
    }

    @Test
    void asAProcessInTokyoItRemovesTheSameAndPrintsOneLine() throws Exception {
        TableKey key = lake.appended("tokyo", 4);
        Order order = OrderBuilder.upTo(lake, key, 3).build();

        ProcessBuilder builder = new ProcessBuilder(JobProcess.command(order, lake.properties(), "Asia/Tokyo"));
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        List<String> lines = process.inputReader().lines().toList();

        assertThat(lines).singleElement().asString().startsWith("{\"order\":\"" + order.id() + "\"");
        assertThat(lines.get(0)).contains("\"outcome\":\"EXPIRED\",\"removed\":3,\"snapshotsBefore\":4");
        assertThat(process.waitFor()).isZero();
        assertThat(lake.snapshots(key)).hasSize(1);
    }
}
