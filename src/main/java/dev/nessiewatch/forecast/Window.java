// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The quiet time after a commit, in which no rebuild should be under way: from {@code opens} on, and before
 * {@code closes}.
 *
 * @param opens when the burst of commits is over; null when unknown
 * @param closes when the next rebuild may begin; null when unknown. Not after {@code opens} when the pauses are shorter
 *     than a rebuild: then there is no such window at all
 */
public record Window(@Nullable Instant opens, @Nullable Instant closes) {
    /** Too few commits seen to tell. */
    public static final Window UNKNOWN = new Window(null, null);

    /** Whether there is a window for this commit at all. */
    public boolean exists() {
        return opens != null && closes != null && opens.isBefore(closes);
    }

    /** Whether enough commits were seen to tell. */
    public boolean isKnown() {
        return opens != null && closes != null;
    }

    /** Whether a commit at this moment falls inside. */
    public boolean isOpenAt(Instant when) {
        return opens != null && closes != null && !when.isBefore(opens) && when.isBefore(closes);
    }
}
