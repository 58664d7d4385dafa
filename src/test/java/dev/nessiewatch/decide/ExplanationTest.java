// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static dev.nessiewatch.decide.Case.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.forecast.Background;
import dev.nessiewatch.forecast.Drop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole text that {@code nessiewatch why}, the API and the page show, as people read it. */
class ExplanationTest {
    @Test
    void tellsEverythingOfATableThatIsLaunched() {
        Case given = Case.launched().set("limit.planner-heap", "39321600").with(c -> {
            c.rebuiltHourly(NOW.minus(Duration.ofMinutes(10)));
            c.windowsMissed = 2;
            c.lastVerdict = "Effective";
            c.lastRun = new Past.LastRun(NOW.minus(Duration.ofDays(3)), 400, 390, 260);
            c.weekly = new WeeklyWatch(NOW.minus(Duration.ofHours(33)), 12, 1, Duration.ofMinutes(95));
            c.background = new Background(
                    Background.Kept.NOTHING,
                    new Drop(Drop.Kind.OWN_RUN, NOW.minus(Duration.ofDays(3)), 650, 260, 390),
                    new Background.Growers(24, Map.of("dbt", 168), Map.of("spark", 168), Map.of("append", 168)));
        });

        assertThat(given.explain().text()).isEqualTo("""
                reports.daily on main: LAUNCH
                  Why           700 snapshots, growing 60 a day, over the limit of 500, in 703.1 KiB of metadata, over the limit of 685.7 KiB (what 37.5 MiB of planner heap bear at 8 loads); an expiry older than 7 d now removes 320 of them. The table grows by CREATE OR REPLACE: the run must commit before Mon 2026-11-30 12:35:00 UTC, or not at all. Grown by CREATE OR REPLACE by dbt through spark, 24 commits a day; make it incremental.
                  Next          The table is confirmed at HEAD, then one run is ordered.
                  Rule          'default': at most 500 snapshots and 685.7 KiB (what 37.5 MiB of planner heap bear at 8 loads); keeps 7 d and the last 1; a run removes 50 to 5,000
                  List          700 snapshots in 703.1 KiB of metadata (snapshots 683.6 KiB, statistics 0 bytes, schemas 19.5 KiB), measured Mon 2026-11-30 11:59 UTC; 1 can never go
                  Planner heap  about 38.5 MiB for 8 loads at once, at 7 bytes of heap for each byte of metadata
                  Growth        60 snapshots and 58.6 KiB a day, by snapshot times; at least half of the list has no parent
                  Grown by      CREATE OR REPLACE by dbt through spark, 24 commits a day; make it incremental
                  Expiry now    older than 7 d (Mon 2026-11-23 12:00 UTC): removes 320, leaves 380 snapshots in about 390.6 KiB
                  Weekly run    next on Sun 2026-12-06 03:00 UTC, takes 1 h 35 min as seen; the one of Sun 2026-11-29 03:00 UTC was seen to trim 12 tables, and passed by 1
                  Last drop     from 650 to 260 snapshots, seen Fri 2026-11-27 12:00 UTC: a run of this service
                  Last run      Fri 2026-11-27 12:00 UTC, Effective: removed 390 of 400
                  Windows       2 missed in a row, of 24 that may be
                """);
    }

    @Test
    void tellsWhatIsKnownOfACalmTable() {
        assertThat(Case.calm().with(c -> c.paused = true).explain().text()).isEqualTo("""
                reports.daily on main: WEEKLY_SUFFICES
                  Why           61 snapshots, growing 24 a day: 198 (limit 500) and 212.9 KiB of metadata (limit 8.0 MiB) when the weekly run of Sun 2026-12-06 03:00 UTC is done.
                  Next          The weekly run of Sun 2026-12-06 03:00 UTC trims it.
                  Also          NOTHING_TO_EXPIRE, PAUSED
                  Rule          'default': at most 500 snapshots and 8.0 MiB; keeps 7 d and the last 1; a run removes 50 to 5,000
                  List          61 snapshots in 79.1 KiB of metadata (snapshots 59.6 KiB, statistics 0 bytes, schemas 19.5 KiB), measured Mon 2026-11-30 11:59 UTC; 1 can never go
                  Planner heap  about 4.3 MiB for 8 loads at once, at 7 bytes of heap for each byte of metadata
                  Growth        24 snapshots and 23.4 KiB a day, by snapshot times
                  Expiry now    older than 7 d (Mon 2026-11-23 12:00 UTC): removes 0, leaves 61 snapshots in about 79.1 KiB
                  Weekly run    next on Sun 2026-12-06 03:00 UTC, takes 2 h as configured
                  Paused        all launches since Mon 2026-11-30 12:00 UTC by an operator
                """);
    }

    @ParameterizedTest
    @EnumSource(Drop.Kind.class)
    void saysOfEachDropWhatItWas(Drop.Kind kind) {
        Case given = Case.launched()
                .with(c ->
                        c.background = new Background(Background.Kept.NOTHING, new Drop(kind, NOW, 700, 1, 699), null));
        String words = switch (kind) {
            case OWN_RUN -> "a run of this service";
            case REST_COLLAPSE -> "Nessie's REST catalog took the table over";
            case WEEKLY_OR_USER_EXPIRY -> "an expiry that this service did not run";
            case ROLLBACK_OR_RACE -> "a rollback, a reassigned branch or a lost race; not an expiry";
        };

        assertThat(given.explain().text())
                .contains("Last drop     from 700 to 1 snapshot, seen Mon 2026-11-30 12:00 UTC: " + words + "\n");
    }

    @Test
    void aDropThatGrowthHidIsToldWithBothNumbers() {
        Case given = Case.launched()
                .with(c -> c.background = new Background(
                        Background.Kept.NOTHING, new Drop(Drop.Kind.WEEKLY_OR_USER_EXPIRY, NOW, 700, 705, 30), null));

        assertThat(given.explain().text())
                .contains(
                        "Last drop     from 700 to 705 snapshots (30 went, 35 came), seen Mon 2026-11-30 12:00 UTC: an"
                                + " expiry that this service did not run\n");
    }

    @Test
    void oneFactIsOneLineWhateverTheNamesHold() {
        Case given = Case.launched()
                .with(c -> c.background = new Background(
                        Background.Kept.NOTHING,
                        null,
                        new Background.Growers(1, Map.of("a\nb\u202e", 1), Map.of("\r", 1), Map.of("x\ty", 1))));

        List<String> lines = given.explain().text().lines().toList();

        assertThat(lines).hasSize(3 + given.explain().facts().size());
        assertThat(lines).allSatisfy(line -> assertThat(line).doesNotMatch(".*[\\p{Cntrl}\\u202e].*"));
    }

    @Test
    void marksWhatAPersonHasToLookAt() {
        assertThat(Case.launched().with(c -> c.breakerOpen = true).explain().text())
                .startsWith("reports.daily on main: BREAKER_OPEN (a person has to look)\n");
    }

    @Test
    void isTheDecisionThatIsMade() {
        Case given = Case.launched();

        assertThat(given.explain().decision()).isEqualTo(given.decide());
    }
}
