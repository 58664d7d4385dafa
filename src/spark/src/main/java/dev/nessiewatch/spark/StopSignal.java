// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import org.jspecify.annotations.Nullable;

/** Whether the run was told to end, from another thread. */
final class StopSignal {
    private volatile @Nullable String reason;

    /** Tells the run to end; the first reason stays. */
    synchronized void tell(String why) {
        if (reason == null) {
            reason = why;
        }
    }

    /** Why the run is to end; null while it is not. */
    @Nullable
    String reason() {
        return reason;
    }

    /** Ends the step at hand if the run is to end. */
    void check() {
        String why = reason;
        if (why != null) {
            throw new Stop(Outcome.FAILED, "the run was stopped: " + why);
        }
    }
}
