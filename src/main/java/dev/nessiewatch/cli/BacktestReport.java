// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.backtest.Result;
import dev.nessiewatch.metadata.CensusOutcome.Unreadable;

/** Where {@code backtest} says what it found, one location after the other. */
sealed interface BacktestReport permits BacktestJson, BacktestText {
    void replayed(Result result);

    void unreadable(Unreadable unreadable);

    /** A file that was read and cannot be replayed. */
    void unplayable(String location, String why);
}
