// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.Forecast;

/** Weighs a forecast against the policy. Pure and total: each forecast gets exactly one decision. */
public final class Decider {
    private final Policy policy;

    public Decider(Policy policy) {
        this.policy = policy;
    }

    /** Launch or hold, by the first outcome that applies. */
    public Decision decide(Forecast forecast, Past past, Situation situation) {
        return new Weighing(policy, forecast, past, situation).decide();
    }

    /** The same decision with the numbers it was made from. */
    public Weighed weigh(Forecast forecast, Past past, Situation situation) {
        Weighing weighing = new Weighing(policy, forecast, past, situation);
        return new Weighed(weighing.decide(), Standing.of(weighing));
    }

    /**
     * A decision in numbers.
     *
     * @param decision the decision
     * @param standing where the table stands
     */
    public record Weighed(Decision decision, Standing standing) {}

    /** The same decision with everything it was made from, in words. */
    public Explanation explain(Forecast forecast, Past past, Situation situation) {
        return new Weighing(policy, forecast, past, situation).explain();
    }

    /** The policy it decides by. */
    public Policy policy() {
        return policy;
    }
}
