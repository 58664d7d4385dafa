// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static dev.nessiewatch.decide.Case.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.forecast.Events;
import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Forecaster;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Windows that pass unused are counted; then a person is called, or the policy takes the risk. */
class MissedWindowsTest {
    /** Over its limit from the fifth snapshot on, and worth a run with three that are a day old. */
    private final Policy policy = Settings.policy(
            "limit.snapshots", "4", "minimum-benefit", "3", "retention", "24h", "retention-floor", "24h");

    private @Nullable Instant since;
    private SnapshotCount.@Nullable Drop drop;

    /** An expiry is wanted in the window after the first commit that sees three snapshots a day old: the 27th. */
    @Test
    void eachCommitAfterAWindowIsOneMissedWindow() {
        for (int hours = 4; hours <= 31; hours++) {
            assertThat(missed(every(Duration.ofHours(1), hours)))
                    .as("after %d hours", hours)
                    .isEqualTo(Math.max(0, hours - 27));
        }
    }

    @Test
    void aBurstIsOneWindow() {
        List<Instant> commits = new ArrayList<>();
        for (int burst = 0; burst < 8; burst++) {
            for (int i = 0; i < 3; i++) {
                commits.add(NOW.minus(Duration.ofHours(6L * (7 - burst)).plusMinutes(i)));
            }
        }
        assertThat(missed(commits)).isEqualTo(3);
    }

    /** The curve of a long list has steps: it shows the tenth old snapshot first, 85 minutes ago. */
    @Test
    void withoutAnyRoomEachStretchOfARebuildCounts() {
        assertThat(missed(every(Duration.ofMinutes(5), 24 * 12 + 24 + 3))).isEqualTo(85 / 15);
    }

    @Test
    void whatTheNewestTimesDoNotTellIsCountedAtTheSamePace() {
        List<Instant> commits = new ArrayList<>();
        for (int burst = 0; burst < 60; burst++) {
            for (int i = 0; i < 4; i++) {
                commits.add(NOW.minus(Duration.ofHours(6L * (59 - burst)).plusMinutes(i)));
            }
        }
        // 240 commits in 60 bursts, of which the newest 64 are known one by one; wanted since the fifth burst.
        assertThat(missed(commits)).isBetween(50, 55);
    }

    @Test
    void aRunAPersonOrAFreezeStartsAnew() {
        List<Instant> commits = every(Duration.ofHours(1), 31);
        assertThat(missed(commits)).isEqualTo(4);
        since = NOW.minus(Duration.ofMinutes(150));
        assertThat(missed(commits)).isEqualTo(2);
        since = null;
        drop = new SnapshotCount.Drop(
                NOW.minus(Duration.ofMinutes(90)), 1, 60, 31, true, true, false, List.of(), 29, true);
        assertThat(missed(commits)).isEqualTo(1);
        drop = null;
        Policy frozen = Settings.policy(
                "limit.snapshots",
                "4",
                "minimum-benefit",
                "3",
                "retention",
                "24h",
                "freeze-until",
                "2026-11-30T08:30:00Z");
        assertThat(new MissedWindows(frozen).count(forecast(commits, true), null, WeeklyWatch.UNSEEN))
                .isEqualTo(3);
    }

    @Test
    void aTableThatNeedsNoExpiryHasMissedNone() {
        Policy calm = Settings.policy("limit.snapshots", "5000", "minimum-benefit", "3", "retention", "24h");

        assertThat(new MissedWindows(calm)
                        .count(forecast(every(Duration.ofHours(1), 31), true), null, WeeklyWatch.UNSEEN))
                .isZero();
    }

    @Test
    void anUnknownRhythmHasNoWindows() {
        assertThat(missed(every(Duration.ofHours(20), 3))).isZero();
        assertThat(missed(List.of())).isZero();
    }

    @Test
    void tablesThatGrowByInsertOrMergeNeverWait() {
        List<Instant> commits = every(Duration.ofMinutes(1), 60 * 26);
        assertThat(new MissedWindows(policy).count(forecast(commits, false), null, WeeklyWatch.UNSEEN))
                .isZero();
        Decision decision =
                new Decider(policy).decide(forecast(commits, false), Past.none(4), new Situation(NOW, NOW, false));
        assertThat(decision.outcome()).isEqualTo(Outcome.LAUNCH);
        assertThat(((Decision.Launch) decision).draft().commitBefore()).isNull();
    }

    @Test
    void theCountIsBounded() {
        List<Instant> commits = new ArrayList<>(every(Duration.ofMinutes(1), 60 * 24 * 20));
        assertThat(missed(commits)).isEqualTo(MissedWindows.MOST);
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

    private int missed(List<Instant> commits) {
        return new MissedWindows(policy).count(forecast(commits, true), since, WeeklyWatch.UNSEEN);
    }

    private Forecast forecast(List<Instant> commits, boolean replaced) {
        Events events = Events.withSnapshots(commits);
        SnapshotCount count =
                (replaced ? events.replaced() : events).dropped(drop).counted();
        return new Forecaster().forecast(count, NOW);
    }

    /** So many commits, the last one now. */
    private static List<Instant> every(Duration pause, int commits) {
        List<Instant> times = new ArrayList<>();
        for (int i = commits - 1; i >= 0; i--) {
            times.add(NOW.minus(pause.multipliedBy(i)));
        }
        return times;
    }
}
