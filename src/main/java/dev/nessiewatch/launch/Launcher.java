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
}
