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
     * An operator asks something.
     *
     * @param command it
     */
    record Commanded(OperatorCommand command) implements LedgerDecoded {}

    /**
     * What came of a command.
     *
     * @param answer it
     */
    record Answered(OperatorAnswer answer) implements LedgerDecoded {}

    /**
     * A tombstone of a command or an answer.
     *
     * @param key its key
     */
    record Withdrawn(String key) implements LedgerDecoded {}

    /**
     * A record of a type that this version does not know; a newer one may. It is left alone.
     *
     * @param type the type, on one line
     */
    record Foreign(String type) implements LedgerDecoded {}

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
            return value == null ? tombstone(key) : data(received, key, value);
        } catch (IOException | IllegalArgumentException e) {
            return new Undecodable(WireChecks.oneLine(String.valueOf(e.getMessage())));
        }
    }

    private static LedgerDecoded tombstone(String key) {
        boolean operator = key.startsWith(OperatorCommand.KEY_PREFIX) || key.startsWith(OperatorAnswer.KEY_PREFIX);
        return operator ? new Withdrawn(key) : new Cleared(TableId.parse(key));
    }

    private static LedgerDecoded data(Received received, String key, byte[] value) throws IOException {
        String type = received.headers().getOrDefault("ce_type", EventType.LEDGER.text());
        if (type.equals(EventType.OPERATOR_COMMAND.text())) {
            OperatorCommand command = JsonCodec.OPERATOR_COMMAND.decode(value);
            WireChecks.key(key, command.key());
            return new Commanded(command);
        }
        if (type.equals(EventType.OPERATOR_ANSWER.text())) {
            OperatorAnswer answer = JsonCodec.OPERATOR_ANSWER.decode(value);
            WireChecks.key(key, answer.key());
            return new Answered(answer);
        }
        if (!type.equals(EventType.LEDGER.text())) {
            return new Foreign(WireChecks.oneLine(type));
        }
        LedgerEntry entry = JsonCodec.LEDGER.decode(value);
        WireChecks.key(key, entry.id().text());
        return new Recorded(entry);
    }
}
