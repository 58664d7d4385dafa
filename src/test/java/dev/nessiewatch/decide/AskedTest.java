// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static dev.nessiewatch.decide.Case.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Decisions that operators had a hand in. */
class AskedTest {
    private static final Hand.Wish WISH = new Hand.Wish("zoe@ops", NOW.minusSeconds(60), false, "page\nTuesday");

    @Test
    void aWishOverridesWhatIsNotWorthARun() {
        Explanation calm = wanted(Case.calm());
        assertThat(calm.decision()).isInstanceOf(Decision.Launch.class);
        assertThat(calm.decision().why())
                .contains("Asked for by zoe@ops on Mon 2026-11-30 11:59 UTC (page Tuesday).")
                .contains("That overrides WEEKLY_SUFFICES, NOTHING_TO_EXPIRE.");
        assertThat(draft(calm).minimumBenefit()).isEqualTo(1);
        assertThat(draft(calm).trimOnly()).isFalse();

        Explanation cooling = wanted(Case.launched().with(c -> c.coolDownUntil = NOW.plusSeconds(90)));
        assertThat(cooling.decision().why()).contains("That overrides COOLING_DOWN.");
        Explanation settled = wanted(Case.launched().with(c -> {
            c.lastRun = new Past.LastRun(NOW.minus(Duration.ofHours(5)), 400, 390, 600);
            c.removable = 10;
        }));
        assertThat(settled.decision().outcome()).isEqualTo(Outcome.LAUNCH);
        Explanation floor = wanted(Case.launched().with(c -> c.removable = 3));
        assertThat(floor.decision().why()).contains("That overrides RETENTION_TOO_LONG.");
        assertThat(floor.decision().urgent()).isTrue();
    }

    @Test
    void aWishGoesAheadOfARebuildAndWarns() {
        Explanation rebuilt = wanted(Case.launched().with(c -> c.replaceGrown = true));

        assertThat(rebuilt.decision().outcome()).isEqualTo(Outcome.LAUNCH);
        assertThat(rebuilt.decision().why())
                .contains("That overrides REBUILD_UNDER_WAY.")
                .contains("a rebuild under way may fail or bring expired snapshots back")
                .doesNotContain("the policy forces");
        assertThat(draft(rebuilt).commitBefore()).isNull();
    }

    @Test
    void aWishThatOverridesNothingSaysOnlyWhoAsked() {
        Explanation launched = wanted(Case.launched());

        assertThat(launched.decision().why()).contains("Asked for by zoe@ops").doesNotContain("overrides");
        assertThat(launched.text())
                .contains("  Wanted        a launch, asked for on Mon 2026-11-30 11:59 UTC by zoe@ops");
    }

    @Test
    void safetyAndWhatIsUnderWayStillHold() {
        Set<Outcome> met = EnumSet.noneOf(Outcome.class);
        met.add(outcome(Case.launched().with(c -> c.gcEnabled = false)));
        met.add(outcome(Case.launched().with(c -> c.key = TableKey.of("a", "b@c"))));
        met.add(outcome(Case.launched().with(c -> c.restManaged = true)));
        met.add(outcome(Case.launched().with(c -> c.heartbeat = null)));
        met.add(outcome(Case.launched().with(c -> c.openRun = true)));
        met.add(outcome(Case.launched().with(c -> c.breakerOpen = true)));
        met.add(outcome(Case.launched().with(c -> c.runsOpen = 4)));
        met.add(outcome(Case.launched().with(c -> c.excluded = true)));
        met.add(outcome(Case.launched().set("freeze-until", "2026-12-24T00:00:00Z")));

        assertThat(met)
                .containsExactlyInAnyOrder(
                        Outcome.GC_DISABLED,
                        Outcome.UNADDRESSABLE,
                        Outcome.REST_MANAGED,
                        Outcome.STALE,
                        Outcome.RUN_OPEN,
                        Outcome.BREAKER_OPEN,
                        Outcome.QUEUED,
                        Outcome.EXCLUDED,
                        Outcome.FROZEN);
    }

    @Test
    void aPauseHoldsAWishToo() {
        Pause pause = new Pause(null, null, "adam", NOW.minusSeconds(3600), null);
        Explanation held =
                Case.launched().with(c -> c.hand = new Hand(pause, WISH, null)).explain();

        assertThat(held.decision().outcome()).isEqualTo(Outcome.PAUSED);
        assertThat(held.decision().why()).endsWith(" But adam paused all launches on Mon 2026-11-30 11:00 UTC.");
    }

    @Test
    void aTrimStaysATrim() {
        Hand.Wish trim = new Hand.Wish("zoe", NOW, true, null);
        Explanation wanted =
                Case.launched().with(c -> c.hand = new Hand(null, trim, null)).explain();

        assertThat(draft(wanted).trimOnly()).isTrue();
        assertThat(wanted.text()).contains("  Wanted        a launch in mode trim, asked for on");
    }

    @Test
    void namesAreGivenAsAShellTakesThem() {
        assertThat(Names.argument(TableKey.of("reports", "daily"))).isEqualTo("reports.daily");
        assertThat(Names.argument(TableKey.of("re ports", "it's $(x)"))).isEqualTo("'\"re ports\".\"it'\\''s $(x)\"'");
        assertThat(Names.argument(TableKey.of("-x", "y"))).isEqualTo("'-x.y'");
    }

    @Test
    void hostileWordsStayOnTheirLine() {
        Pause pause = new Pause(null, null, "a\u001b[2J\nb", NOW, "x\u202ey\r\nz");
        Explanation held = Case.launched()
                .with(c -> c.hand = new Hand(pause, null, "l\n  Why  forged"))
                .explain();

        assertThat(held.text().chars().filter(c -> c < ' ' && c != '\n' || c == 0x202e))
                .isEmpty();
        assertThat(held.text().lines().filter(line -> line.startsWith("  Why"))).hasSize(1);
    }

    private static Outcome outcome(Case given) {
        return wanted(given).decision().outcome();
    }

    private static Explanation wanted(Case given) {
        return given.with(c -> c.hand = new Hand(null, WISH, null)).explain();
    }

    private static Draft draft(Explanation explanation) {
        return ((Decision.Launch) explanation.decision()).draft();
    }
}
