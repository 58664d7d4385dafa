// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import dev.nessiewatch.confirm.ExpiryOrder;

/** Creates runs and follows them. Asking twice for one order gives the same run. */
public interface Launcher {
    /** Short name for the ledger and the metrics. */
    String name();

    /**
     * Creates the run of an order, or finds the one that exists.
     *
     * @return the run's name, or why there is none
     */
    Launched launch(ExpiryOrder order);

    /** How a run is doing. */
    RunState state(String run);

    /** Looks after what has to be known beside runs; called once in each turn, and mostly has nothing to do. */
    default void tend() {}

    /** What is seen of the weekly run; {@link WeeklyRun#UNKNOWN} where it is not scheduled in the same place. */
    default WeeklyRun weekly() {
        return WeeklyRun.UNKNOWN;
    }

    /** Lets go of connections; runs go on. */
    default void close() {}
}
