// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static dev.nessiewatch.decide.Case.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.forecast.Background;
import dev.nessiewatch.forecast.Drop;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a table's own properties ask to be kept is kept. */
class OwnersWishTest {
    @ParameterizedTest
    @CsvSource({
        // own age, own count, retain-last, age of the cut-off, kept
        ",      0,   1,  P7D,  1",
        "P14D,  0,   1,  P14D, 1",
        "P2D,   0,   1,  P7D,  1",
        ",      100, 1,  P7D,  100",
        ",      3,   10, P7D,  10",
        "P8D,   40,  10, P8D,  40"
    })
    void theLongerAndTheLargerHold(@Nullable Duration age, int count, String retainLast, Duration expected, int kept) {
        Case given = wishing(age, count).set("retain-last", retainLast).with(c -> c.removable = 320);
        if (age != null && age.compareTo(Duration.ofDays(7)) > 0) {
            assertThat(given.decide().outcome()).isEqualTo(Outcome.RETENTION_TOO_LONG);
            assertThat(given.decide().why()).contains("older than " + Words.duration(expected));
            return;
        }
        Draft draft = ((Decision.Launch) given.decide()).draft();
        assertThat(Duration.between(draft.cutoff(), NOW)).isEqualTo(expected);
        assertThat(draft.retainLast()).isEqualTo(kept);
    }

    @Test
    void saysThatTheTableAsksForIt() {
        assertThat(wishing(Duration.ofDays(14), 0).decide().why())
                .startsWith(
                        "700 snapshots, growing 60 a day, over the limit of 500; an expiry older than 14 d (the table's"
                                + " own history.expire.max-snapshot-age-ms, longer than the policy's 7 d) now removes 0 of them,"
                                + " fewer than the 50 that are worth a run. What it leaves is 700 snapshots, over the limit of 500.");
        assertThat(wishing(null, 100).decide().why())
                .isEqualTo("700 snapshots, growing 60 a day, over the limit of 500; an expiry older than 7 d (its"
                        + " history.expire.min-snapshots-to-keep keeps 100) now removes 320 of them.");
        assertThat(wishing(null, 660).decide().next())
                .startsWith(
                        "No retention helps: the table's own history.expire.min-snapshots-to-keep keeps 660, more than the"
                                + " 500 that fit.");
    }

    @Test
    void theWeeklyRunIsNotBlamedForWhatTheOwnerKeeps() {
        Case given = Case.launched()
                .set("weekly.schedule", "59 11 * * 1")
                .set("weekly.duration", "PT0S")
                .with(c -> {
                    c.snapshots = 200;
                    c.removable = 60;
                    c.perDay = 0;
                });

        assertThat(given.decide().why()).contains("left 60 snapshots");
        given.background = new Background(new Background.Kept(Duration.ofDays(30), 0), null, null);
        assertThat(given.decide().why()).doesNotContain("left");
    }

    @Test
    void whyNamesWhoMakesTheListGrow() {
        Case given = Case.launched().with(c -> {
            c.removable = 100;
            c.rebuiltHourly(NOW.minus(Duration.ofMinutes(10)));
            c.background = grownBy(Map.of("dbt", 168), Map.of("spark", 168), Map.of("append", 168));
        });

        assertThat(given.decide().why())
                .endsWith(" Grown by CREATE OR REPLACE by dbt through spark, 24 commits a day; make it incremental, or"
                        + " retention 5 d.");
    }

    @Test
    void whyNamesTheOperationOfOthers() {
        Case given = Case.launched().with(c -> {
            c.removable = 100;
            c.background = grownBy(
                    Map.of("etl", 100, "adam", 60, "zoe", 5, "x", 3),
                    Map.of("trino", 168),
                    Map.of("overwrite", 100, "(none)", 900));
        });

        assertThat(given.decide().why())
                .endsWith(
                        " Grown by MERGE, UPDATE or INSERT OVERWRITE (overwrite) by etl (100), adam (60), zoe (5) and others"
                                + " through trino, 24 commits a day; commit less often, or retention 5 d.");
    }

    private static Background grownBy(
            Map<String, Integer> writers, Map<String, Integer> applications, Map<String, Integer> operations) {
        return new Background(
                Background.Kept.NOTHING, null, new Background.Growers(24, writers, applications, operations));
    }

    private static Case wishing(@Nullable Duration age, int count) {
        Drop none = null;
        return Case.launched().with(c -> c.background = new Background(new Background.Kept(age, count), none, null));
    }
}
