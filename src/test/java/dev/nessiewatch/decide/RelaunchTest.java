// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static dev.nessiewatch.decide.Case.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** When a table is launched again after a run of its own: an upper and a lower limit, and passes that were cut off. */
class RelaunchTest {
    private static final Instant MONDAY_MORNING = NOW.minus(Duration.ofHours(6));

    static Stream<Arguments> after() {
        return Stream.of(
                row("helped this week, the list is at nine tenths", c -> ran(c, 400, 250, 450), Outcome.COOLING_DOWN),
                row("passed nine tenths by one", c -> ran(c, 400, 250, 451), Outcome.LAUNCH),
                row("over the limit again", c -> ran(c, 400, 250, 501), Outcome.LAUNCH),
                row("did not help", c -> ran(c, 0, 450, 450), Outcome.LAUNCH),
                row("before the last weekly run", c -> longAgo(ran(c, 400, 250, 450)), Outcome.LAUNCH),
                row("another share", c -> ran(c, 400, 250, 450).set("relaunch-at", "0.8"), Outcome.LAUNCH),
                row(
                        "the file is over nine tenths of its limit",
                        c -> ran(c, 400, 250, 450).set("limit.decoded-bytes", "500000"),
                        Outcome.LAUNCH),
                row(
                        "no run brings it under the limit, less than a tenth can go",
                        c -> removable(ran(c, 100, 900, 960), 95),
                        Outcome.COOLING_DOWN),
                row(
                        "no run brings it under the limit, a tenth can go",
                        c -> removable(ran(c, 100, 900, 960), 96),
                        Outcome.LAUNCH),
                row("cut off at its most", c -> cutOff(c, 5_000), Outcome.LAUNCH),
                row("nearly at its most", c -> cutOff(c, 4_500), Outcome.LAUNCH),
                row("well below its most", c -> cutOff(c, 4_499), Outcome.COOLING_DOWN),
                row(
                        "cut off, but it failed",
                        c -> cutOff(c, 5_000).with(failed -> failed.failures = 1),
                        Outcome.COOLING_DOWN));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("after")
    void launchesAgainByAnUpperAndALowerLimit(String name, Consumer<Case> change, Outcome outcome) {
        assertThat(Case.launched().with(change).decide().outcome()).isEqualTo(outcome);
    }

    @Test
    void whileTheCoolDownGoesOnItIsDecidedAgainAtItsEnd() {
        Case cooling =
                Case.launched().with(c -> ran(c, 400, 250, 450)).with(c -> c.coolDownUntil = NOW.plusSeconds(60));

        assertThat(cooling.decide().why()).endsWith("it is left alone until Mon 2026-11-30 12:01:00 UTC.");
        assertThat(cooling.decide().next()).isEqualTo("Decided again then.");
    }

    @Test
    void saysWhatItWaitsFor() {
        DecisionTextTest.expect(
                ran(Case.launched(), 400, 250, 450),
                "450 snapshots, growing 60 a day, pass 500 on Tue 2026-12-01 08:00 UTC, before the weekly run of Sun"
                        + " 2026-12-06 03:00 UTC; an expiry older than 7 d now removes 320 of them. But a run of this table"
                        + " removed 400 on Mon 2026-11-30 06:00 UTC and left 250; in the same week it is launched again"
                        + " when it passes 450 snapshots or 7.2 MiB.",
                "Decided again with each event.");
        DecisionTextTest.expect(
                removable(ran(Case.launched(), 100, 900, 960), 95),
                "960 snapshots, growing 60 a day, over the limit of 500; an expiry older than 7 d now removes 95 of them."
                        + " But a run of this table removed 100 on Mon 2026-11-30 06:00 UTC and left 900; in the same week it"
                        + " is launched again when an expiry removes 96, a tenth of the list.",
                "Decided again with each event.");
    }

    private static Case ran(Case c, int removed, int left, int now) {
        c.snapshots = now;
        c.lastVerdict = removed > 0 ? "Effective" : "NoEffect";
        c.lastRun = new Past.LastRun(MONDAY_MORNING, 400, removed, left);
        return c;
    }

    private static Case longAgo(Case c) {
        c.lastRun = new Past.LastRun(NOW.minus(Duration.ofDays(3)), 400, 400, 250);
        return c;
    }

    private static Case removable(Case c, int removable) {
        c.removable = removable;
        return c;
    }

    private static Case cutOff(Case c, int predicted) {
        c.snapshots = 9_000;
        c.removable = 4_000;
        c.coolDownUntil = NOW.plusSeconds(3_000);
        c.lastRun = new Past.LastRun(NOW.minusSeconds(600), predicted, predicted, 9_000);
        return c;
    }

    private static Arguments row(String name, Consumer<Case> change, Outcome outcome) {
        return Arguments.of(name, change, outcome);
    }
}
