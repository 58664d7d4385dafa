// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.Background;
import dev.nessiewatch.forecast.Forecast;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a targeted expiry of a table keeps: by its rule, never under the floor, and never less than the table's own
 * properties ask for.
 *
 * @param retention younger snapshots stay
 * @param retainLast snapshots kept on each branch, whatever their age
 */
public record Keeping(Duration retention, int retainLast) {
    /** By the rule that covers the table. */
    public static Keeping of(Forecast forecast, Policy policy) {
        Rule rule = policy.ruleFor(forecast.key());
        Background.Kept kept = forecast.background().kept();
        return new Keeping(
                longer(longer(rule.retention(), policy.retentionFloor()), kept.maxSnapshotAge()),
                Math.max(rule.retainLast(), kept.minSnapshots()));
    }

    static Duration longer(Duration one, @Nullable Duration other) {
        return other == null || one.compareTo(other) > 0 ? one : other;
    }
}
