// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

/**
 * What no expiry can remove now, at a cut-off of now and with the fewest retained: the part of the list that only
 * something else than expiry makes shorter. Each snapshot counts under the first reason that holds.
 *
 * @param mainHead the head of main: 1, or 0 when main has none
 * @param mainChain more of main's chain, kept by main's own minimum or age
 * @param branches kept by another branch
 * @param tags kept by a tag
 * @param youngerThanNow dated at or after now
 */
public record Floor(int mainHead, int mainChain, int branches, int tags, int youngerThanNow) {
    /**
     * The floor of a list.
     *
     * @param nowMs now, milliseconds since the epoch
     */
    public static Floor of(SnapshotHistory history, long nowMs) {
        return Retention.of(history, 1, nowMs).floor();
    }

    /** All of it. */
    public int total() {
        return mainHead + mainChain + branches + tags + youngerThanNow;
    }
}
