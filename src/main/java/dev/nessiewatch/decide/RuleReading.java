// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/** Makes the rules from the configuration: each one on the ground of what holds for all tables. */
final class RuleReading {
    private final PolicyConfig config;

    RuleReading(PolicyConfig config) {
        this.config = config;
    }

    /** The rule for all tables. */
    Rule global() {
        PolicyConfig.Limit limit = config.limit();
        return new Rule(
                "default",
                Rule.Scope.ALL,
                false,
                config.freezeUntil().orElse(null),
                new Rule.Limits(
                        limit.snapshots(),
                        limit.decodedBytes(),
                        limit.plannerHeap().orElse(null),
                        new Rule.Planner(
                                config.planner().heapFactor(), config.planner().concurrentLoads()),
                        limit.hardFactor(),
                        config.relaunchAt()),
                config.retention(),
                config.retainLast(),
                config.minimumBenefit(),
                config.maxRemoved(),
                config.coolDown(),
                config.longestRebuild(),
                config.missedWindows(),
                config.forceAfterMissedWindows());
    }

    /** One of the listed rules, with everything it does not set taken from {@code global}. */
    Rule listed(int index, Rule global) {
        PolicyConfig.Overrides own = config.rules().get(index);
        return new Rule(
                own.title().orElse("rule " + index),
                scope(index, own),
                own.excluded(),
                later(own.freezeUntil().orElse(null), global.freezeUntil()),
                limits(own, global.limits()),
                own.retention().orElse(global.retention()),
                own.retainLast().orElse(global.retainLast()),
                own.minimumBenefit().orElse(global.minimumBenefit()),
                own.maxRemoved().orElse(global.maxRemoved()),
                own.coolDown().orElse(global.coolDown()),
                own.longestRebuild().orElse(global.longestRebuild()),
                own.missedWindows().orElse(global.missedWindows()),
                own.forceAfterMissedWindows().orElse(global.forced()));
    }

    /** Which properties one of the listed rules sets by itself. */
    static List<String> set(PolicyConfig.Overrides own) {
        List<String> set = new ArrayList<>();
        note(set, "retention", own.retention());
        note(set, "retain-last", own.retainLast());
        note(set, "minimum-benefit", own.minimumBenefit());
        note(set, "max-removed", own.maxRemoved());
        return set;
    }

    private static void note(List<String> set, String property, Optional<?> value) {
        if (value.isPresent()) {
            set.add(property);
        }
    }

    private static Rule.Limits limits(PolicyConfig.Overrides own, Rule.Limits global) {
        PolicyConfig.LimitOverrides limit = own.limit();
        return new Rule.Limits(
                limit.snapshots().orElse(global.snapshots()),
                limit.decodedBytes().orElse(global.decodedBytes()),
                limit.plannerHeap().isPresent() ? limit.plannerHeap().get() : global.plannerHeap(),
                global.planner(),
                limit.hardFactor().orElse(global.hardFactor()),
                own.relaunchAt().orElse(global.relaunchAt()));
    }

    private static Rule.Scope scope(int index, PolicyConfig.Overrides own) {
        List<String> namespaces = own.namespace().orElse(List.of());
        if (namespaces.isEmpty() && own.name().isEmpty()) {
            throw new InvalidPolicy(
                    property(index, "name"),
                    "(absent)",
                    "without name and namespace the rule covers every table, and no later one is ever asked; set one of"
                            + " them, or set the properties of nessiewatch.policy itself");
        }
        return new RuleScope(
                namespaces.stream().map(namespace -> elements(index, namespace)).toList(),
                own.name().map(name -> pattern(index, name)).orElse(null));
    }

    private static List<String> elements(int index, String namespace) {
        try {
            return RuleScope.elements(namespace.strip());
        } catch (IllegalArgumentException e) {
            throw new InvalidPolicy(
                    property(index, "namespace"),
                    namespace,
                    e.getMessage() + "; elements are joined by dots, one that holds a dot stands in double quotes");
        }
    }

    private static Pattern pattern(int index, String name) {
        try {
            return Pattern.compile(name);
        } catch (PatternSyntaxException e) {
            throw new InvalidPolicy(
                    property(index, "name"), name, "not a regular expression (" + e.getDescription() + ")");
        }
    }

    static String property(int index, String name) {
        return "rules[" + index + "]." + name;
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isAfter(other) ? one : other;
    }
}
