// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.TableId;
import java.io.IOException;

/** What a record of {@code ledger} says. */
public sealed interface LedgerDecoded {
    /**
     * The state of a table's order.
     *
     * @param entry it
     */
    record Recorded(LedgerEntry entry) implements LedgerDecoded {}

    /**
     * A tombstone: nothing is known of the table any more.
     *
     * @param table which table
     */
    record Cleared(TableId table) implements LedgerDecoded {}

    /**
     * Nothing that this version can read.
     *
     * @param reason one line
     */
    record Undecodable(String reason) implements LedgerDecoded {}

    /** Reads a record of {@code ledger}. Never throws, whatever the bytes are. */
    static LedgerDecoded of(Received received) {
        String key = received.key();
        if (key == null) {
            return new Undecodable("the record has no key");
        }
        try {
            byte[] value = received.value();
            if (value == null) {
                return new Cleared(TableId.parse(key));
            }
            WireChecks.type(received, EventType.LEDGER);
            LedgerEntry entry = JsonCodec.LEDGER.decode(value);
            WireChecks.key(key, entry.id().text());
            return new Recorded(entry);
        } catch (IOException | IllegalArgumentException e) {
            return new Undecodable(WireChecks.oneLine(String.valueOf(e.getMessage())));
        }
    }
}
