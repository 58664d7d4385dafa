// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static dev.nessiewatch.decide.Case.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The weekly run is waited for, but not for ever. It usually takes two hours here, so it is given four. */
class WeeklyRunningTest {
    private static final Instant START = NOW.minus(Duration.ofHours(4));

    @Test
    void isWaitedForUntilItHadTwiceItsTime() {
        Decision last = under("1 8 * * 1", null).decide();

        assertThat(last.outcome()).isEqualTo(Outcome.WEEKLY_RUNNING);
        assertThat(last.next())
                .isEqualTo("Decided again when it is done, and at Mon 2026-11-30 12:01 UTC at the latest.");
    }

    @Test
    void aRunThatHangsCountsAsNotRunningAndIsListedBesideTheOutcome() {
        Explanation launched = under("0 8 * * 1", null).explain();

        assertThat(launched.decision().outcome()).isEqualTo(Outcome.LAUNCH);
        assertThat(launched.decision().also()).containsExactly(Outcome.WEEKLY_RUNNING);
        assertThat(launched.decision().why())
                .endsWith(" The weekly run is still said to be under way, but was waited for until Mon 2026-11-30 12:00"
                        + " UTC only.");
        assertThat(launched.text()).contains("  Also          WEEKLY_RUNNING\n");
        Decision held = under("0 8 * * 1", null).with(c -> c.paused = true).decide();
        assertThat(held.outcome()).isEqualTo(Outcome.PAUSED);
        assertThat(held.also()).containsExactly(Outcome.WEEKLY_RUNNING);
    }

    @Test
    void aRunThatIsSeenToTakeLongerIsGivenTwiceThat() {
        Case given =
                under("0 8 * * 1", null).with(c -> c.weekly = new WeeklyWatch(START, 3, 0, Duration.ofMinutes(121)));

        assertThat(given.decide().outcome()).isEqualTo(Outcome.WEEKLY_RUNNING);
        given.weekly = new WeeklyWatch(START, 3, 0, Duration.ofMinutes(20));
        assertThat(given.decide().outcome()).as("never less than configured").isEqualTo(Outcome.LAUNCH);
    }

    @Test
    void aRunThatBeginsLateOrOutOfTurnHasItsTimeFromThenOn() {
        assertThat(under("0 3 * * 0", START.plusSeconds(1)).decide().outcome()).isEqualTo(Outcome.WEEKLY_RUNNING);
        assertThat(under("0 3 * * 0", START).decide().outcome()).isEqualTo(Outcome.LAUNCH);
        assertThat(under("0 9 * * 1", NOW.minus(Duration.ofDays(2))).decide().outcome())
                .as("seen since before its start")
                .isEqualTo(Outcome.WEEKLY_RUNNING);
    }

    @Test
    void aShortRunIsGivenAnHour() {
        assertThat(under("1 11 * * 1", null)
                        .set("weekly.duration", "PT1M")
                        .decide()
                        .outcome())
                .isEqualTo(Outcome.WEEKLY_RUNNING);
        assertThat(under("0 11 * * 1", null)
                        .set("weekly.duration", "PT1M")
                        .decide()
                        .outcome())
                .isEqualTo(Outcome.LAUNCH);
    }

    private static Case under(String schedule, @Nullable Instant since) {
        return Case.launched().set("weekly.schedule", schedule).with(c -> {
            c.weeklyRunning = true;
            c.weeklySince = since;
        });
    }
}
