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
        this.need = Need.of(forecast, rule, policy, situation.now());
        this.quiet = Quiet.at(situation.now(), forecast, rule.longestRebuild());
    }

    Decision decide() {
        List<Outcome> applying =
                Arrays.stream(Outcome.values()).filter(this::applies).toList();
        Outcome outcome = applying.get(0);
        String why = new Why(this).text(outcome);
        String next = new Next(this).text(outcome);
        if (outcome == Outcome.LAUNCH) {
            return new Decision.Launch(draft(why), next, isUrgent(outcome));
        }
        List<Outcome> also = applying.stream()
                .skip(1)
                .filter(other -> other != Outcome.LAUNCH)
                .toList();
        return new Decision.Hold(forecast.table(), forecast.key(), outcome, why, next, also, isUrgent(outcome));
    }

    Instant now() {
        return situation.now();
    }

    /** The end of the cool-down; null when there is none. */
    @Nullable
    Instant coolDownUntil() {
        Instant until = past.coolDownUntil();
        Instant ended = past.lastEndedAt();
        return until == null && ended != null ? ended.plus(rule.coolDown()) : until;
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
            case WEEKLY_RUNNING -> past.weeklyRunning() && now().isBefore(weeklyGivenUpAt());
            case COOLING_DOWN -> isBefore(coolDownUntil());
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

    /** A weekly run that hangs must not hold the tables for ever: it counts for twice its usual time. */
    Instant weeklyGivenUpAt() {
        Duration usual = policy.weekly().duration().multipliedBy(2);
        Duration bound = usual.compareTo(SHORTEST_WEEKLY) > 0 ? usual : SHORTEST_WEEKLY;
        return policy.weekly().schedule().previous(now()).plus(bound);
    }

    private boolean isUrgent(Outcome outcome) {
        return forecast.shape().resurrected()
                || switch (outcome) {
                    case STALE, RETENTION_TOO_LONG, GC_DISABLED, UNADDRESSABLE, BREAKER_OPEN -> true;
                    case UNREADABLE -> isLasting(forecast.unreadable());
                    case REBUILD_UNDER_WAY -> past.windowsMissed() >= rule.missedWindows();
                    case LAUNCH -> need.isOverAfterExpiry();
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
                rule.retainLast(),
                rule.maxRemoved(),
                rule.minimumBenefit(),
                quiet.commitBefore(),
                need.isOverAfterExpiry(),
                why);
    }
}
