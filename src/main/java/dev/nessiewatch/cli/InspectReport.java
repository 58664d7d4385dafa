// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.metadata.CensusOutcome.Counted;
import dev.nessiewatch.metadata.CensusOutcome.Unreadable;
import dev.nessiewatch.metadata.Preview;

/** Where {@code inspect} says what it found, one location after the other. */
sealed interface InspectReport permits InspectJson, InspectText {
    void counted(Counted counted, Preview preview);

    void unreadable(Unreadable unreadable);
}
