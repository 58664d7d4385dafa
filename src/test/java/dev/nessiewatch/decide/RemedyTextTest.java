// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static dev.nessiewatch.decide.Case.NOW;
import static dev.nessiewatch.decide.DecisionTextTest.expect;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What people are told to do when neither waiting nor an expiry helps. */
class RemedyTextTest {
    private static final String OVER =
            "700 snapshots, growing 60 a day, over the limit of 500; an expiry older than 7 d now removes 320 of them.";

    @Test
    void aShorterRetentionHelps() {
        expect(
                Case.launched().set("minimum-benefit", "321").set("limit.snapshots", "100"),
                "700 snapshots, growing 60 a day, over the limit of 100; an expiry older than 7 d now removes 320 of them,"
                        + " fewer than the 321 that are worth a run. What it leaves is 380 snapshots, over the limit of 100.",
                "A retention of 1 d for this table would bring the list to 100 or fewer; so would fewer commits by the"
                        + " writer, or an incremental model instead of replace.");
    }

    @Test
    void noAllowedRetentionHelps() {
        assertThat(Case.launched()
                        .set("minimum-benefit", "321")
                        .set("limit.snapshots", "10")
                        .decide()
                        .next())
                .isEqualTo("Even a retention of 1 d, the shortest one allowed, keeps more than 10; fewer commits by the"
                        + " writer, or an incremental model instead of replace, would help.");
    }

    @Test
    void branchesAndTagsHoldTheList() {
        expect(
                Case.launched().with(c -> {
                    c.snapshots = 600;
                    c.removable = 20;
                    c.floor = 560;
                }),
                "600 snapshots, growing 60 a day, over the limit of 500; an expiry older than 7 d now removes 20 of them,"
                        + " fewer than the 50 that are worth a run. What it leaves is 580 snapshots, over the limit of 500.",
                "No retention helps: 560 snapshots can never go, because branches or tags of the table hold them. The owner"
                        + " drops those that are not needed.");
    }

    @Test
    void retainLastHoldsTheList() {
        assertThat(Case.launched().set("retain-last", "690").decide().next())
                .isEqualTo(
                        "No retention helps: retain-last keeps 690, more than the 500 that fit. An operator lowers it.");
    }

    @Test
    void schemasHoldTheBytes() {
        expect(
                Case.launched().with(c -> {
                    c.snapshots = 10;
                    c.removable = 2;
                    c.perDay = 1;
                    c.otherBytes = 9_000_000;
                }),
                "10 snapshots, growing 1.0 a day, in 8.6 MiB of metadata, over the limit of 8.0 MiB; an expiry older than"
                        + " 7 d now removes 2 of them, fewer than the 50 that are worth a run. What it leaves is 8.6 MiB,"
                        + " over the limit of 8.0 MiB.",
                "No expiry of snapshots helps: 8.6 MiB are not snapshots; 3 schemas hold 8.6 MiB. An operator removes unused"
                        + " schemas (expire_snapshots with clean_expired_metadata), or raises limit.decoded-bytes.");
    }

    @Test
    void statisticsHoldTheBytes() {
        assertThat(Case.launched()
                        .with(c -> {
                            c.snapshots = 100;
                            c.removable = 2;
                            c.perDay = 1;
                            c.statisticsBytes = 9_000_000;
                        })
                        .decide()
                        .next())
                .isEqualTo(
                        "A retention of 6 d for this table would bring the list to 91 or fewer; so would fewer commits by"
                                + " the writer, or an incremental model instead of replace. Statistics hold 8.6 MiB: not collecting"
                                + " them on write makes the file smaller.");
    }

    @Test
    void aRebuildMayBeUnderWay() {
        String missed = "a person is called after 24 missed windows (2 so far).";
        expect(
                Case.launched().rebuiltHourly(NOW).with(c -> c.windowsMissed = 2),
                OVER
                        + " But the table grows by CREATE OR REPLACE, and its last commit is too fresh: the quiet window after"
                        + " that commit is Mon 2026-11-30 12:00:01 UTC to Mon 2026-11-30 12:45:00 UTC.",
                "Decided again at Mon 2026-11-30 12:00:01 UTC if no commit comes before; " + missed);
        expect(
                Case.launched().rebuiltHourly(NOW.minus(Duration.ofMinutes(50))).with(c -> c.windowsMissed = 2),
                OVER
                        + " But the table grows by CREATE OR REPLACE, and the next rebuild is due: the quiet window after that"
                        + " commit is Mon 2026-11-30 11:10:01 UTC to Mon 2026-11-30 11:55:00 UTC.",
                "Decided again after the next commit; " + missed);
        expect(
                Case.launched()
                        .rebuiltHourly(NOW)
                        .set("longest-rebuild", "PT2H")
                        .with(c -> c.windowsMissed = 2),
                OVER
                        + " But the table grows by CREATE OR REPLACE, and the pauses between its commits leave no room for a"
                        + " rebuild of 2 h.",
                "An operator lowers longest-rebuild to what a rebuild really takes, or makes room between rebuilds; "
                        + missed);
        expect(
                Case.launched().with(c -> {
                    c.replaceGrown = true;
                    c.windowsMissed = 2;
                }),
                OVER
                        + " But the table grows by CREATE OR REPLACE, and too few commits were seen to tell when no rebuild is"
                        + " under way.",
                "Decided again with each commit, and when the writer has been silent for twice the longest rebuild (15"
                        + " min); " + missed);
    }

    @Test
    void aNameThatDoesNotFitOnOneLineIsNotPutIntoAStatement() {
        Decision decision = Case.launched()
                .with(c -> {
                    c.gcEnabled = false;
                    c.key = TableKey.of("reports", "daily\n; DROP TABLE x");
                })
                .decide();

        assertThat(decision.next())
                .contains(
                        "ALTER TABLE ... SET TBLPROPERTIES ('gc.enabled' = 'true') for a name with control characters")
                .doesNotContain("DROP");
    }
}
