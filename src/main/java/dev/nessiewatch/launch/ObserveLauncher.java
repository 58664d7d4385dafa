// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import dev.nessiewatch.confirm.ExpiryOrder;
import org.jboss.logging.Logger;

/** Creates nothing: says what would be launched. The default. */
public final class ObserveLauncher implements Launcher {
    /** Name of the mode, as it stands on the ledger. */
    public static final String NAME = "observe";

    /** How each of its orders ends. */
    public static final RunState.Ended ENDED =
            new RunState.Ended(RunState.End.OBSERVED, "mode is observe: nothing was launched");

    private static final Logger LOG = Logger.getLogger(ObserveLauncher.class);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Launched launch(ExpiryOrder order) {
        LOG.infof(
                "Would launch %s of %s on %s: %d of %d snapshots older than %s (mode is observe; nothing is launched)",
                order.mode().text(),
                order.key().display(),
                order.table().reference(),
                order.predictedRemoved(),
                order.before().snapshots(),
                order.cutoff());
        return new Launched.Run(RunName.of(order), false);
    }

    @Override
    public RunState state(String run) {
        return ENDED;
    }
}
