// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.backtest;

import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.decide.Rule;
import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Replays recorded lists under a policy, with the weekly run alone and with targeted runs. */
public final class Backtest {
    private final Policy policy;
    private final Duration run;

    /**
     * @param policy what holds for every recording
     * @param run how long a targeted run takes until it commits
     */
    public Backtest(Policy policy, Duration run) {
        this.policy = policy;
        this.run = run;
    }

    /** Replays one recording, which must be {@linkplain Recording#unplayable() playable}. */
    public Result replay(Recording recording) {
        TableKey key = TableKey.of(addressable(recording.name()));
        Rule rule = policy.ruleFor(key);
        Heads heads = new Heads(recording);
        Replay weekly = new Replay(recording, rule, policy, heads, new SimulatedList(recording, heads), null);
        Track weeklyOnly = weekly.run();
        SimulatedList list = new SimulatedList(recording, heads);
        Trigger trigger = new Trigger(list, heads, key, policy, Pace.of(recording, run));
        Replay both = new Replay(recording, rule, policy, heads, list, trigger);
        Track targeted = both.run();
        return new Result(
                recording,
                rule.limits(),
                weeklyOnly,
                targeted,
                List.copyOf(trigger.runs()),
                Map.copyOf(trigger.holds()),
                Math.max(0, both.lostRollbacks() - weekly.lostRollbacks()));
    }

    /** A file's name is no table's name: characters that a catalog would not take say nothing here. */
    private static String addressable(String name) {
        String plain = name.replaceAll("[@#'`]", "_");
        return plain.isEmpty() ? "table" : plain;
    }
}
