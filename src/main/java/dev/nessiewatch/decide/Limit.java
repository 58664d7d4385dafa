// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

/** The limit on bytes in words, with where it comes from. */
final class Limit {
    private Limit() {}

    static String bytes(Rule.Limits limits) {
        Long heap = limits.plannerHeap();
        if (heap == null || !limits.isBoundByHeap()) {
            return Words.bytes(limits.bytes());
        }
        return Words.bytes(limits.bytes()) + " (what " + Words.bytes(heap) + " of planner heap bear at "
                + Words.number(limits.planner().concurrentLoads()) + " loads)";
    }
}
