// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;

/** Reads the configured policy and refuses what would delete too much, or nothing ever. */
final class PolicyCheck {
    private final PolicyConfig config;

    private PolicyCheck(PolicyConfig config) {
        this.config = config;
    }

    static Policy read(PolicyConfig config) {
        PolicyCheck check = new PolicyCheck(config);
        check.numbers();
        check.durations();
        check.retentions();
        WeeklySchedule schedule = check.schedule(check.zone());
        return new Policy(
                List.of(check.globalRule()),
                new Policy.Weekly(
                        schedule, config.weekly().duration(), config.weekly().retention()),
                config.retentionFloor(),
                config.staleAfter());
    }

    private Rule globalRule() {
        return new Rule(
                "default",
                Rule.Scope.ALL,
                false,
                config.freezeUntil().orElse(null),
                new Rule.Limits(config.limit().snapshots(), config.limit().decodedBytes()),
                config.retention(),
                config.retainLast(),
                config.minimumBenefit(),
                config.maxRemoved(),
                config.coolDown(),
                config.longestRebuild(),
                config.missedWindows());
    }

    private void numbers() {
        atLeastOne("retain-last", config.retainLast(), "Iceberg keeps at least one snapshot; set 1 or more");
        atLeastOne("limit.snapshots", config.limit().snapshots(), "set the list length that planners can bear");
        atLeastOne("limit.decoded-bytes", config.limit().decodedBytes(), "set the file size that planners can bear");
        atLeastOne("minimum-benefit", config.minimumBenefit(), "a run that removes nothing is useless; set 1 or more");
        atLeastOne("missed-windows", config.missedWindows(), "set 1 or more");
        if (config.maxRemoved() < config.minimumBenefit()) {
            throw new InvalidPolicy(
                    "max-removed",
                    config.maxRemoved(),
                    "less than minimum-benefit (" + config.minimumBenefit()
                            + "), so no run could start; raise it, or lower minimum-benefit");
        }
    }

    private void durations() {
        positive("retention-floor", config.retentionFloor(), "set the longest query or write of the lake, or more");
        positive("stale-after", config.staleAfter(), "set more than the 10 minutes between two heartbeats");
        positive("weekly.retention", config.weekly().retention(), "set what the weekly run keeps, for instance 7d");
        notNegative("weekly.duration", config.weekly().duration());
        notNegative("cool-down", config.coolDown());
        notNegative("longest-rebuild", config.longestRebuild());
    }

    private void retentions() {
        if (config.retention().compareTo(config.retentionFloor()) < 0) {
            throw new InvalidPolicy(
                    "retention",
                    config.retention(),
                    "under retention-floor (" + Words.duration(config.retentionFloor())
                            + "), so writes and queries still running could lose files; raise it, or lower"
                            + " retention-floor and accept that");
        }
        if (config.retention().compareTo(config.weekly().retention()) > 0) {
            throw new InvalidPolicy(
                    "retention",
                    config.retention(),
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
        if (value < 1) {
            throw new InvalidPolicy(property, value, "must be at least 1: " + remedy);
        }
    }

    private static void positive(String property, Duration value, String remedy) {
        if (value.isZero() || value.isNegative()) {
            throw new InvalidPolicy(property, value, "must be above zero: " + remedy);
        }
    }

    private static void notNegative(String property, Duration value) {
        if (value.isNegative()) {
            throw new InvalidPolicy(property, value, "must not be negative; set zero or more");
        }
    }
}
