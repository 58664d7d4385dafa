// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.spark.WeeklyRuns.Done;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.apache.iceberg.Snapshot;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** The archive of what a weekly run expires. */
class WeeklyArchiveTest {
    private static final Duration OLD = Duration.ofDays(9);

    private final Lake lake = Lake.shared();

    @Test
    void keepsARowOfEachSnapshotThatGoesInOneAppend() throws Exception {
        TableKey one = lake.appended("v1_one", 3);
        TableKey two = lake.grown("v1_two", 4);
        lake.age(one, OLD, OLD.minusHours(1));
        lake.age(two, OLD, OLD, OLD);
        Snapshot second = lake.snapshots(one).get(1);

        Done done = WeeklyRuns.over(lake, "v1_")
                .with(WeeklyOption.ARCHIVE_TABLE, "kept.v1.archive")
                .run();

        assertThat(done.exitCode()).isZero();
        assertThat(done.number("ns.v1_one", "archive", "rows")).isEqualTo(2);
        assertThat(done.number("ns.v1_two", "archive", "rows")).isEqualTo(3);
        assertThat(done.number("ns.v1_two", "expire", "removedSnapshots")).isEqualTo(3);
        assertThat(lake.snapshots(new TableKey(List.of("kept", "v1", "archive"))))
                .hasSize(1);
        List<Row> rows = lake.rows("SELECT * FROM lake.kept.v1.archive WHERE snapshot_id = " + second.snapshotId());
        assertThat(rows).singleElement().satisfies(row -> {
            assertThat(row.<String>getAs("table_name")).isEqualTo("ns.v1_one");
            assertThat(row.<String>getAs("reference")).isEqualTo("main");
            assertThat(row.<String>getAs("content_id")).isEqualTo(lake.contentId(one));
            assertThat(row.<Long>getAs("parent_id")).isEqualTo(second.parentId());
            assertThat(row.<Timestamp>getAs("committed_at").getTime()).isEqualTo(second.timestampMillis());
            assertThat(row.<String>getAs("operation")).isEqualTo("append");
            assertThat(row.getJavaMap(row.fieldIndex("summary")).get("added-records"))
                    .isEqualTo("1");
            assertThat(row.<String>getAs("manifest_list")).isEqualTo(second.manifestListLocation());
            assertThat(row.<Long>getAs("sequence_number")).isEqualTo(second.sequenceNumber());
            assertThat(row.<Integer>getAs("schema_id")).isEqualTo(second.schemaId());
            assertThat(row.<String>getAs("run_id")).isEqualTo("v1_run");
        });
    }

    @Test
    void writesNoRowTwiceWhenARunIsRepeated() throws Exception {
        TableKey key = lake.grown("v2_again", 4);
        lake.age(key, OLD.plusHours(2), OLD.plusHours(1), OLD.minusHours(1));
        // As after a run that was killed between the archive and the expiry, when less was old enough.
        archive("v2_").write(List.of(found(key)));

        Done done = WeeklyRuns.over(lake, "v2_")
                .with(WeeklyOption.ARCHIVE_TABLE, "[\"ns\",\"v2-archive\"]")
                .run();

        assertThat(done.number("ns.v2_again", "archive", "rows")).isEqualTo(1);
        assertThat(done.number("ns.v2_again", "archive", "alreadyThere")).isEqualTo(2);
        assertThat(lake.snapshots(key)).hasSize(1);
        assertThat(lake.rows("SELECT DISTINCT content_id, snapshot_id FROM lake.ns.`v2-archive`"))
                .hasSize(3);
        assertThat(lake.count("lake.ns.`v2-archive`")).isEqualTo(3);
    }

    @Test
    void expiresNothingThatItCouldNotArchive() throws Exception {
        TableKey key = lake.grown("v3_kept", 3);
        lake.age(key, OLD, OLD);
        lake.sql("CREATE TABLE lake.ns.v3archive (id INT) USING iceberg");

        Done done = WeeklyRuns.over(lake, "v3_")
                .with(WeeklyOption.ARCHIVE_TABLE, "ns.v3archive")
                .run();

        assertThat(done.exitCode()).isEqualTo(WeeklySummary.TABLES_FAILED);
        assertThat(done.why("ns.v3_kept", "archive"))
                .isEqualTo("the archive could not be written: ns.v3archive has no column table_name of type string");
        assertThat(done.did("ns.v3_kept", "expire")).isEqualTo("nothing");
        assertThat(done.why("ns.v3_kept", "expire")).startsWith("not all of the snapshots");
        assertThat(lake.snapshots(key)).hasSize(3);
    }

    private Archive archive(String prefix) throws UsageException {
        WeeklyRuns runs = WeeklyRuns.over(lake, prefix)
                .with(WeeklyOption.ARCHIVE_TABLE, "[\"ns\",\"v2-archive\"]")
                .with(WeeklyOption.RETENTION_DAYS, "9");
        Week week = Week.begin(
                WeeklyOptions.of(runs.options),
                Clock.systemUTC(),
                () -> {
                    throw new AssertionError("Spark is not needed");
                },
                new StopSignal());
        return new Archive(week, new WeeklyLake("main", lake.properties()));
    }

    private Survey.Found found(TableKey key) throws Exception {
        return new Survey.Found(
                new WeeklyLake.Entered(key, lake.contentId(key), ""),
                new Glance(4, lake.snapshots(key).get(0).timestampMillis(), List.of()),
                "");
    }
}
