// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules for some tables: which one holds, what it changes, and which ones stop the start. */
class RulesTest {
    private static final Policy POLICY = Settings.policy(
            "rules[0].title", "scratch",
            "rules[0].namespace", "scratch, \"team.a\".tmp",
            "rules[0].excluded", "true",
            "rules[1].namespace", "reports",
            "rules[1].name", "hourly_.*",
            "rules[1].retention", "2d",
            "rules[2].namespace", "reports",
            "rules[2].limit.snapshots", "900",
            "rules[3].name", "daily",
            "rules[3].retain-last", "7");

    @ParameterizedTest
    @CsvSource({
        "scratch/t,               scratch",
        "scratch/deeper/t,        scratch",
        "team.a/tmp/t,            scratch",
        "team/a/tmp/t,            default",
        "scratchy/t,              default",
        "scratch,                 default",
        "reports/hourly_sales,    rule 1",
        "reports/eu/hourly_sales, rule 1",
        "reports/not_hourly_x,    rule 2",
        "reports/daily,           rule 2",
        "other/daily,             rule 3",
        "other/daily2,            default",
        "daily,                   rule 3"
    })
    void theFirstRuleThatMatchesHolds(String key, String rule) {
        assertThat(POLICY.ruleFor(TableKey.of(key.split("/"))).name()).isEqualTo(rule);
    }

    @Test
    void aRuleChangesWhatItSetsAndNothingElse() {
        Rule global = POLICY.ruleFor(TableKey.of("other", "table"));
        Rule hourly = POLICY.ruleFor(TableKey.of("reports", "hourly_sales"));

        assertThat(hourly.retention()).isEqualTo(Duration.ofDays(2));
        assertThat(hourly)
                .usingRecursiveComparison()
                .ignoringFields("name", "scope", "retention")
                .isEqualTo(global);
        assertThat(POLICY.rules()).hasSize(5).last().isEqualTo(global);
    }

    @Test
    void everyNumberCanBeSetByARule() {
        Rule rule = Settings.policy(
                        "freeze-until", "2026-12-24T00:00:00Z",
                        "rules[0].name", "t",
                        "rules[0].limit.snapshots", "11",
                        "rules[0].limit.decoded-bytes", "12",
                        "rules[0].limit.planner-heap", "13",
                        "rules[0].limit.hard-factor", "1.5",
                        "rules[0].retention", "25h",
                        "rules[0].retain-last", "2",
                        "rules[0].minimum-benefit", "3",
                        "rules[0].max-removed", "4",
                        "rules[0].cool-down", "5m",
                        "rules[0].longest-rebuild", "6m",
                        "rules[0].missed-windows", "7",
                        "rules[0].force-after-missed-windows", "true",
                        "rules[0].relaunch-at", "0.5",
                        "rules[0].freeze-until", "2026-12-01T00:00:00Z")
                .ruleFor(TableKey.of("t"));

        assertThat(rule)
                .usingRecursiveComparison()
                .ignoringFields("scope")
                .isEqualTo(new Rule(
                        "rule 0",
                        Rule.Scope.ALL,
                        false,
                        Instant.parse("2026-12-24T00:00:00Z"),
                        new Rule.Limits(11, 12, 13L, new Rule.Planner(7, 8), 1.5, 0.5),
                        Duration.ofHours(25),
                        2,
                        3,
                        4,
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(6),
                        7,
                        true));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        retention                | 1h    | rules[0].retention = PT1H: under retention-floor (1 d), so writes and queries still running could lose files; raise it, or lower retention-floor and accept that
        retention                | 30d   | rules[0].retention = PT720H: longer than weekly.retention (7 d), so the weekly run would remove more than a targeted one; lower it, or raise weekly.retention to what the weekly run really keeps
        minimum-benefit          | 6000  | rules[0].minimum-benefit = 6000: more than max-removed (5000), so no run could start; lower it, or raise max-removed
        max-removed              | 10    | rules[0].max-removed = 10: less than minimum-benefit (50), so no run could start; raise it, or lower minimum-benefit
        retain-last              | 0     | rules[0].retain-last = 0: must be at least 1: Iceberg keeps at least one snapshot; set 1 or more
        limit.snapshots          | 0     | rules[0].limit.snapshots = 0: must be at least 1: set the list length that planners can bear
        limit.planner-heap       | 0     | rules[0].limit.planner-heap = 0: must be at least 1: set the heap that planners can spend
        limit.hard-factor        | 0.5   | rules[0].limit.hard-factor = 0.5: must be at least 1: how many times a limit is too much to wait any longer
        relaunch-at              | 1.1   | rules[0].relaunch-at = 1.1: must be above 0 and at most 1: a share of the limit
        cool-down                | PT-1S | rules[0].cool-down = PT-1S: must not be negative; set zero or more
        missed-windows           | 0     | rules[0].missed-windows = 0: must be 1 to 1000: no more than that are counted
        name                     | a[    | rules[0].name = a[: not a regular expression (Unclosed character class)
        namespace                | a..b  | rules[0].namespace = a..b: an element is empty; elements are joined by dots, one that holds a dot stands in double quotes
        namespace                | "a    | rules[0].namespace = "a: a double quote is not closed; elements are joined by dots, one that holds a dot stands in double quotes
        """)
    void aRuleThatContradictsItselfStopsTheStartByName(String property, String value, String message) {
        String filler = property.equals("name") ? "title" : "name";

        assertThatThrownBy(() -> Settings.policy("rules[0]." + filler, "t", "rules[0]." + property, value))
                .isInstanceOf(InvalidPolicy.class)
                .hasMessage("nessiewatch.policy." + message);
    }

    @Test
    void theSecondRuleIsNamedAsTheSecond() {
        assertThatThrownBy(
                        () -> Settings.policy("rules[0].name", "a", "rules[1].name", "b", "rules[1].retention", "1h"))
                .hasMessageStartingWith("nessiewatch.policy.rules[1].retention = PT1H: ");
    }

    @Test
    void aRuleForEveryTableStopsTheStart() {
        assertThatThrownBy(() -> Settings.policy("rules[0].retention", "2d"))
                .isInstanceOf(InvalidPolicy.class)
                .hasMessage(
                        "nessiewatch.policy.rules[0].name = (absent): without name and namespace the rule covers every"
                                + " table, and no later one is ever asked; set one of them, or set the properties of"
                                + " nessiewatch.policy itself");
    }

    @Test
    void readsNamespacesAsNamesAreShown() {
        List<String> elements = List.of("plain", "with.dot", "with\"quote", "with blank");

        assertThat(RuleScope.elements(new TableKey(elements).display())).isEqualTo(elements);
    }

    @Test
    void aLimitOnHeapIsALimitOnBytes() {
        Rule.Limits limits = Settings.policy(
                        "limit.planner-heap", "560000", "planner.heap-factor", "7", "planner.concurrent-loads", "8")
                .ruleFor(TableKey.of("t"))
                .limits();

        assertThat(limits.bytes()).isEqualTo(10_000);
        assertThat(limits.isBoundByHeap()).isTrue();
        assertThat(limits.planner().heapFor(10_000)).isEqualTo(560_000);
        assertThat(new Rule.Limits(500, 9_999, 560_000L, new Rule.Planner(7, 8), 3, 0.9).isBoundByHeap())
                .isFalse();
    }
}
