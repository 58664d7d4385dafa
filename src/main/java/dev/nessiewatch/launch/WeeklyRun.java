// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a launcher sees of the weekly run, where that is scheduled in the same place as its own runs.
 *
 * @param known whether it can see it at all
 * @param running whether it is under way, within the limit that is set for it
 * @param lastScheduledAt when it was last started; null when never, or not known
 * @param suspended whether its schedule is switched off
 */
public record WeeklyRun(
        boolean known, boolean running, @Nullable Instant lastScheduledAt, boolean suspended) {
    /** Nothing is seen of it. */
    public static final WeeklyRun UNKNOWN = new WeeklyRun(false, false, null, false);
}
