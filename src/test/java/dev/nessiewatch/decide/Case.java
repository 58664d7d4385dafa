// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.AgeCurve;
import dev.nessiewatch.forecast.Background;
import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Growth;
import dev.nessiewatch.forecast.Rhythm;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One case for the decider, as a change to a table that is launched: 700 snapshots, the limit 500, 320 of them older than
 * seven days, appended to 60 times a day.
 */
final class Case {
    /** A Monday noon; the weekly run comes on Sunday, 6 December, 03:00. */
    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    TableKey key = TableKey.of("reports", "daily");
    int snapshots = 700;
    long otherBytes = 20_000;
    long statisticsBytes;
    int removable = 320;
    int floor = 1;
    double perDay = 60;
    Growth.Basis basis = Growth.Basis.SNAPSHOT_TIMES;
    boolean replaceGrown;
    boolean restManaged;
    boolean resurrected;

    @Nullable
    Boolean gcEnabled;

    Forecast.@Nullable Trouble trouble;
    Forecast.Activity activity = Forecast.Activity.UNSEEN;
    Rhythm rhythm = Rhythm.UNKNOWN;
    boolean excluded;
    final List<String> settings = new ArrayList<>();

    boolean openRun;
    boolean breakerOpen;

    @Nullable
    Instant coolDownUntil;

    @Nullable
    Instant lastEndedAt;

    @Nullable
    String lastVerdict;

    int failures;
    int windowsMissed;
    int runsOpen;
    boolean weeklyRunning;

    @Nullable
    Instant weeklySince;

    @Nullable
    Instant heartbeat = NOW.minusSeconds(60);

    boolean paused;
    Hand hand = Hand.NONE;

    Past.@Nullable LastRun lastRun;
    Background background = Background.NONE;
    WeeklyWatch weekly = WeeklyWatch.UNSEEN;

    private Situation situation() {
        Situation plain = new Situation(NOW, heartbeat, paused, weekly);
        return hand.equals(Hand.NONE) ? plain : plain.with(hand);
    }

    static Case launched() {
        return new Case();
    }

    /** 61 snapshots that grow by 24 a day: the weekly run is in time. */
    static Case calm() {
        Case calm = new Case();
        calm.snapshots = 61;
        calm.removable = 0;
        calm.perDay = 24;
        return calm;
    }

    Case with(Consumer<Case> change) {
        change.accept(this);
        return this;
    }

    Case set(String property, String value) {
        settings.add(property);
        settings.add(value);
        return this;
    }

    /** Rebuilt every hour, last time at this moment. */
    Case rebuiltHourly(Instant last) {
        replaceGrown = true;
        List<Instant> commits = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            commits.add(last.minus(Duration.ofHours(i)));
        }
        rhythm = Rhythm.of(commits);
        return this;
    }

    Decision decide() {
        return explain().decision();
    }

    Explanation explain() {
        return new Decider(policy()).explain(forecast(), past(), situation());
    }

    Standing standing() {
        return new Decider(policy())
                .weigh(forecast(), past(), new Situation(NOW, heartbeat, paused, weekly))
                .standing();
    }

    Policy policy() {
        Policy policy = Settings.policy(settings.toArray(String[]::new));
        UnaryOperator<Rule> change = rule -> excluded ? excluding(rule) : rule;
        return new Policy(
                policy.rules().stream().map(change).toList(),
                policy.weekly(),
                policy.retentionFloor(),
                policy.staleAfter());
    }

    private static Rule excluding(Rule rule) {
        return new Rule(
                "scratch",
                rule.scope(),
                true,
                rule.freezeUntil(),
                rule.limits(),
                rule.retention(),
                rule.retainLast(),
                rule.minimumBenefit(),
                rule.maxRemoved(),
                rule.coolDown(),
                rule.longestRebuild(),
                rule.missedWindows());
    }

    /** Removable snapshots are a minute older than seven days; the younger ones are spread evenly over those days. */
    Forecast forecast() {
        List<AgeCurve.Point> points = new ArrayList<>();
        Instant week = NOW.minus(Duration.ofDays(7));
        if (removable > 0) {
            points.add(new AgeCurve.Point(week.minusSeconds(60), removable));
        }
        int young = snapshots - floor - removable;
        for (int day = 1; day <= 7; day++) {
            points.add(new AgeCurve.Point(week.plus(Duration.ofDays(day)), removable + Math.max(0, young) * day / 7));
        }
        long bytes = 1_000L * snapshots;
        return new Forecast(
                new TableId("id-1", "main"),
                key,
                NOW,
                NOW.minusSeconds(60),
                snapshots,
                new Forecast.Weight(
                        bytes + statisticsBytes + otherBytes, bytes, statisticsBytes, otherBytes, snapshots, 3),
                new AgeCurve(points),
                new Growth(perDay, perDay * 1_000, basis),
                new Forecast.Shape(replaceGrown, restManaged, gcEnabled, resurrected),
                trouble,
                activity,
                rhythm,
                background);
    }

    private Past past() {
        return new Past(
                openRun,
                coolDownUntil,
                breakerOpen,
                failures,
                lastVerdict,
                lastEndedAt,
                windowsMissed,
                runsOpen,
                4,
                weeklyRunning,
                lastRun,
                weeklySince);
    }

    static Forecast.Activity byDbt() {
        return new Forecast.Activity(
                Map.of("dbt", 24, "someone\nelse", 1), Map.of("iceberg", 25), Map.of("overwrite", 25));
    }
}
