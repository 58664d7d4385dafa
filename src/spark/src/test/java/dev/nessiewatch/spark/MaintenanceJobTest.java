// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.iceberg.Snapshot;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.projectnessie.model.CommitMeta;

/** The whole job, on a real Nessie server, real Spark and real files. */
class MaintenanceJobTest {
    @TempDir
    static Path warehouse;

    private static Lake lake;

    @BeforeAll
    static void openLake() {
        lake = new Lake(warehouse);
        lake.sql("CREATE NAMESPACE lake.ns");
    }

    @AfterAll
    static void closeLake() throws Exception {
        lake.close();
    }

    @Test
    void expiresAnAppendedTableAsPredictedAndSignsTheCommit() throws Exception {
        TableKey key = lake.appended("appended", 5);
        List<Snapshot> before = lake.snapshots(key);

        JobReport report = run(OrderBuilder.upTo(lake, key, 3).build());

        assertThat(report.cause()).isEqualTo("the list and its files were expired as ordered");
        assertThat(report.outcome()).isEqualTo(Outcome.EXPIRED);
        assertThat(report.removed()).isEqualTo(3);
        assertThat(report.snapshotsBefore()).isEqualTo(5);
        assertThat(report.snapshotsAfter()).isEqualTo(2);
        assertThat(report.deletedFiles())
                .containsEntry(FileKind.MANIFEST_LISTS, 3L)
                .doesNotContainKey(FileKind.DATA);
        assertThat(before.stream().map(MaintenanceJobTest::hasManifestList))
                .containsExactly(false, false, false, true, true);
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

        JobReport report = run(OrderBuilder.upTo(lake, key, 3).build());

        assertThat(report.outcome()).isEqualTo(Outcome.EXPIRED);
        assertThat(report.removed()).isEqualTo(3);
        assertThat(report.deletedFiles())
                .containsEntry(FileKind.DATA, 3L)
                .containsEntry(FileKind.MANIFESTS, 3L)
                .containsEntry(FileKind.MANIFEST_LISTS, 3L);
        assertThat(lake.count("lake.ns.replaced")).isEqualTo(1);
    }

    @Test
    void anOrderCarriedOutBeforeFindsItsOwnCommit() throws Exception {
        TableKey key = lake.grown("again", 3);
        Order order = OrderBuilder.upTo(lake, key, 2).build();
        JobReport first = run(order);

        JobReport second = run(order);

        assertThat(second.outcome()).isEqualTo(Outcome.NOTHING);
        assertThat(second.signedCommit()).isEqualTo(first.signedCommit());
        assertThat(second.cause()).startsWith("an earlier attempt of this order did it");
    }

    @Test
    void doesNothingWhenNothingIsOldEnough() throws Exception {
        TableKey key = lake.grown("young", 2);

        assertUntouched(key, OrderBuilder.upTo(lake, key, 1).olderThan(1).build(), Outcome.NOTHING);
    }

    @Test
    void stopsWhenMoreWouldGoThanPredicted() throws Exception {
        TableKey key = lake.grown("changed", 4);

        JobReport report = assertUntouched(
                key, OrderBuilder.upTo(lake, key, 3).predicting(2).build(), Outcome.CHANGED);

        assertThat(report.cause()).contains("would remove 3 snapshots, 2 were ordered");
    }

    @Test
    void stopsAtTheCommitItselfWhenAnotherWriterMadeMoreRemovable() throws Exception {
        TableKey key = lake.grown("overtaken", 3);
        Order order =
                OrderBuilder.upTo(lake, key, 2).olderThan(Long.MAX_VALUE / 2).build();

        JobReport report = run(order, Clock.systemUTC(), () -> lake.sql("INSERT INTO lake.ns.overtaken VALUES (9)"));

        assertThat(report.outcome()).isEqualTo(Outcome.CHANGED);
        assertThat(lake.snapshots(key)).hasSize(4);
    }

    @Test
    void stopsWhenTheTimeForACommitHasPassed() throws Exception {
        TableKey key = lake.grown("late", 3);

        assertUntouched(key, OrderBuilder.upTo(lake, key, 2).before(999).build(), Outcome.TOO_LATE);
    }

    @Test
    void looksAtTheClockAgainAtTheCommitItself() throws Exception {
        TableKey key = lake.grown("later", 3);
        MovableClock clock = new MovableClock(1000);

        JobReport report = run(OrderBuilder.upTo(lake, key, 2).before(1000).build(), clock, () -> clock.moveTo(1001));

        assertThat(report.outcome()).isEqualTo(Outcome.TOO_LATE);
        assertThat(lake.snapshots(key)).hasSize(3);
    }

    @Test
    void refusesATableWhoseOwnerForbidsExpiry() throws Exception {
        TableKey key = lake.grown("pinned", 3);
        lake.sql("ALTER TABLE lake.ns.pinned SET TBLPROPERTIES ('gc.enabled'='false')");

        JobReport report = assertUntouched(key, OrderBuilder.upTo(lake, key, 2).build(), Outcome.REFUSED);

        assertThat(report.cause()).startsWith("gc.enabled=false on ns.pinned");
    }

    @Test
    void refusesWhateverIsNotTheTableOrdered() throws Exception {
        TableKey key = lake.grown("mistaken", 3);
        OrderBuilder order = OrderBuilder.upTo(lake, key, 2);

        assertThat(assertUntouched(key, order.buildWith("no-such-id", order.uuid), Outcome.REFUSED)
                        .cause())
                .contains("content id " + order.contentId + ", ordered was no-such-id");
        assertThat(assertUntouched(key, order.buildWith(order.contentId, "no-such-uuid"), Outcome.REFUSED)
                        .cause())
                .contains("uuid " + order.uuid + ", ordered was no-such-uuid");
        assertThat(run(order.buildAt(new TableKey(List.of("ns", "absent")), "main"))
                        .cause())
                .isEqualTo("there is no table ns.absent on main");
        assertThat(run(order.buildAt(key, "nowhere")).cause()).isEqualTo("reference nowhere does not exist in Nessie");
        assertThat(run(order.buildAt(new TableKey(List.of("ns", "mistaken@main")), "main"))
                        .cause())
                .contains("cannot be addressed");
    }

    @Test
    void saysWhereNessieDoesNotAnswer() throws Exception {
        Order order = OrderBuilder.upTo(lake, lake.grown("unreached", 1), 0).build();
        CatalogSettings nowhere =
                new CatalogSettings(Map.of("uri", "http://127.0.0.1:1/api/v2", "warehouse", warehouse.toString()));

        JobReport report = new MaintenanceJob(new Command(order, nowhere), Clock.systemUTC(), () -> {
                    throw new AssertionError("Spark is not needed");
                })
                .run();

        assertThat(report.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(report.cause()).startsWith("Nessie does not answer at http://127.0.0.1:1/api/v2: ");
        assertThat(report.snapshotsBefore()).isNull();
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

        JobReport report = run(order);

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
        Files.delete(path(lake.snapshots(key).get(0).manifestListLocation()));

        JobReport report = run(OrderBuilder.upTo(lake, key, 3).build());

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

        JobReport report = run(OrderBuilder.upTo(lake, key, 2).build());

        assertThat(report.outcome()).isEqualTo(Outcome.EXPIRED);
        assertThat(report.removed()).isEqualTo(2);
        assertThat(lake.count(name)).isEqualTo(3);
    }

    @Test
    void withTwoReferencesOnlyTrimIsDone() throws Exception {
        TableKey key = lake.replaced("shared", 3);
        List<Snapshot> before = lake.snapshots(key);
        lake.branch("dev");
        try {
            JobReport refused =
                    assertUntouched(key, OrderBuilder.upTo(lake, key, 2).build(), Outcome.REFUSED);
            JobReport trimmed =
                    run(OrderBuilder.upTo(lake, key, 2).mode(Mode.TRIM).build());

            assertThat(refused.cause()).startsWith("2 named references exist in Nessie");
            assertThat(trimmed.outcome()).isEqualTo(Outcome.EXPIRED);
            assertThat(trimmed.removed()).isEqualTo(2);
            assertThat(trimmed.deletedFiles()).isEmpty();
            assertThat(lake.snapshots(key)).hasSize(1);
            assertThat(before).allMatch(MaintenanceJobTest::hasManifestList);
            assertThat(lake.commit(trimmed.signedCommit()).getProperties())
                    .containsEntry("app-id", trimmed.order().signature());
            assertThat(lake.count("lake.ns.`shared@dev`")).isEqualTo(1);
        } finally {
            lake.dropBranch("dev");
        }
    }

    @Test
    void keepsTheFilesWhenABranchAppearsBeforeTheyGo() throws Exception {
        TableKey key = lake.replaced("branched", 3);
        List<Snapshot> before = lake.snapshots(key);
        try {
            JobReport report =
                    run(OrderBuilder.upTo(lake, key, 2).build(), Clock.systemUTC(), () -> lake.branch("sudden"));

            assertThat(report.outcome()).isEqualTo(Outcome.CLEANUP_SKIPPED);
            assertThat(report.removed()).isEqualTo(2);
            assertThat(report.deletedFiles()).isEmpty();
            assertThat(before).allMatch(MaintenanceJobTest::hasManifestList);
        } finally {
            lake.dropBranch("sudden");
        }
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

        JobReport report = run(order, Clock.systemUTC(), () -> run(sameButTrim));

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

    private static JobReport assertUntouched(TableKey key, Order order, Outcome outcome) throws Exception {
        int before = lake.snapshots(key).size();
        String head = lake.head();

        JobReport report = run(order, new MovableClock(1000), () -> {});

        assertThat(report.outcome()).as(report.cause()).isEqualTo(outcome);
        assertThat(report.removed()).isZero();
        assertThat(report.signedCommit()).isNull();
        assertThat(lake.head()).isEqualTo(head);
        assertThat(lake.snapshots(key)).hasSize(before);
        return report;
    }

    private static JobReport run(Order order) {
        return run(order, Clock.systemUTC(), () -> {});
    }

    /** Runs an order; the interruption happens after the dry run and before the commit. */
    private static JobReport run(Order order, Clock clock, Runnable interruption) {
        Command command = new Command(order, new CatalogSettings(lake.properties()));
        AtomicBoolean first = new AtomicBoolean(true);
        return new MaintenanceJob(command, clock, () -> {
                    SparkSession session = SparkExpiry.session(order);
                    if (first.getAndSet(false)) {
                        interruption.run();
                    }
                    return session;
                })
                .run();
    }

    private static boolean hasManifestList(Snapshot snapshot) {
        return Files.exists(path(snapshot.manifestListLocation()));
    }

    private static Path path(String location) {
        return Path.of(URI.create(location).getPath());
    }
}
