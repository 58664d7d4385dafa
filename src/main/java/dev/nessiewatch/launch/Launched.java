// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

/** What asking for a run came to. */
public sealed interface Launched {
    /**
     * The run exists.
     *
     * @param run its name
     * @param adopted whether it existed before
     */
    record Run(String run, boolean adopted) implements Launched {}

    /** Not now; ask again later. */
    record Later(String why) implements Launched {}

    /** Never; the reason has to be mended first. */
    record Refused(String why) implements Launched {}
}
