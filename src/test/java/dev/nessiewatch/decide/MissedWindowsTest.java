// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static dev.nessiewatch.decide.Case.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.forecast.Rhythm;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Windows that pass unused are counted; then a person is called, or the policy takes the risk. */
class MissedWindowsTest {
    private final MissedWindows windows = new MissedWindows(Settings.policy());

    @Test
    void aCommitAfterTheWindowOpenedIsOneMissedWindow() {
        Instant last = NOW.minus(Duration.ofMinutes(50));
        see(c -> c.rebuiltHourly(last));
        assertThat(missed()).isZero();
        see(c -> c.rebuiltHourly(last));
        assertThat(missed()).isZero();
        for (int hour = 1; hour <= 5; hour++) {
            Instant next = last.plus(Duration.ofHours(hour));
            see(c -> c.rebuiltHourly(next));
            assertThat(missed()).isEqualTo(hour);
        }
    }

    @Test
    void aBurstIsOneWindow() {
        List<Instant> commits = new ArrayList<>();
        Instant at = NOW.minus(Duration.ofDays(2));
        for (int burst = 0; burst < 6; burst++) {
            for (int i = 0; i < 4; i++) {
                commits.add(at.plusSeconds(60L * i));
                List<Instant> sofar = List.copyOf(commits);
                see(c -> {
                    c.replaceGrown = true;
                    c.runsOpen = 4;
                    c.rhythm = Rhythm.of(sofar);
                });
            }
            at = at.plus(Duration.ofHours(6));
        }
        assertThat(missed()).isEqualTo(5);
    }

    @Test
    void withoutAnyRoomEachStretchOfARebuildCounts() {
        for (int i = 0; i <= 24; i++) {
            Instant last = NOW.minus(Duration.ofMinutes(125 - 5 * i));
            see(c -> every(c, Duration.ofMinutes(5), last));
        }
        assertThat(missed()).isEqualTo(120 / 15);
    }

    @Test
    void anOrderOrAnEasedTableStartsAnew() {
        see(c -> c.rebuiltHourly(NOW.minus(Duration.ofMinutes(110))));
        see(c -> c.rebuiltHourly(NOW.minus(Duration.ofMinutes(50))));
        assertThat(missed()).isEqualTo(1);
        windows.forget(Case.launched().forecast().table());
        assertThat(missed()).isZero();
        see(c -> c.rebuiltHourly(NOW.minus(Duration.ofMinutes(110))));
        see(c -> c.rebuiltHourly(NOW.minus(Duration.ofMinutes(50))));
        see(c -> c.rebuiltHourly(NOW).set("limit.snapshots", "5000"));
        assertThat(missed()).isZero();
    }

    @Test
    void tablesThatGrowByInsertOrMergeNeverWait() {
        for (int i = 0; i < 5; i++) {
            Instant last = NOW.minusSeconds(600L - 60 * i);
            Case given = Case.launched().with(c -> every(c, Duration.ofMinutes(1), last));
            given.replaceGrown = false;
            Decision decision = given.decide();
            windows.note(given.forecast(), decision);
            assertThat(decision.outcome()).isEqualTo(Outcome.LAUNCH);
            assertThat(((Decision.Launch) decision).draft().commitBefore()).isNull();
        }
        assertThat(missed()).isZero();
    }

    @Test
    void aListFarOverItsLimitCallsAPersonAtOnce() {
        Case given = Case.launched().rebuiltHourly(NOW).with(c -> c.snapshots = 1_500);
        assertThat(given.decide().urgent()).isFalse();
        given.snapshots = 1_501;
        assertThat(given.decide().outcome()).isEqualTo(Outcome.REBUILD_UNDER_WAY);
        assertThat(given.decide().urgent()).isTrue();
        assertThat(given.decide().next())
                .isEqualTo(
                        "Decided again at Mon 2026-11-30 12:00:01 UTC if no commit comes before; an operator pauses the"
                                + " writer for one run, or takes the risk by force-after-missed-windows=true for this table: a rebuild"
                                + " under way may then fail or bring expired snapshots back.");
    }

    @Test
    void thePolicyMayForceARun() {
        Case given = Case.launched().rebuiltHourly(NOW).set("force-after-missed-windows", "true");
        given.windowsMissed = 23;
        assertThat(given.decide().outcome()).isEqualTo(Outcome.REBUILD_UNDER_WAY);
        assertThat(given.decide().next()).endsWith("it is launched all the same after 24 missed windows (23 so far).");
        given.windowsMissed = 24;
        Decision forced = given.decide();
        assertThat(forced.outcome()).isEqualTo(Outcome.LAUNCH);
        assertThat(forced.urgent()).isTrue();
        assertThat(((Decision.Launch) forced).draft().commitBefore()).isNull();
        assertThat(forced.why())
                .endsWith(
                        " The table grows by CREATE OR REPLACE and 24 quiet windows were missed: the policy forces this run"
                                + " (force-after-missed-windows), although a rebuild under way may fail or bring expired snapshots"
                                + " back.");
        given.windowsMissed = 0;
        given.snapshots = 1_501;
        assertThat(given.decide().why()).contains("and is over 3 times its limit: the policy forces this run");
    }

    private void see(Consumer<Case> change) {
        Case given = Case.launched().with(change);
        windows.note(given.forecast(), given.decide());
    }

    private int missed() {
        return windows.of(Case.launched().forecast().table());
    }

    private static void every(Case c, Duration pause, Instant last) {
        List<Instant> commits = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            commits.add(last.minus(pause.multipliedBy(i)));
        }
        c.replaceGrown = true;
        c.rhythm = Rhythm.of(commits);
    }
}
