// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the archive holds of one table.
 *
 * @param result what the archive step did for it
 * @param mayGo ids of the snapshots that may be expired now; null when there is no archive, and all may
 */
record Archived(StepResult result, @Nullable Set<Long> mayGo) {
    /** There is no archive. */
    static final Archived OFF = new Archived(StepResult.nothing(Archive.STEP, "switched off"), null);

    /** The table is not in the archive, for a reason that is no failure. */
    static Archived nothing(String why) {
        return new Archived(StepResult.nothing(Archive.STEP, why), Set.of());
    }

    /** The table could not be archived, so nothing of it may go. */
    static Archived failed(String why) {
        return new Archived(StepResult.failed(Archive.STEP, why), Set.of());
    }
}
