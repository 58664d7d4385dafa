// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * An ordered list of rules, first match wins, and what holds for all tables.
 *
 * @param rules at least one; the last one covers every table
 * @param weekly the weekly run
 * @param retentionFloor shortest retention that is accepted
 * @param staleAfter age of the feed's heartbeat from which nothing is launched
 */
public record Policy(List<Rule> rules, Weekly weekly, Duration retentionFloor, Duration staleAfter) {
    public Policy {
        rules = List.copyOf(rules);
    }

    /**
     * Reads and checks the configuration.
     *
     * @throws InvalidPolicy naming the first property that is wrong, its value, and the remedy
     */
    public static Policy of(PolicyConfig config) {
        return PolicyCheck.read(config);
    }

    /** The first rule that covers the table. */
    public Rule ruleFor(TableKey key) {
        for (Rule rule : rules) {
            if (rule.scope().covers(key)) {
                return rule;
            }
        }
        throw new IllegalStateException("No rule covers " + key.display() + ": the last rule must cover every table");
    }

    /**
     * The weekly run.
     *
     * @param schedule when it starts
     * @param duration how long it usually takes
     * @param retention age from which it removes snapshots
     */
    public record Weekly(WeeklySchedule schedule, Duration duration, Duration retention) {
        /**
         * Start of the run that a table may wait for: the last one while it should be under way, since it may come to the
         * table yet, and the next one after that.
         *
         * @param takes how long a run takes
         */
        public Instant awaited(Instant now, Duration takes) {
            Instant last = schedule.previous(now);
            return now.isBefore(last.plus(takes)) ? last : schedule.next(now);
        }
    }
}
