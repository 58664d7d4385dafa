// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An expiry that is wanted, from the last measurement; the exact order is made from HEAD.
 *
 * @param table identity
 * @param key name
 * @param cutoff snapshots older than this may go; one exactly at it stays
 * @param retainLast snapshots kept on each branch whatever their age, at least 1
 * @param maxRemoved most snapshots that one run may remove; the rest is left to the next one
 * @param minimumBenefit fewer removable snapshots than this at HEAD are not worth a run
 * @param commitBefore the run must have committed by then or not commit; null when there is no such limit
 * @param floorOverLimit whether the list will still be over a limit after the expiry
 * @param trimOnly whether the list is to be shortened only, even where files could go too
 * @param why the decision in words
 */
public record Draft(
        TableId table,
        TableKey key,
        Instant cutoff,
        int retainLast,
        int maxRemoved,
        int minimumBenefit,
        @Nullable Instant commitBefore,
        boolean floorOverLimit,
        boolean trimOnly,
        String why) {

    /** A draft that leaves the mode to HEAD. */
    public Draft(
            TableId table,
            TableKey key,
            Instant cutoff,
            int retainLast,
            int maxRemoved,
            int minimumBenefit,
            @Nullable Instant commitBefore,
            boolean floorOverLimit,
            String why) {
        this(table, key, cutoff, retainLast, maxRemoved, minimumBenefit, commitBefore, floorOverLimit, false, why);
    }
}
