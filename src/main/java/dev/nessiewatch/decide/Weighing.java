// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.Forecast;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One decision in the making: each outcome is asked whether it applies, in their order. */
final class Weighing {
    private static final Duration SHORTEST_WEEKLY = Duration.ofHours(1);
    /** Snapshots of one moment go together, so a run that was cut off may stay a little below its most. */
    private static final double NEARLY = 0.9;

    private static final int SHARE_WORTH_A_RUN = 10;

    final Policy policy;
    final Rule rule;
    final Forecast forecast;
    final Past past;
    final Situation situation;
    final Need need;
    final Quiet quiet;

    Weighing(Policy policy, Forecast forecast, Past past, Situation situation) {
        this.policy = policy;
        this.rule = policy.ruleFor(forecast.key());
        this.forecast = forecast;
        this.past = past;
        this.situation = situation;
        this.need = Need.of(forecast, rule, policy, situation);
        Quiet found = Quiet.at(situation.now(), forecast, rule.longestRebuild());
        this.quiet = rule.forced() && isUrgentWait() ? found.force() : found;
    }

    /** The decision with everything it was made from. */
    Explanation explain() {
        return new Explanation(decide(), new Facts(this).lines());
    }

    Decision decide() {
        List<Outcome> applying =
                Arrays.stream(Outcome.values()).filter(this::applies).toList();
        Outcome outcome = applying.get(0);
        String why = new Why(this).text(outcome);
        String next = new Next(this).text(outcome);
        List<Outcome> also = Arrays.stream(Outcome.values())
                .filter(other -> other != outcome && other != Outcome.LAUNCH)
                .filter(other -> applying.contains(other) || (other == Outcome.WEEKLY_RUNNING && isWeeklyGivenUp()))
                .toList();
        if (outcome == Outcome.LAUNCH) {
            return new Decision.Launch(draft(why), next, also, isUrgent(outcome));
        }
        return new Decision.Hold(forecast.table(), forecast.key(), outcome, why, next, also, isUrgent(outcome));
    }

    Instant now() {
        return situation.now();
    }

    /** Whether the cool-down after the last order goes on. */
    boolean isCooling() {
        return isBefore(coolDownUntil());
    }

    /** The end of the cool-down; null when there is none. After a run that was cut off at its most, the next goes on at once. */
    @Nullable
    Instant coolDownUntil() {
        if (wasCutOff()) {
            return null;
        }
        Instant until = past.coolDownUntil();
        Instant ended = past.lastEndedAt();
        return until == null && ended != null ? ended.plus(rule.coolDown()) : until;
    }

    /**
     * The last run of the table, when it helped and the list is still low enough to wait: since that run, in this week,
     * neither {@code relaunch-at} of a limit was passed, nor, when the run itself left more than that, did a tenth of the
     * list become removable. Null when nothing is to wait for.
     */
    Past.@Nullable LastRun settledBy() {
        Past.LastRun run = past.lastRun();
        if (run == null || run.removed() <= 0 || wasCutOff()) {
            return null;
        }
        boolean thisWeek = run.endedAt().isAfter(policy.weekly().schedule().previous(now()));
        boolean low = !need.isOver(rule.limits().relaunchAt());
        boolean wasHigh = run.snapshotsAfter() > need.limit() * rule.limits().relaunchAt();
        boolean little = wasHigh && need.removable() < tenth();
        return thisWeek && (low || little) ? run : null;
    }

    /** The longest retention, in whole minutes, that brings today's list under the limits; null when none is allowed. */
    @Nullable
    Duration helpfulRetention() {
        Instant cutoff = forecast.ageCurve().cutoffFor(forecast.snapshots() - need.longestList());
        if (cutoff == null) {
            return null;
        }
        Duration retention = Duration.ofMinutes(Duration.between(cutoff, now()).toMinutes());
        return retention.compareTo(policy.retentionFloor()) < 0 ? null : retention;
    }

    /** Snapshots that make another run worth it for a list that no run brings under its limit. */
    int tenth() {
        return forecast.snapshots() / SHARE_WORTH_A_RUN;
    }

    /** Whether a table has waited for a quiet window for longer than the policy bears. */
    boolean isUrgentWait() {
        return past.windowsMissed() >= rule.missedWindows()
                || need.isOver(rule.limits().hardFactor());
    }

    private boolean wasCutOff() {
        Past.LastRun run = past.lastRun();
        return run != null
                && past.failures() == 0
                && run.removed() > 0
                && run.predicted() >= NEARLY * rule.maxRemoved();
    }

    private boolean applies(Outcome outcome) {
        return switch (outcome) {
            case EXCLUDED -> rule.excluded();
            case FROZEN -> isBefore(rule.freezeUntil());
            case UNREADABLE -> forecast.unreadable() != null;
            case STALE -> isStale();
            case REST_MANAGED -> forecast.shape().restManaged();
            case WEEKLY_SUFFICES -> isCounted() && need.fits();
            case NOTHING_TO_EXPIRE -> isCounted() && !need.removesEnough() && !need.isOverAfterExpiry();
            case RETENTION_TOO_LONG -> isCounted() && !need.removesEnough() && need.isOverAfterExpiry();
            case GC_DISABLED -> Boolean.FALSE.equals(forecast.shape().gcEnabled());
            case UNADDRESSABLE -> Names.isUnaddressable(forecast.key());
            case BREAKER_OPEN -> past.breakerOpen();
            case RUN_OPEN -> past.openRun();
            case WEEKLY_RUNNING -> past.weeklyRunning() && !isWeeklyGivenUp();
            case COOLING_DOWN -> isCooling() || settledBy() != null;
            case QUEUED -> past.runsOpen() >= past.maxOpenRuns();
            case REBUILD_UNDER_WAY -> !quiet.open();
            case PAUSED -> situation.paused();
            case LAUNCH -> true;
        };
    }

    /** Whether there is a count to speak of: a table that was never readable has none. */
    private boolean isCounted() {
        return forecast.unreadable() == null || forecast.snapshots() > 0;
    }

    private boolean isStale() {
        Instant heartbeat = situation.feedHeartbeatAt();
        return heartbeat == null || now().isAfter(heartbeat.plus(policy.staleAfter()));
    }

    private boolean isBefore(@Nullable Instant moment) {
        return moment != null && now().isBefore(moment);
    }

    /** Whether the weekly run is still said to be under way although it has had its time. */
    boolean isWeeklyGivenUp() {
        return past.weeklyRunning() && !now().isBefore(weeklyGivenUpAt());
    }

    /**
     * A weekly run that hangs must not hold the tables for ever: it counts for twice its usual time, as configured or as
     * seen, an hour at least. One that begins late, or out of turn, has the same time from when it was first seen.
     */
    Instant weeklyGivenUpAt() {
        Policy.Weekly weekly = policy.weekly();
        Duration seen = situation.weekly().duration(weekly.duration());
        Duration usual = longer(seen, weekly.duration()).multipliedBy(2);
        Instant scheduled = weekly.schedule().previous(now());
        Instant since = past.weeklySince();
        Instant began = since != null && since.isAfter(scheduled) ? since : scheduled;
        return began.plus(longer(usual, SHORTEST_WEEKLY));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private boolean isUrgent(Outcome outcome) {
        return forecast.shape().resurrected()
                || switch (outcome) {
                    case STALE, RETENTION_TOO_LONG, GC_DISABLED, UNADDRESSABLE, BREAKER_OPEN -> true;
                    case UNREADABLE -> isLasting(forecast.unreadable());
                    case REBUILD_UNDER_WAY -> isUrgentWait();
                    case LAUNCH -> need.isOverAfterExpiry() || quiet.forced();
                    case EXCLUDED,
                            FROZEN,
                            REST_MANAGED,
                            WEEKLY_SUFFICES,
                            NOTHING_TO_EXPIRE,
                            RUN_OPEN,
                            WEEKLY_RUNNING,
                            COOLING_DOWN,
                            QUEUED,
                            PAUSED -> false;
                };
    }

    /** A store that does not answer is given an hour. */
    private boolean isLasting(Forecast.@Nullable Trouble trouble) {
        return trouble != null
                && (!trouble.kind().equals("UNAVAILABLE")
                        || now().isAfter(trouble.since().plus(Duration.ofHours(1))));
    }

    private Draft draft(String why) {
        return new Draft(
                forecast.table(),
                forecast.key(),
                need.cutoff(),
                need.retainLast(),
                rule.maxRemoved(),
                rule.minimumBenefit(),
                quiet.commitBefore(),
                need.isOverAfterExpiry(),
                why);
    }
}
