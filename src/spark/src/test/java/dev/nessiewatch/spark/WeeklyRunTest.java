// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.spark.WeeklyRuns.Done;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.iceberg.Snapshot;
import org.junit.jupiter.api.Test;

/** The weekly run on a real Nessie server, real Spark and real files. */
class WeeklyRunTest {
    private static final Duration OLD = Duration.ofDays(9);
    private static final Duration YOUNG = Duration.ofDays(5);

    private final Lake lake = Lake.shared();

    @Test
    void doesEveryStepToEachTableTheLongestListFirst() throws Exception {
        lake.grown("w1_short", 2);
        TableKey key = lake.appended("w1_long", 6);
        List<Snapshot> before = lake.snapshots(key);
        lake.age(key, OLD, OLD.minusHours(1), OLD.minusHours(2), YOUNG, YOUNG.minusHours(1));
        Path orphan = Lake.path(lake.load(key).location()).resolve("data/left-behind.parquet");
        Files.writeString(orphan, "a file of a writer that died");
        lake.ageFiles(key);
        Path fresh = orphan.resolveSibling("being-written.parquet");
        Files.writeString(fresh, "a file of a writer that is not ready");
        List<Path> metadataFiles = metadataFiles(key);

        Done done = WeeklyRuns.over(lake, "w1_").run();

        assertThat(done.lines().get(0).path("table").asText()).isEqualTo("ns.w1_long");
        assertThat(done.lines()).hasSize(3);
        assertThat(done.exitCode()).isZero();
        assertThat(done.number("ns.w1_long", "expire", "removedSnapshots")).isEqualTo(3);
        assertThat(done.number("ns.w1_long", "expire", "manifestLists")).isEqualTo(3);
        assertThat(done.number("ns.w1_long", "rewrite-data-files", "rewrittenDataFiles"))
                .isEqualTo(6);
        assertThat(done.number("ns.w1_long", "rewrite-data-files", "addedDataFiles"))
                .isEqualTo(1);
        assertThat(done.did("ns.w1_long", "rewrite-manifests")).isIn("done", "nothing");
        assertThat(done.number("ns.w1_long", "remove-orphan-files", "deletedOrphans"))
                .isEqualTo(1);
        assertThat(done.why("ns.w1_long", "archive")).isEqualTo("switched off");
        assertThat(done.why("ns.w1_short", "expire")).startsWith("no snapshot of 2 is older than");
        assertThat(done.summary().path("tables").path("done").asInt()).isEqualTo(1);
        assertThat(done.summary().path("tables").path("nothing").asInt()).isEqualTo(1);
        assertThat(done.summary().path("numbers").path("removedSnapshots").asInt())
                .isEqualTo(3);

        assertThat(before.stream().map(Lake::hasManifestList)).containsExactly(false, false, false, true, true, true);
        assertThat(orphan).doesNotExist();
        assertThat(fresh).exists();
        assertThat(metadataFiles(key)).containsAll(metadataFiles);
        assertThat(lake.count("lake.ns.w1_long")).isEqualTo(6);
        assertThat(lake.count("lake.ns.w1_long VERSION AS OF " + before.get(3).snapshotId()))
                .isEqualTo(4);
        assertThat(lake.count("lake.ns.w1_long TIMESTAMP AS OF date_sub(current_timestamp(), 4)"))
                .isEqualTo(5);
        assertThat(lake.commits(2)).allSatisfy(commit -> {
            assertThat(commit.getProperties()).containsEntry("app-id", "nessiewatch-weekly/w1_run");
            assertThat(commit.getAuthor()).isEqualTo("nessiewatch");
        });
    }

    @Test
    void aTableThatFailsDoesNotStopTheRest() throws Exception {
        TableKey broken = lake.appended("w2_broken", 3);
        TableKey whole = lake.appended("w2_whole", 2);
        lake.age(broken, OLD);
        lake.age(whole, OLD);
        Snapshot current = lake.snapshots(broken).get(2);
        Files.delete(
                Lake.path(current.allManifests(lake.load(broken).io()).get(0).path()));

        Done done = WeeklyRuns.over(lake, "w2_").run();

        assertThat(done.exitCode()).isEqualTo(WeeklySummary.TABLES_FAILED);
        assertThat(done.table("ns.w2_broken").path("outcome").asText()).isEqualTo("failed");
        assertThat(done.did("ns.w2_broken", "expire")).isEqualTo("failed");
        assertThat(done.why("ns.w2_broken", "expire")).contains("the list was shortened, then the clean-up ended");
        assertThat(done.did("ns.w2_broken", "rewrite-data-files")).isEqualTo("failed");
        assertThat(done.table("ns.w2_whole").path("outcome").asText()).isEqualTo("done");
        assertThat(done.number("ns.w2_whole", "expire", "removedSnapshots")).isEqualTo(1);
        assertThat(done.summary().path("tables").path("failed").asInt()).isEqualTo(1);
        lake.sql("DROP TABLE lake.ns.w2_broken");
    }

    @Test
    void neverShortensAListWhoseOwnerForbidsOrKeepsMore() throws Exception {
        TableKey pinned = lake.appended("w3_pinned", 3);
        TableKey kept = lake.grown("w3_kept", 3);
        TableKey counted = lake.grown("w3_counted", 4);
        for (TableKey key : List.of(pinned, kept, counted)) {
            lake.age(key, OLD, OLD);
        }
        lake.sql(
                "ALTER TABLE lake.ns.w3_pinned SET TBLPROPERTIES ('gc.enabled'='false')",
                "ALTER TABLE lake.ns.w3_kept SET TBLPROPERTIES ('history.expire.max-snapshot-age-ms'='864000000')",
                "ALTER TABLE lake.ns.w3_counted SET TBLPROPERTIES ('history.expire.min-snapshots-to-keep'='3')");

        Done done = WeeklyRuns.over(lake, "w3_")
                .with(WeeklyOption.REWRITE_MANIFESTS, "false")
                .run();

        assertThat(done.exitCode()).isZero();
        assertThat(done.did("ns.w3_pinned", "expire")).isEqualTo("nothing");
        assertThat(done.why("ns.w3_pinned", "expire")).startsWith("gc.enabled=false on ns.w3_pinned");
        assertThat(done.why("ns.w3_pinned", "remove-orphan-files")).startsWith("gc.enabled=false on ns.w3_pinned");
        assertThat(done.did("ns.w3_kept", "expire")).isEqualTo("nothing");
        assertThat(lake.snapshots(pinned)).hasSize(3);
        assertThat(lake.snapshots(kept)).hasSize(3);
        assertThat(lake.snapshots(counted)).hasSize(3);
    }

    @Test
    void withAnotherReferenceItTrimsAndTouchesNoFile() throws Exception {
        TableKey key = lake.replaced("w4_shared", 3);
        lake.age(key, OLD.plusHours(2), OLD.plusHours(1), OLD);
        List<Path> files = lake.files(key);
        lake.ageFiles(key);
        lake.branch("side");
        try {
            Done done = WeeklyRuns.over(lake, "w4_").run();

            assertThat(done.exitCode()).isZero();
            assertThat(done.number("ns.w4_shared", "expire", "removedSnapshots"))
                    .isEqualTo(2);
            assertThat(done.why("ns.w4_shared", "expire")).startsWith("trimmed, and no file was touched: 2 named");
            assertThat(done.why("ns.w4_shared", "remove-orphan-files")).startsWith("2 named references exist");
            assertThat(lake.snapshots(key)).hasSize(1);
            assertThat(lake.files(key)).containsAll(files);
            assertThat(lake.count("lake.ns.`w4_shared@side`")).isEqualTo(1);
        } finally {
            lake.dropBranch("side");
        }

        Done trimmed =
                WeeklyRuns.over(lake, "w4_").with(WeeklyOption.EXPIRE, "trim").run();
        Done swept = WeeklyRuns.over(lake, "w4_").run();

        assertThat(trimmed.why("ns.w4_shared", "remove-orphan-files")).startsWith("expire is set to trim");
        assertThat(swept.number("ns.w4_shared", "remove-orphan-files", "deletedOrphans"))
                .isEqualTo(6);
        assertThat(lake.count("lake.ns.w4_shared")).isEqualTo(1);
    }

    @Test
    void removesNoOrphanWhereFoldersOfTablesLieInsideEachOther() throws Exception {
        TableKey outer = lake.appended("w5_outer", 1);
        String inside = lake.load(outer).location() + "/inner";
        // Excluded by its name, and still seen.
        lake.sql("CREATE TABLE lake.ns.x5_inner (id INT) USING iceberg LOCATION '" + inside + "'");
        lake.append("lake.ns.x5_inner", 1);
        lake.ageFiles(outer);

        Done done = WeeklyRuns.over(lake, "w5_").run();

        assertThat(done.why("ns.w5_outer", "remove-orphan-files"))
                .isEqualTo("its folders and those of ns.x5_inner are shared or lie inside each other");
        assertThat(lake.count("lake.ns.x5_inner")).isEqualTo(1);
        lake.sql("DROP TABLE lake.ns.x5_inner");
    }

    @Test
    void leavesATableAloneThatIsBeingRebuilt() throws Exception {
        TableKey key = lake.replaced("w6_rebuilt", 3);
        lake.age(key, OLD, OLD.minusHours(1), Duration.ofMinutes(30));

        Done waited = WeeklyRuns.over(lake, "w6_").run();
        int left = lake.snapshots(key).size();
        Done forced = WeeklyRuns.over(lake, "w6_")
                .with(WeeklyOption.REBUILD_WINDOW, "20m")
                .run();

        assertThat(waited.table("ns.w6_rebuilt").path("outcome").asText()).isEqualTo("skipped");
        assertThat(waited.table("ns.w6_rebuilt").path("why").asText()).contains("younger than the rebuild window");
        assertThat(waited.exitCode()).isZero();
        assertThat(left).isEqualTo(3);
        assertThat(forced.number("ns.w6_rebuilt", "expire", "removedSnapshots")).isEqualTo(2);
        assertThat(forced.number("ns.w6_rebuilt", "expire", "data")).isEqualTo(2);
    }

    @Test
    void doesOnlyWhatIsSwitchedOn() throws Exception {
        TableKey key = lake.appended("w7_off", 3);
        lake.age(key, OLD);
        String head = lake.head();

        Done done = WeeklyRuns.over(lake, "w7_")
                .with(WeeklyOption.EXPIRE, "false")
                .with(WeeklyOption.REWRITE_DATA_FILES, "false")
                .with(WeeklyOption.REWRITE_MANIFESTS, "false")
                .with(WeeklyOption.REMOVE_ORPHAN_FILES, "false")
                .run();

        assertThat(done.table("ns.w7_off").path("steps"))
                .hasSize(5)
                .allSatisfy(step -> assertThat(step.path("why").asText()).isEqualTo("switched off"));
        assertThat(lake.head()).isEqualTo(head);
    }

    @Test
    void takesHostileNamesAndSkipsTheOnesThatMeanAnotherTable() throws Exception {
        lake.sql("CREATE NAMESPACE lake.`w8 n.s`");
        TableKey key = new TableKey(List.of("w8 n.s", "w8_it's a \"key\" x.y"));
        String name = "lake.`w8 n.s`.`w8_it's a \"key\" x.y`";
        lake.sql("CREATE TABLE " + name + " (id INT) USING iceberg");
        lake.append(name, 3);
        lake.age(key, OLD, OLD);
        lake.alias(key, new TableKey(List.of("ns", "w8_t@dev")));

        Done done = WeeklyRuns.over(lake, "w8_").run();

        assertThat(done.number(key.display(), "expire", "removedSnapshots")).isEqualTo(2);
        assertThat(done.table("ns.\"w8_t@dev\"").path("outcome").asText()).isEqualTo("skipped");
        assertThat(done.table("ns.\"w8_t@dev\"").path("why").asText()).contains("cannot be addressed");
        assertThat(done.why(key.display(), "remove-orphan-files")).contains("are shared or lie inside each other");
        assertThat(done.exitCode()).isZero();
        lake.unalias(new TableKey(List.of("ns", "w8_t@dev")));
    }

    @Test
    void removesNoOrphanAtAllWhileOneTableCannotBeRead() throws Exception {
        lake.appended("w9_fine", 1);
        TableKey lost = lake.grown("w9_lost", 1);
        Path metadata = Lake.path(lake.load(lost).operations().current().metadataFileLocation());
        byte[] content = Files.readAllBytes(metadata);
        Files.delete(metadata);
        try {
            Done done = WeeklyRuns.over(lake, "w9_").run();

            assertThat(done.table("ns.w9_lost").path("outcome").asText()).isEqualTo("failed");
            assertThat(done.why("ns.w9_fine", "remove-orphan-files"))
                    .startsWith("ns.w9_lost cannot be read, so that nobody knows where its files are");
            assertThat(done.exitCode()).isEqualTo(WeeklySummary.TABLES_FAILED);
        } finally {
            Files.write(metadata, content);
        }
    }

    @Test
    void beginsNoTableAfterItsTimeAndSaysWhichWereNotReached() throws Exception {
        lake.grown("wa_first", 3);
        lake.grown("wa_second", 2);
        long now = System.currentTimeMillis();
        MovableClock clock = new MovableClock(now);

        Done done = WeeklyRuns.over(lake, "wa_")
                .with(WeeklyOption.STOP_AFTER, "1h")
                .at(clock)
                .run(new StopSignal(), line -> clock.moveTo(now + 3_600_000));

        assertThat(done.table("ns.wa_first").path("outcome").asText()).isEqualTo("nothing");
        assertThat(done.table("ns.wa_second").path("outcome").asText()).isEqualTo("notReached");
        assertThat(done.exitCode()).isEqualTo(WeeklySummary.NOT_ALL_REACHED);
        assertThat(done.summary().path("ended").asText()).isEqualTo("stop-after has passed");
    }

    @Test
    void saysWhatIsWrongWithTheWholeRun() throws Exception {
        Done done = WeeklyRuns.over(lake, "wb_")
                .with(WeeklyOption.REFERENCE, "nowhere")
                .run();

        assertThat(done.exitCode()).isEqualTo(WeeklySummary.RUN_FAILED);
        assertThat(done.lines()).hasSize(1);
        assertThat(done.summary().path("failure").asText()).isEqualTo("reference nowhere does not exist in Nessie");
    }

    private List<Path> metadataFiles(TableKey key) throws Exception {
        return lake.files(key).stream()
                .filter(file -> file.toString().endsWith(".metadata.json"))
                .toList();
    }
}
