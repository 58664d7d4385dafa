// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static dev.nessiewatch.decide.Case.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DeciderTest {
    private static final Forecast.Trouble GONE =
            new Forecast.Trouble("MISSING", "s3://lake/x is gone", NOW.minusSeconds(90));

    /** What makes each outcome apply to a table that would be launched otherwise. */
    private static final Map<Outcome, Consumer<Case>> CAUSES = causes();

    private static Map<Outcome, Consumer<Case>> causes() {
        Map<Outcome, Consumer<Case>> causes = new EnumMap<>(Outcome.class);
        causes.put(Outcome.EXCLUDED, c -> c.excluded = true);
        causes.put(Outcome.FROZEN, c -> c.set("freeze-until", "2026-12-24T00:00:00Z"));
        causes.put(Outcome.UNREADABLE, c -> c.trouble = GONE);
        causes.put(Outcome.STALE, c -> c.heartbeat = NOW.minus(Duration.ofHours(1)));
        causes.put(Outcome.REST_MANAGED, c -> c.restManaged = true);
        causes.put(Outcome.WEEKLY_SUFFICES, c -> c.set("limit.snapshots", "5000"));
        causes.put(
                Outcome.NOTHING_TO_EXPIRE, c -> c.set("minimum-benefit", "321").set("limit.snapshots", "699"));
        causes.put(
                Outcome.RETENTION_TOO_LONG, c -> c.set("minimum-benefit", "321").set("limit.snapshots", "100"));
        causes.put(Outcome.GC_DISABLED, c -> c.gcEnabled = false);
        causes.put(Outcome.UNADDRESSABLE, c -> c.key = TableKey.of("reports", "daily@dev"));
        causes.put(Outcome.BREAKER_OPEN, c -> c.breakerOpen = true);
        causes.put(Outcome.RUN_OPEN, c -> c.openRun = true);
        causes.put(Outcome.WEEKLY_RUNNING, c -> c.set("weekly.schedule", "0 11 * * 1").weeklyRunning = true);
        causes.put(Outcome.COOLING_DOWN, c -> c.coolDownUntil = NOW.plusSeconds(1));
        causes.put(Outcome.QUEUED, c -> c.runsOpen = 4);
        causes.put(Outcome.REBUILD_UNDER_WAY, c -> c.rebuiltHourly(NOW.minus(Duration.ofMinutes(50))));
        causes.put(Outcome.PAUSED, c -> c.paused = true);
        return causes;
    }

    private static Consumer<Case> causeOf(Outcome outcome) {
        return Objects.requireNonNull(CAUSES.get(outcome));
    }

    static Stream<Outcome> holds() {
        return CAUSES.keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("holds")
    void eachOutcomeHoldsALaunchAlone(Outcome outcome) {
        Decision decision = Case.launched().with(causeOf(outcome)).decide();

        assertThat(decision).isInstanceOf(Decision.Hold.class);
        assertThat(decision.outcome()).isEqualTo(outcome);
        assertThat(decision.why()).isNotBlank().doesNotContain("\n");
        assertThat(decision.next()).isNotBlank().doesNotContain("\n");
    }

    @Test
    void withoutAnyCauseItLaunches() {
        assertThat(CAUSES).hasSize(Outcome.values().length - 1);
        assertThat(Case.launched().decide().outcome()).isEqualTo(Outcome.LAUNCH);
    }

    static Stream<Arguments> pairs() {
        List<Arguments> pairs = new ArrayList<>();
        for (Outcome first : CAUSES.keySet()) {
            for (Outcome second : CAUSES.keySet()) {
                if (first.compareTo(second) < 0 && !contradict(first, second)) {
                    pairs.add(Arguments.of(first, second));
                }
            }
        }
        return pairs.stream();
    }

    /** These are told by the same numbers, and exclude each other or are set by the same property in the table above. */
    private static boolean contradict(Outcome first, Outcome second) {
        List<Outcome> byNumbers =
                List.of(Outcome.WEEKLY_SUFFICES, Outcome.NOTHING_TO_EXPIRE, Outcome.RETENTION_TOO_LONG);
        return byNumbers.contains(first) && (byNumbers.contains(second) || second == Outcome.WEEKLY_RUNNING);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void theEarlierOutcomeWinsAndTheLaterIsListed(Outcome first, Outcome second) {
        Decision decision =
                Case.launched().with(causeOf(second)).with(causeOf(first)).decide();

        assertThat(decision.outcome()).isEqualTo(first);
        assertThat(decision.also())
                .contains(second)
                .doesNotContain(first, Outcome.LAUNCH)
                .isSorted();
    }

    static Stream<Arguments> boundaries() {
        return Stream.of(
                row("over the limit by one, not growing", c -> still(c, 501, 400), Outcome.LAUNCH),
                row("exactly at the limit, not growing", c -> still(c, 500, 400), Outcome.WEEKLY_SUFFICES),
                row("reaches the limit as the weekly run ends", c -> growing(c, 363, 24), Outcome.WEEKLY_SUFFICES),
                row("passes the limit just before that", c -> growing(c, 364, 24), Outcome.LAUNCH),
                row(
                        "file exactly at its limit",
                        c -> still(c, 400, 300).set("limit.decoded-bytes", "420000"),
                        Outcome.WEEKLY_SUFFICES),
                row(
                        "file one byte over its limit",
                        c -> still(c, 400, 300).set("limit.decoded-bytes", "419999"),
                        Outcome.LAUNCH),
                row("removes exactly the minimum benefit", c -> still(c, 501, 50), Outcome.LAUNCH),
                row("removes one fewer, the rest fits", c -> still(c, 501, 49), Outcome.NOTHING_TO_EXPIRE),
                row("removes one fewer, the rest does not fit", c -> still(c, 550, 49), Outcome.RETENTION_TOO_LONG),
                row(
                        "retain-last keeps all but the benefit",
                        c -> still(c, 501, 400).set("retain-last", "451"),
                        Outcome.LAUNCH),
                row(
                        "retain-last keeps one more",
                        c -> still(c, 501, 400).set("retain-last", "452"),
                        Outcome.NOTHING_TO_EXPIRE),
                row(
                        "no snapshot, a file over its limit",
                        c -> still(c, 0, 0).set("limit.decoded-bytes", "1000"),
                        Outcome.RETENTION_TOO_LONG),
                row(
                        "heartbeat exactly as old as allowed",
                        c -> c.heartbeat = NOW.minus(Duration.ofMinutes(25)),
                        Outcome.LAUNCH),
                row(
                        "heartbeat a moment older",
                        c -> c.heartbeat = NOW.minus(Duration.ofMinutes(25)).minusMillis(1),
                        Outcome.STALE),
                row("no heartbeat", c -> c.heartbeat = null, Outcome.STALE),
                row("frozen until now", c -> c.set("freeze-until", NOW.toString()), Outcome.LAUNCH),
                row(
                        "frozen until the next moment",
                        c -> c.set("freeze-until", NOW.plusMillis(1).toString()),
                        Outcome.FROZEN),
                row("cool-down ends now", c -> c.coolDownUntil = NOW, Outcome.LAUNCH),
                row(
                        "ended within the cool-down, no date given",
                        c -> c.lastEndedAt = NOW.minus(Duration.ofMinutes(59)),
                        Outcome.COOLING_DOWN),
                row("room for one more run", c -> c.runsOpen = 3, Outcome.LAUNCH),
                row(
                        "weekly run hangs for twice its time",
                        c -> c.set("weekly.schedule", "0 8 * * 1").weeklyRunning = true,
                        Outcome.LAUNCH),
                row("gc.enabled=true as written", c -> c.gcEnabled = true, Outcome.LAUNCH),
                row("never counted", c -> still(c, 0, 0).trouble = GONE, Outcome.UNREADABLE),
                row("calm table", c -> growing(c, 61, 24), Outcome.WEEKLY_SUFFICES),
                row(
                        "a dot, a blank and a quote in the name",
                        c -> c.key = TableKey.of("a.b", "c d\"e"),
                        Outcome.LAUNCH));
    }

    @ParameterizedTest(name = "{0}: {2}")
    @MethodSource("boundaries")
    void decidesAtTheBoundary(String name, Consumer<Case> change, Outcome outcome) {
        assertThat(Case.launched().with(change).decide().outcome()).isEqualTo(outcome);
    }

    @Test
    void aTableThatTheWeeklyRunPassedByIsWeighedWithoutIt() {
        Consumer<Case> old = c -> {
            c.snapshots = 200;
            c.removable = 60;
            c.perDay = 1;
            c.set("weekly.retention", "7d")
                    .set("weekly.schedule", "59 11 * * 1")
                    .set("weekly.duration", "PT0S");
        };

        Decision decision = Case.launched().with(old).decide();

        assertThat(decision.outcome()).isEqualTo(Outcome.LAUNCH);
        assertThat(decision.why())
                .contains("the weekly run of Mon 2026-11-30 11:59 UTC left 60 snapshots it should have removed");
        assertThat(Case.launched().with(old).with(c -> c.perDay = 0).decide().outcome())
                .isEqualTo(Outcome.WEEKLY_SUFFICES);
        assertThat(Case.launched()
                        .with(old)
                        .set("weekly.duration", "PT2M")
                        .decide()
                        .outcome())
                .isEqualTo(Outcome.WEEKLY_SUFFICES);
    }

    @Test
    void theDraftHoldsThePolicyInAbsoluteNumbers() {
        Decision decision = Case.launched().set("retain-last", "3").decide();

        Draft draft = ((Decision.Launch) decision).draft();
        assertThat(draft.cutoff()).isEqualTo(NOW.minus(Duration.ofDays(7)));
        assertThat(draft.retainLast()).isEqualTo(3);
        assertThat(draft.maxRemoved()).isEqualTo(5000);
        assertThat(draft.minimumBenefit()).isEqualTo(50);
        assertThat(draft.commitBefore()).isNull();
        assertThat(draft.floorOverLimit()).isFalse();
        assertThat(draft.why()).isEqualTo(decision.why());
    }

    /** It is noon; a run that takes two hours should be under way since eleven, or should be over since just now. */
    @Test
    void aWeeklyRunThatShouldBeUnderWayIsWaitedForAndNotTheNextOne() {
        Case during = Case.launched().with(c -> growing(c, 440, 24)).set("weekly.schedule", "0 11 * * 1");
        Case after = Case.launched().with(c -> growing(c, 440, 24)).set("weekly.schedule", "0 10 * * 1");
        Case over = Case.launched().with(c -> growing(c, 501, 24)).set("weekly.schedule", "0 11 * * 1");

        assertThat(during.decide().outcome()).isEqualTo(Outcome.WEEKLY_SUFFICES);
        assertThat(during.decide().why())
                .isEqualTo("440 snapshots, growing 24 a day: 441 (limit 500) and 450.2 KiB of metadata (limit 8.0 MiB)"
                        + " when the weekly run of Mon 2026-11-30 11:00 UTC is done.");
        assertThat(during.explain().text())
                .contains("Weekly run    due since Mon 2026-11-30 11:00 UTC, takes 2 h as configured\n");
        assertThat(after.decide().outcome()).isEqualTo(Outcome.LAUNCH);
        assertThat(over.decide().outcome()).isEqualTo(Outcome.LAUNCH);
    }

    /** Schemas alone make the file too large: an expiry would change nothing. */
    @Test
    void aListWithoutSnapshotsIsNeverExpiredWhateverItsSize() {
        Decision decision = Case.launched()
                .with(c -> still(c, 0, 0).floor = 0)
                .with(c -> c.otherBytes = 80_000_000)
                .decide();

        assertThat(decision.outcome()).isEqualTo(Outcome.RETENTION_TOO_LONG);
        assertThat(decision.also()).isEmpty();
        assertThat(decision.next())
                .startsWith("No expiry of snapshots helps: 76.3 MiB are not snapshots; 3 schemas hold");
    }

    @Test
    void oneSnapshotOlderThanTheCutOffIsKept() {
        Decision decision = Case.launched()
                .with(c -> still(c, 1, 0))
                .set("minimum-benefit", "1")
                .with(c -> c.otherBytes = 80_000_000)
                .decide();

        assertThat(decision.outcome()).isEqualTo(Outcome.RETENTION_TOO_LONG);
    }

    /** Thirteen tags on thirteen snapshots: what an expiry could remove counts, and not how long the list is. */
    @Test
    void aListThatTagsHoldIsNotExpiredAndSaysSo() {
        Decision decision = Case.launched()
                .with(c -> still(c, 700, 0).floor = 700)
                .set("minimum-benefit", "1")
                .decide();

        assertThat(decision.outcome()).isEqualTo(Outcome.RETENTION_TOO_LONG);
        assertThat(decision.next())
                .startsWith("No retention helps: 700 snapshots can never go, because branches or tags of the table hold"
                        + " them.");
    }

    @Test
    void aFileThatGrowsTooLargeIsForetoldByTheDay() {
        Decision decision = Case.launched()
                .with(c -> c.snapshots = 300)
                .with(c -> c.otherBytes = 4_900_000)
                .set("limit.decoded-bytes", "5242880")
                .decide();

        assertThat(decision.outcome()).isEqualTo(Outcome.LAUNCH);
        assertThat(decision.why())
                .contains(
                        "in 5.0 MiB of metadata, which passes 5.0 MiB on Tue 2026-12-01 05:09 UTC, before the weekly run");
    }

    @Test
    void aFloorOverTheLimitIsAFlagAndNotARefusal() {
        Decision decision = Case.launched().set("limit.snapshots", "100").decide();

        assertThat(((Decision.Launch) decision).draft().floorOverLimit()).isTrue();
        assertThat(decision.urgent()).isTrue();
    }

    @Test
    void aReplacedTableIsLaunchedInItsQuietWindowOnly() {
        Instant last = NOW.minus(Duration.ofMinutes(10));
        Decision inside = Case.launched().rebuiltHourly(last).decide();
        Decision fresh = Case.launched().rebuiltHourly(NOW).decide();
        Decision due =
                Case.launched().rebuiltHourly(NOW.minus(Duration.ofMinutes(45))).decide();
        Decision appended = Case.launched()
                .rebuiltHourly(NOW)
                .with(c -> c.replaceGrown = false)
                .decide();

        assertThat(((Decision.Launch) inside).draft().commitBefore()).isEqualTo(last.plus(Duration.ofMinutes(45)));
        assertThat(fresh.outcome()).isEqualTo(Outcome.REBUILD_UNDER_WAY);
        assertThat(due.outcome()).isEqualTo(Outcome.REBUILD_UNDER_WAY);
        assertThat(appended.outcome()).isEqualTo(Outcome.LAUNCH);
    }

    @Test
    void aReplacedTableWithASilentWriterIsLaunchedForAShortTime() {
        Decision decision =
                Case.launched().rebuiltHourly(NOW.minus(Duration.ofHours(3))).decide();

        assertThat(((Decision.Launch) decision).draft().commitBefore()).isEqualTo(NOW.plus(Duration.ofMinutes(30)));
    }

    @Test
    void missedWindowsCallAPerson() {
        Consumer<Case> due = causeOf(Outcome.REBUILD_UNDER_WAY);

        assertThat(Case.launched()
                        .with(due)
                        .with(c -> c.windowsMissed = 23)
                        .decide()
                        .urgent())
                .isFalse();
        assertThat(Case.launched()
                        .with(due)
                        .with(c -> c.windowsMissed = 24)
                        .decide()
                        .urgent())
                .isTrue();
    }

    private static Case still(Case c, int snapshots, int removable) {
        c.snapshots = snapshots;
        c.removable = removable;
        c.perDay = 0;
        return c;
    }

    /** The weekly run ends 5 d 17 h from now: 24 a day are 137 more. */
    private static Case growing(Case c, int snapshots, double perDay) {
        c.snapshots = snapshots;
        c.removable = snapshots / 2;
        c.perDay = perDay;
        return c;
    }

    private static Arguments row(String name, Consumer<Case> change, Outcome outcome) {
        return Arguments.of(name, change, outcome);
    }
}
