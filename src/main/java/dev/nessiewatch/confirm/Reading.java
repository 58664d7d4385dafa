// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.confirm;

import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.CensusOutcome;

/** A table measured at HEAD, now. */
public sealed interface Reading {
    /**
     * It was measured.
     *
     * @param head commit
     * @param key the table's name there
     * @param counted its census and history
     */
    record Measured(String head, TableKey key, CensusOutcome.Counted counted) implements Reading {}

    /**
     * It was not.
     *
     * @param reason one word
     * @param why in words
     * @param later whether asking again, with nothing changed, may help
     */
    record NotMeasured(Confirmation.Reason reason, String why, boolean later) implements Reading {}
}
