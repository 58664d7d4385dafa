// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyTest {
    @Test
    void theseAreTheDefaults() {
        Policy policy = Settings.policy();
        Rule rule = policy.ruleFor(TableKey.of("any", "table"));

        assertThat(rule.name()).isEqualTo("default");
        assertThat(rule.excluded()).isFalse();
        assertThat(rule.freezeUntil()).isNull();
        assertThat(rule.limits()).isEqualTo(new Rule.Limits(500, 8_388_608));
        assertThat(rule.retention()).isEqualTo(Duration.ofDays(7));
        assertThat(rule.retainLast()).isEqualTo(1);
        assertThat(rule.minimumBenefit()).isEqualTo(50);
        assertThat(rule.maxRemoved()).isEqualTo(5000);
        assertThat(rule.coolDown()).isEqualTo(Duration.ofHours(1));
        assertThat(rule.longestRebuild()).isEqualTo(Duration.ofMinutes(15));
        assertThat(rule.missedWindows()).isEqualTo(24);
        assertThat(policy.retentionFloor()).isEqualTo(Duration.ofHours(24));
        assertThat(policy.staleAfter()).isEqualTo(Duration.ofMinutes(25));
        assertThat(policy.weekly().duration()).isEqualTo(Duration.ofHours(2));
        assertThat(policy.weekly().retention()).isEqualTo(Duration.ofDays(7));
        assertThat(policy.weekly().schedule()).hasToString("0 3 * * 0 (UTC)");
    }

    @Test
    void readsAFreezeDate() {
        Rule rule = Settings.policy("freeze-until", "2026-12-24T00:00:00Z").ruleFor(TableKey.of("t"));

        assertThat(rule.freezeUntil()).isEqualTo(Instant.parse("2026-12-24T00:00:00Z"));
    }

    @Test
    void theCompressedWeekOfTheDemoIsValid() {
        Policy policy = Settings.policy(
                "weekly.schedule",
                "*/30 * * * *",
                "retention",
                "20s",
                "retention-floor",
                "10s",
                "limit.snapshots",
                "40",
                "minimum-benefit",
                "10",
                "longest-rebuild",
                "5s",
                "cool-down",
                "30s");

        assertThat(policy.ruleFor(TableKey.of("t")).retention()).isEqualTo(Duration.ofSeconds(20));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        retain-last          | 0        | retain-last = 0: must be at least 1: Iceberg keeps at least one snapshot; set 1 or more
        limit.snapshots      | 0        | limit.snapshots = 0: must be at least 1: set the list length that planners can bear
        limit.decoded-bytes  | -1       | limit.decoded-bytes = -1: must be at least 1: set the file size that planners can bear
        minimum-benefit      | 0        | minimum-benefit = 0: must be at least 1: a run that removes nothing is useless; set 1 or more
        missed-windows       | 1001     | missed-windows = 1001: must be 1 to 1000: no more than that are counted
        missed-windows       | 0        | missed-windows = 0: must be 1 to 1000: no more than that are counted
        max-removed          | 49       | max-removed = 49: less than minimum-benefit (50), so no run could start; raise it, or lower minimum-benefit
        retention-floor      | PT0S     | retention-floor = PT0S: must be above zero: set the longest query or write of the lake, or more
        stale-after          | PT0S     | stale-after = PT0S: must be above zero: set more than the 10 minutes between two heartbeats
        weekly.retention     | PT0S     | weekly.retention = PT0S: must be above zero: set what the weekly run keeps, for instance 7d
        weekly.duration      | PT-1S    | weekly.duration = PT-1S: must not be negative; set zero or more
        cool-down            | PT-1S    | cool-down = PT-1S: must not be negative; set zero or more
        longest-rebuild      | PT-1S    | longest-rebuild = PT-1S: must not be negative; set zero or more
        retention            | 23h      | retention = PT23H: under retention-floor (1 d), so writes and queries still running could lose files; raise it, or lower retention-floor and accept that
        retention            | 8d       | retention = PT192H: longer than weekly.retention (7 d), so the weekly run would remove more than a targeted one; lower it, or raise weekly.retention to what the weekly run really keeps
        weekly.zone          | Mars/Red | weekly.zone = Mars/Red: not a time zone; set a name such as UTC or Europe/Berlin
        """)
    void refusesWhatIsWrongAndNamesPropertyValueAndRemedy(String property, String value, String message) {
        assertThatThrownBy(() -> Settings.policy(property, value))
                .isInstanceOf(InvalidPolicy.class)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("nessiewatch.policy." + message);
    }

    @ParameterizedTest
    @CsvSource({"'0 3 * *'", "'0 3 * * * *'", "'60 3 * * 0'", "'@weekly'", "'sunday'", "'0 0 31 2 *'"})
    void refusesAScheduleThatCannotBeReadOrNeverComes(String expression) {
        assertThatThrownBy(() -> Settings.policy("weekly.schedule", expression))
                .isInstanceOf(InvalidPolicy.class)
                .hasMessageStartingWith("nessiewatch.policy.weekly.schedule = " + expression
                        + ": not a Unix cron expression of five fields that ever fires (")
                .hasMessageEndingWith("; for instance 0 3 * * 0 for Sunday, 03:00")
                .hasMessageNotContaining("\n");
    }
}
