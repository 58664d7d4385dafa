// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Reads the configured policy and refuses what would delete too much, or nothing ever. */
final class PolicyCheck {
    private final PolicyConfig config;

    private PolicyCheck(PolicyConfig config) {
        this.config = config;
    }

    static Policy read(PolicyConfig config) {
        PolicyCheck check = new PolicyCheck(config);
        RuleReading reading = new RuleReading(config);
        Rule global = reading.global();
        check.numbers(global, name -> name);
        check.durations(global, name -> name);
        check.common();
        check.retention(global, "retention");
        List<Rule> rules = new ArrayList<>();
        for (int i = 0; i < config.rules().size(); i++) {
            rules.add(check.listed(i, reading.listed(i, global)));
        }
        rules.add(global);
        WeeklySchedule schedule = check.schedule(check.zone());
        return new Policy(
                rules,
                new Policy.Weekly(
                        schedule, config.weekly().duration(), config.weekly().retention()),
                config.retentionFloor(),
                config.staleAfter());
    }

    /** What a rule does not set was checked before, so each message names the rule. */
    private Rule listed(int index, Rule rule) {
        UnaryOperator<String> named = name -> RuleReading.property(index, name);
        List<String> set = RuleReading.set(config.rules().get(index));
        if (set.contains("minimum-benefit") && !set.contains("max-removed")) {
            benefitWithinMost(rule, named.apply("minimum-benefit"));
        }
        numbers(rule, named);
        durations(rule, named);
        retention(rule, named.apply("retention"));
        return rule;
    }

    private static void benefitWithinMost(Rule rule, String property) {
        if (rule.minimumBenefit() > rule.maxRemoved()) {
            throw new InvalidPolicy(
                    property,
                    rule.minimumBenefit(),
                    "more than max-removed (" + rule.maxRemoved()
                            + "), so no run could start; lower it, or raise max-removed");
        }
    }

    private void numbers(Rule rule, UnaryOperator<String> named) {
        Rule.Limits limits = rule.limits();
        atLeastOne(named.apply("retain-last"), rule.retainLast(), "Iceberg keeps at least one snapshot; set 1 or more");
        atLeastOne(named.apply("limit.snapshots"), limits.snapshots(), "set the list length that planners can bear");
        atLeastOne(
                named.apply("limit.decoded-bytes"), limits.decodedBytes(), "set the file size that planners can bear");
        if (limits.plannerHeap() != null) {
            atLeastOne(named.apply("limit.planner-heap"), limits.plannerHeap(), "set the heap that planners can spend");
        }
        that(
                limits.hardFactor() >= 1 && limits.hardFactor() < Double.POSITIVE_INFINITY,
                named.apply("limit.hard-factor"),
                limits.hardFactor(),
                "must be at least 1: how many times a limit is too much to wait any longer");
        that(
                limits.relaunchAt() > 0 && limits.relaunchAt() <= 1,
                named.apply("relaunch-at"),
                limits.relaunchAt(),
                "must be above 0 and at most 1: a share of the limit");
        atLeastOne(
                named.apply("minimum-benefit"),
                rule.minimumBenefit(),
                "a run that removes nothing is useless; set 1 or more");
        that(
                rule.missedWindows() >= 1 && rule.missedWindows() <= MissedWindows.MOST,
                named.apply("missed-windows"),
                rule.missedWindows(),
                "must be 1 to " + MissedWindows.MOST + ": no more than that are counted");
        if (rule.maxRemoved() < rule.minimumBenefit()) {
            throw new InvalidPolicy(
                    named.apply("max-removed"),
                    rule.maxRemoved(),
                    "less than minimum-benefit (" + rule.minimumBenefit()
                            + "), so no run could start; raise it, or lower minimum-benefit");
        }
    }

    private void durations(Rule rule, UnaryOperator<String> named) {
        notNegative(named.apply("cool-down"), rule.coolDown());
        notNegative(named.apply("longest-rebuild"), rule.longestRebuild());
    }

    /** What no rule can change. */
    private void common() {
        positive("retention-floor", config.retentionFloor(), "set the longest query or write of the lake, or more");
        positive("stale-after", config.staleAfter(), "set more than the 10 minutes between two heartbeats");
        positive("weekly.retention", config.weekly().retention(), "set what the weekly run keeps, for instance 7d");
        notNegative("weekly.duration", config.weekly().duration());
        double factor = config.planner().heapFactor();
        that(
                factor > 0 && factor < Double.POSITIVE_INFINITY,
                "planner.heap-factor",
                factor,
                "must be above zero: bytes of heap per decoded byte");
        atLeastOne("planner.concurrent-loads", config.planner().concurrentLoads(), "set 1 or more");
        config.nessieGcWindow()
                .ifPresent(window -> positive("nessie-gc-window", window, "set the cut-off that nessie-gc keeps"));
    }

    private void retention(Rule rule, String property) {
        if (rule.retention().compareTo(config.retentionFloor()) < 0) {
            throw new InvalidPolicy(
                    property,
                    rule.retention(),
                    "under retention-floor (" + Words.duration(config.retentionFloor())
                            + "), so writes and queries still running could lose files; raise it, or lower"
                            + " retention-floor and accept that");
        }
        if (rule.retention().compareTo(config.weekly().retention()) > 0) {
            throw new InvalidPolicy(
                    property,
                    rule.retention(),
                    "longer than weekly.retention ("
                            + Words.duration(config.weekly().retention())
                            + "), so the weekly run would remove more than a targeted one; lower it, or raise"
                            + " weekly.retention to what the weekly run really keeps");
        }
    }

    private ZoneId zone() {
        try {
            return ZoneId.of(config.weekly().zone().strip());
        } catch (DateTimeException e) {
            throw new InvalidPolicy(
                    "weekly.zone", config.weekly().zone(), "not a time zone; set a name such as UTC or Europe/Berlin");
        }
    }

    private WeeklySchedule schedule(ZoneId zone) {
        String expression = config.weekly().schedule();
        try {
            return WeeklySchedule.of(expression, zone);
        } catch (IllegalArgumentException e) {
            throw new InvalidPolicy(
                    "weekly.schedule",
                    expression,
                    "not a Unix cron expression of five fields that ever fires (" + e.getMessage()
                            + "); for instance 0 3 * * 0 for Sunday, 03:00");
        }
    }

    private static void atLeastOne(String property, long value, String remedy) {
        that(value >= 1, property, value, "must be at least 1: " + remedy);
    }

    private static void positive(String property, Duration value, String remedy) {
        that(!value.isZero() && !value.isNegative(), property, value, "must be above zero: " + remedy);
    }

    private static void notNegative(String property, Duration value) {
        that(!value.isNegative(), property, value, "must not be negative; set zero or more");
    }

    private static void that(boolean sound, String property, Object value, String remedy) {
        if (!sound) {
            throw new InvalidPolicy(property, value, remedy);
        }
    }
}
