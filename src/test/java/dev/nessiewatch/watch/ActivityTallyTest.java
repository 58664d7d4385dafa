// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ActivityTallyTest {
    private final ActivityTally tally = new ActivityTally();

    @Test
    void countsWritersApplicationsAndOperations() {
        tally.add(commit("1", List.of("dbt"), "iceberg", "append", null));
        tally.add(commit("2", List.of("dbt", "ann"), "iceberg", "overwrite", "spark-17"));
        tally.add(commit("3", List.of(), null, null, "nessiewatch/9"));
        assertThat(tally.activity())
                .isEqualTo(new Activity(
                        3,
                        Instant.ofEpochSecond(3),
                        Map.of("dbt", 2, "ann", 1, "nessiewatch", 1),
                        Map.of("iceberg", 2, "nessiewatch", 1),
                        Map.of("append", 1, "overwrite", 1, "(none)", 1),
                        List.of("9@3")));
    }

    @Test
    void tellsAnUndoFromARun() {
        tally.add(commit("1", List.of("nessiewatch"), "iceberg", null, "nessiewatch/7-a"));
        tally.add(commit("2", List.of("nessiewatch"), "nessiewatch", null, "nessiewatch-undo/7-a"));

        assertThat(tally.activity().signatures()).containsExactly("7-a@1", "undo/7-a@2");
        assertThat(tally.activity().applications()).containsExactly(Map.entry("nessiewatch", 2));
    }

    @Test
    void theWeeklyRunIsMaintenanceAndNoOrder() {
        tally.add(commit("1", List.of("spark-svc"), "iceberg", null, "nessiewatch-weekly/iceberg-weekly-1"));
        tally.add(commit("2", List.of("spark-svc"), "iceberg", "replace", "nessiewatch-weekly/iceberg-weekly-1"));
        tally.add(commit("3", List.of("ann"), "iceberg", "append", "nessiewatch-weekly"));

        assertThat(tally.activity().writers()).isEqualTo(Map.of("nessiewatch", 2, "ann", 1));
        assertThat(tally.activity().applications()).isEqualTo(Map.of("nessiewatch", 2, "iceberg", 1));
        assertThat(tally.activity().signatures()).isEmpty();
    }

    @Test
    void countsFurtherNamesAsOthers() {
        for (int i = 1; i <= 40; i++) {
            tally.add(commit("" + i, List.of("w" + i), "iceberg", "append", null));
        }
        for (int i = 1; i <= 40; i++) {
            tally.add(commit("" + i, List.of("spark-svc"), "iceberg", "append", "nessiewatch/" + i));
        }
        Activity activity = tally.activity();
        assertThat(activity.writers()).hasSize(17).containsEntry("(others)", 64).doesNotContainKey("spark-svc");
        assertThat(activity.signatures()).hasSize(16).last().isEqualTo("40@40");
    }

    @Test
    void cleansHostileNames() {
        String hostile = "\u001b[31mroot\n\u202e" + "x".repeat(5000);
        tally.add(commit("1", List.of(hostile, "\u0000\n"), hostile, hostile, null));
        Activity activity = tally.activity();
        String clean = ("[31mroot " + "x".repeat(5000)).substring(0, 199) + "…";
        assertThat(activity.writers()).containsOnlyKeys(clean, "(none)");
        assertThat(activity.applications()).containsOnlyKeys(clean);
        assertThat(activity.operations()).containsOnlyKeys(clean);
    }

    private static Commit commit(
            String hash,
            List<String> authors,
            @Nullable String application,
            @Nullable String operation,
            @Nullable String appId) {
        Instant at = Instant.ofEpochSecond(Long.parseLong(hash));
        return new Commit(hash, "0", new Commit.Meta(at, authors, application, operation, appId), List.of());
    }
}
