// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What holds for the tables in its scope.
 *
 * @param name what people call the rule
 * @param scope which tables
 * @param excluded whether the tables are left alone
 * @param freezeUntil no launch before this; null when not frozen
 * @param limits what the list must stay under
 * @param retention age from which a targeted expiry may remove snapshots
 * @param retainLast snapshots kept on each branch whatever their age, at least 1
 * @param minimumBenefit fewest snapshots worth a run
 * @param maxRemoved most snapshots that one run removes
 * @param coolDown no new order for a table this long after one ended
 * @param longestRebuild how long a rebuild of a table runs at most before it commits
 * @param missedWindows quiet windows missed in a row before a person is called
 */
public record Rule(
        String name,
        Scope scope,
        boolean excluded,
        @Nullable Instant freezeUntil,
        Limits limits,
        Duration retention,
        int retainLast,
        int minimumBenefit,
        int maxRemoved,
        Duration coolDown,
        Duration longestRebuild,
        int missedWindows) {
    /** Which tables a rule covers. */
    @FunctionalInterface
    public interface Scope {
        Scope ALL = key -> true;

        boolean covers(TableKey key);
    }

    /**
     * What a list must stay under; exactly at a limit is still fine.
     *
     * @param snapshots length of the list
     * @param decodedBytes size of the metadata file, decoded
     */
    public record Limits(long snapshots, long decodedBytes) {}
}
