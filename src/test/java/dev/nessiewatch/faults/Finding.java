// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

/**
 * One promise that was broken.
 *
 * @param what one line
 */
record Finding(Fault fault, String what) {
    /** Kinds of broken promises. */
    enum Fault {
        /** A change, or a whole sequence, that no committed reader sees. */
        MISSING,
        /** Something said twice, or said although nothing happened. */
        DOUBLED,
        /** Something said after what came later. */
        OUT_OF_ORDER,
        /** Something said that Nessie does not say. */
        WRONG
    }
}
