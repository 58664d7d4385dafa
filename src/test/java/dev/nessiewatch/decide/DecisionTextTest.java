// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static dev.nessiewatch.decide.Case.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Growth;
import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The words people read when they are called, as they are; a change here is a change they see. */
class DecisionTextTest {
    private static final String OVER =
            "700 snapshots, growing 60 a day, over the limit of 500; an expiry older than 7 d now removes 320 of them.";

    @Test
    void launchOfAListThatWillNotFit() {
        expect(
                Case.launched().with(c -> {
                    c.snapshots = 410;
                    c.perDay = 30;
                }),
                "410 snapshots, growing 30 a day, pass 500 on Thu 2026-12-03 12:00 UTC, before the weekly run of Sun"
                        + " 2026-12-06 03:00 UTC; an expiry older than 7 d now removes 320 of them.",
                "The table is confirmed at HEAD, then one run is ordered.");
    }

    @Test
    void launchOfAListOverTheLimitNamesItsWriters() {
        expect(
                Case.launched().with(c -> c.activity = Case.byDbt()),
                OVER + " Last commits by dbt (24), someone?else (1) through iceberg (25): overwrite (25).",
                "The table is confirmed at HEAD, then one run is ordered.");
    }

    @Test
    void launchForBytes() {
        expect(
                Case.launched().set("limit.decoded-bytes", "450000").with(c -> {
                    c.snapshots = 400;
                    c.perDay = 10;
                }),
                "400 snapshots, growing 10 a day, in 410.2 KiB of metadata, which passes 439.5 KiB on Thu 2026-12-03 12:00"
                        + " UTC, before the weekly run of Sun 2026-12-06 03:00 UTC; an expiry older than 7 d now removes 320"
                        + " of them.",
                "The table is confirmed at HEAD, then one run is ordered.");
    }

    @Test
    void launchInAWindow() {
        expect(
                Case.launched().rebuiltHourly(NOW.minus(Duration.ofMinutes(10))),
                OVER
                        + " The table grows by CREATE OR REPLACE: the run must commit before Mon 2026-11-30 12:35:00 UTC, or"
                        + " not at all.",
                "The table is confirmed at HEAD, then one run is ordered.");
    }

    @Test
    void launchThatIsNotEnough() {
        expect(
                Case.launched().set("limit.snapshots", "100").set("max-removed", "200"),
                "700 snapshots, growing 60 a day, over the limit of 100; an expiry older than 7 d now removes 320 of them."
                        + " That leaves 380 snapshots in about 390.6 KiB, still over the limit.",
                "The table is confirmed at HEAD, then one run is ordered. One run removes at most 200; the next one does the"
                        + " rest. A retention of 1 d for this table would bring the list to 100 or fewer; so would fewer"
                        + " commits by the writer, or an incremental model instead of replace.");
    }

    @Test
    void launchAfterTheWeeklyRunPassedBy() {
        expect(
                passedBy(1),
                "200 snapshots, growing 1.0 a day, pass 500 on Sun 2027-09-26 12:00 UTC; the weekly run of Mon 2026-11-30"
                        + " 11:59 UTC left 60 snapshots it should have removed, so it is not counted on; an expiry older"
                        + " than 7 d now removes 60 of them.",
                "The table is confirmed at HEAD, then one run is ordered.");
    }

    @Test
    void excludedAndFrozen() {
        expect(
                Case.launched().with(c -> c.excluded = true),
                "The rule 'scratch' leaves this table alone (excluded=true).",
                "Nothing happens until an operator changes the rule.");
        expect(
                Case.launched().set("freeze-until", "2026-12-24T00:00:00Z"),
                "Launches are frozen until Thu 2026-12-24 00:00 UTC.",
                "Decided again then; an operator may change freeze-until.");
    }

    @Test
    void unreadable() {
        expect(
                trouble("MISSING"),
                "The newest metadata cannot be read since Mon 2026-11-30 11:00 UTC (MISSING): s3://lake/x  is gone",
                "An operator finds out who deleted the file: without it nobody can read the table. The watcher keeps"
                        + " trying.");
        assertThat(trouble("DENIED").decide().next())
                .isEqualTo("An operator lets the watcher read the file; the watcher keeps trying.");
        assertThat(trouble("UNAVAILABLE").decide().next())
                .isEqualTo("The watcher keeps trying; an operator checks the store if this lasts.");
        assertThat(trouble("MALFORMED").decide().next())
                .isEqualTo("An operator looks at the file; it is measured again with the next commit.");
        assertThat(trouble("UNAVAILABLE").decide().urgent()).isFalse();
        assertThat(trouble("MISSING").decide().urgent()).isTrue();
    }

    @Test
    void stale() {
        String next =
                "An operator checks that the watcher runs and reaches Nessie and Kafka; decided again with its next"
                        + " heartbeat.";
        expect(
                Case.launched().with(c -> c.heartbeat = NOW.minus(Duration.ofMinutes(26))),
                "The last heartbeat of the watcher of main is 26 min old, more than the 25 min allowed, so the measurements"
                        + " may be out of date.",
                next);
        expect(
                Case.launched().with(c -> c.heartbeat = null),
                "No heartbeat of the watcher of main was seen, so the measurements may be out of date.",
                next);
    }

    @Test
    void restManaged() {
        expect(
                Case.launched().with(c -> c.restManaged = true),
                "Nessie's REST catalog writes this table: its metadata lists the current snapshot only.",
                "Nothing to do: such a list cannot grow, and Nessie refuses to expire it.");
    }

    @Test
    void weeklyDoesNotTrimWhatForbidsExpiry() {
        assertThat(Case.calm().with(c -> c.gcEnabled = false).decide().next())
                .isEqualTo("Decided again when it grows; the weekly run leaves it as it is while gc.enabled is false.");
    }

    @Test
    void weeklySuffices() {
        String weekly = "The weekly run of Sun 2026-12-06 03:00 UTC trims it.";
        expect(
                Case.calm(),
                "61 snapshots, growing 24 a day: 198 (limit 500) and 212.9 KiB of metadata (limit 8.0 MiB) when the weekly"
                        + " run of Sun 2026-12-06 03:00 UTC is done.",
                weekly);
        expect(
                Case.calm().with(c -> {
                    c.perDay = 0;
                    c.basis = Growth.Basis.NONE;
                    c.resurrected = true;
                }),
                "61 snapshots, growth not yet known: 61 (limit 500) and 79.1 KiB of metadata (limit 8.0 MiB) when the"
                        + " weekly run of Sun 2026-12-06 03:00 UTC is done. Expired snapshots came back to this list; their"
                        + " files are gone, so time travel to them fails.",
                weekly);
        expect(
                passedBy(0),
                "200 snapshots, not growing: 200 (limit 500) and 214.8 KiB of metadata (limit 8.0 MiB) need no expiry,"
                        + " although the weekly run of Mon 2026-11-30 11:59 UTC left 60 snapshots it should have removed.",
                "An operator looks at why the weekly run passed the table by; decided again when it grows.");
    }

    @Test
    void nothingToExpire() {
        expect(
                Case.launched().with(c -> {
                    c.snapshots = 420;
                    c.removable = 3;
                    c.perDay = 75;
                }),
                "420 snapshots, growing 75 a day, pass 500 on Tue 2026-12-01 13:36 UTC, before the weekly run of Sun"
                        + " 2026-12-06 03:00 UTC; an expiry older than 7 d now removes 3 of them, fewer than the 50 that are"
                        + " worth a run.",
                "Decided again with each event; by Tue 2026-12-01 12:00 UTC at least 50 of these snapshots will be old"
                        + " enough. At this pace a retention of 7 d keeps about 526, over the limit of 500: a shorter"
                        + " retention for this table, or fewer commits, would help.");
        expect(
                Case.launched().with(c -> {
                    c.snapshots = 501;
                    c.removable = 20;
                    c.floor = 480;
                    c.perDay = 0;
                }),
                "501 snapshots, not growing, over the limit of 500; an expiry older than 7 d now removes 20 of them, fewer"
                        + " than the 50 that are worth a run.",
                "Decided again with each event; of these snapshots fewer than 50 can ever go, the others are current or"
                        + " held by branches, tags or retain-last.");
    }

    @Test
    void gcDisabledGivesTheStatementAndWhatResetsIt() {
        expect(
                Case.launched().with(c -> {
                    c.gcEnabled = false;
                    c.key = TableKey.of("re`ports", "daily sales");
                }),
                OVER + " But gc.enabled is false, and Iceberg refuses to expire such a table.",
                "An operator who knows that no other branch, tag or older hash needs the expired files runs in Spark, with"
                        + " the Nessie catalog of branch main as current catalog: ALTER TABLE `re``ports`.`daily sales` SET"
                        + " TBLPROPERTIES ('gc.enabled' = 'true'); nothing else flips it. Spark's CREATE OR REPLACE sets it"
                        + " back to false unless the catalog has table-override.gc.enabled=true; Trino's drops the property,"
                        + " which means true.");
    }

    @Test
    void unaddressable() {
        expect(
                Case.launched().with(c -> c.key = TableKey.of("reports", "daily@dev")),
                OVER
                        + " But the name reports.\"daily@dev\" holds @ or #, stands in single quotes or backticks, or is empty:"
                        + " Iceberg's Nessie catalog would read it as another table, branch or commit.",
                "An operator renames the table; it cannot be expired by name until then.");
    }

    @Test
    void runsOfThisTableAndOthers() {
        expect(
                Case.launched().with(c -> {
                    c.breakerOpen = true;
                    c.failures = 3;
                    c.lastVerdict = "Failed";
                }),
                OVER + " But the last 3 runs of this table ended badly (Failed).",
                "An operator looks at the last run and its log, removes the cause, and runs nessiewatch resume"
                        + " reports.daily to close the breaker. Until then nothing is launched for this table; the others go on.");
        expect(
                Case.launched().with(c -> c.openRun = true),
                OVER + " A run for this table is under way.",
                "Decided again when its effect is measured.");
        expect(
                Case.launched().set("weekly.schedule", "0 11 * * 1").with(c -> c.weeklyRunning = true),
                OVER + " The weekly run is under way.",
                "Decided again when it is done, and at Mon 2026-11-30 15:00 UTC at the latest.");
        expect(
                Case.launched().with(c -> {
                    c.coolDownUntil = NOW.plusSeconds(90);
                    c.lastVerdict = "Effective";
                }),
                OVER
                        + " But the last order of this table ended, or was undone, a short time ago (Effective); it is left alone until Mon"
                        + " 2026-11-30 12:01:30 UTC.",
                "Decided again then.");
        expect(
                Case.launched().with(c -> c.runsOpen = 4),
                OVER + " But 4 of at most 4 runs are under way.",
                "Decided again when one of them ends.");
        expect(
                Case.launched().with(c -> c.paused = true),
                OVER + " But an operator paused all launches on Mon 2026-11-30 12:00 UTC.",
                "An operator runs nessiewatch resume to lift it.");
    }

    static void expect(Case given, String why, String next) {
        Decision decision = given.decide();
        assertThat(decision.why()).isEqualTo(why);
        assertThat(decision.next()).isEqualTo(next);
    }

    private static Case trouble(String kind) {
        return Case.launched()
                .with(c -> c.trouble =
                        new Forecast.Trouble(kind, "s3://lake/x\r\nis gone", NOW.minus(Duration.ofHours(1))));
    }

    private static Case passedBy(double perDay) {
        return Case.launched()
                .set("weekly.schedule", "59 11 * * 1")
                .set("weekly.duration", "PT0S")
                .with(c -> {
                    c.snapshots = 200;
                    c.removable = 60;
                    c.perDay = perDay;
                });
    }
}
