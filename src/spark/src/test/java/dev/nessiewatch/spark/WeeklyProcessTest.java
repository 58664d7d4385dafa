// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.spark.WeeklyRuns.Done;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.Snapshot;
import org.junit.jupiter.api.Test;

/** The weekly run as a process of its own, in another time zone, which does not live to its end. */
class WeeklyProcessTest {
    private static final int TABLES = 3;
    private static final Duration WEEK = Duration.ofDays(7);

    private final Lake lake = Lake.shared();

    @Test
    void killedInTheMiddleAndRepeatedItLosesNothingAndDoesNothingTwice() throws Exception {
        List<TableKey> keys = tables("u1_");
        List<List<Snapshot>> before = new ArrayList<>();
        for (TableKey key : keys) {
            before.add(lake.snapshots(key));
        }
        WeeklyRuns runs = WeeklyRuns.over(lake, "u1_").with(WeeklyOption.ARCHIVE_TABLE, "ns.u1archive");

        Process killed = start(runs);
        String first = killed.inputReader().readLine();
        killed.destroyForcibly();
        assertThat(killed.waitFor(60, TimeUnit.SECONDS)).isTrue();
        Done done = runs.run();

        assertThat(first).contains("\"table\":\"ns.u1_0\"", "\"removedSnapshots\":2");
        assertThat(done.exitCode()).isZero();
        assertThat(lake.count("lake.ns.u1archive")).isEqualTo(2L * TABLES);
        assertThat(lake.rows("SELECT DISTINCT content_id, snapshot_id FROM lake.ns.u1archive"))
                .hasSize(2 * TABLES);
        for (int i = 0; i < TABLES; i++) {
            assertThat(before.get(i).stream().map(Lake::hasManifestList))
                    .as(keys.get(i).display())
                    .containsExactly(false, false, true, true);
            assertThat(lake.snapshots(keys.get(i)))
                    .contains(before.get(i).get(2), before.get(i).get(3));
            assertThat(lake.count("lake.ns.u1_" + i)).isEqualTo(4);
            assertThat(lake.count("lake.ns.u1_" + i + " VERSION AS OF "
                            + before.get(i).get(2).snapshotId()))
                    .isEqualTo(3);
        }
    }

    @Test
    void toldToEndItFinishesItsSentence() throws Exception {
        tables("u2_");

        Process process = start(WeeklyRuns.over(lake, "u2_"));
        List<JsonNode> lines = new ArrayList<>();
        BufferedReader reader = process.inputReader();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            lines.add(WeeklyRuns.parse(line));
            if (lines.size() == 1) {
                // By its handle: the process itself would close what is read here.
                process.toHandle().destroy();
            }
        }
        Done done = new Done(process.waitFor(), lines);

        assertThat(done.exitCode()).isEqualTo(143);
        assertThat(done.lines()).hasSize(TABLES + 1);
        assertThat(done.table("ns.u2_0").path("outcome").asText()).isEqualTo("done");
        assertThat(done.table("ns.u2_2").path("outcome").asText()).isEqualTo("notReached");
        assertThat(done.summary().path("line").asText()).isEqualTo("summary");
        assertThat(done.summary().path("ended").asText()).isEqualTo("the process was told to end");
        assertThat(done.summary().path("failure").isNull()).isTrue();
    }

    /** Tables with two snapshots just older than a week and one just younger, by less than Tokyo is ahead of UTC. */
    private List<TableKey> tables(String prefix) throws Exception {
        List<TableKey> keys = new ArrayList<>();
        for (int i = 0; i < TABLES; i++) {
            TableKey key = lake.appended(prefix + i, 4);
            lake.age(key, WEEK.plusHours(5), WEEK.plusHours(4), WEEK.minusHours(4));
            lake.ageFiles(key);
            keys.add(key);
        }
        return keys;
    }

    private Process start(WeeklyRuns runs) throws Exception {
        return new ProcessBuilder(JobProcess.command(runs.arguments(), lake.properties(), "Asia/Tokyo"))
                .redirectError(Path.of("target", "weekly-process.log").toFile())
                .start();
    }
}
