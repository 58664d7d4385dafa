// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.backtest;

import dev.nessiewatch.decide.Outcome;
import dev.nessiewatch.decide.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a policy would have done to one recorded list.
 *
 * @param recording what was replayed
 * @param limits what the list should have stayed under
 * @param weeklyOnly the list with the weekly run alone
 * @param targeted the list with the weekly run and targeted ones
 * @param runs the targeted runs
 * @param holds for how long each reason held the table; {@code RUN_OPEN} while a run was under way
 * @param lostRollbacks recorded moves of the head to a snapshot that a targeted run would have removed by then; each of
 *     them would have failed
 */
public record Result(
        Recording recording,
        Rule.Limits limits,
        Track weeklyOnly,
        Track targeted,
        List<Run> runs,
        Map<Outcome, Duration> holds,
        int lostRollbacks) {
    public Result {
        runs = List.copyOf(runs);
        EnumMap<Outcome, Duration> ordered = new EnumMap<>(Outcome.class);
        ordered.putAll(holds);
        holds = Collections.unmodifiableMap(ordered);
    }

    /** Snapshots that the targeted runs removed. */
    public int removed() {
        return runs.stream().mapToInt(Run::removed).sum();
    }

    /**
     * One targeted run.
     *
     * @param at when it committed, or gave up
     * @param removed snapshots it removed; 0 when it gave up
     * @param left length of the list afterwards
     * @param floor what no expiry could have removed then
     * @param tooLate whether it gave up because it would have committed into a rebuild
     */
    public record Run(Instant at, int removed, int left, int floor, boolean tooLate) {}
}
