// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.util.Arrays;

/**
 * What earlier walks brought to each snapshot. A walk that arrives with no more than an earlier one did can stop: all
 * it would reach has been granted already. This keeps many branches over one chain linear, and ends walks in a loop.
 */
final class Visits {
    private final int[] left;
    private final long[] strength;

    Visits(int size) {
        left = new int[size];
        strength = new long[size];
        Arrays.fill(left, -1);
    }

    /**
     * Whether a walk with these rights brings anything new to a snapshot; remembers them if so.
     *
     * @param at the snapshot
     * @param unconditional how many more snapshots the walk keeps whatever their age
     * @param kept up to which strength it keeps after that; larger is stronger
     */
    boolean bringsMore(int at, int unconditional, long kept) {
        if (left[at] >= unconditional && strength[at] >= kept) {
            return false;
        }
        left[at] = unconditional;
        strength[at] = kept;
        return true;
    }
}
