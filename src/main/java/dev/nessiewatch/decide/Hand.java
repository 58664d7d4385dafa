// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What operators asked for, as far as it bears on one table.
 *
 * @param pause why nothing is launched for it; null when launches go on
 * @param wish a launch that is wanted now; null when none is
 * @param last the last command about the table and what came of it, in words; null when there was none
 */
public record Hand(
        @Nullable Pause pause,
        @Nullable Wish wish,
        @Nullable String last) {
    /** Nobody asked for anything. */
    public static final Hand NONE = new Hand(null, null, null);

    /**
     * A launch that an operator wants. It overrides what the policy would wait for, never what keeps data safe.
     *
     * @param who who wants it
     * @param at since when
     * @param trim whether the list is to be shortened only, whatever HEAD allows
     * @param reason in the operator's words; null when none was given
     */
    public record Wish(
            String who, Instant at, boolean trim, @Nullable String reason) {}
}
