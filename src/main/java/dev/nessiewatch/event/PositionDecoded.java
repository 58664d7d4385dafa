// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.Position;
import java.io.IOException;

/** What a record of {@code positions} says. */
public sealed interface PositionDecoded {
    /**
     * How far a reference has been published.
     *
     * @param position it
     */
    record At(Position position) implements PositionDecoded {}

    /**
     * The reference is no longer watched: should it be again, it is published as if it had never been, but for the count of
     * its transactions.
     *
     * @param reference its name
     * @param sequence its last transaction; 0 when the record, a tombstone, does not say
     */
    record Forgotten(String reference, long sequence) implements PositionDecoded {}

    /**
     * Nothing that this version can read.
     *
     * @param reason one line
     */
    record Undecodable(String reason) implements PositionDecoded {}

    /** Reads a record of {@code positions}. Never throws, whatever the bytes are. */
    static PositionDecoded of(Received received) {
        String key = received.key();
        if (key == null) {
            return new Undecodable("the record has no key");
        }
        try {
            byte[] value = received.value();
            if (value == null) {
                return new Forgotten(key, 0);
            }
            boolean left =
                    EventType.REFERENCE_LEFT.text().equals(received.headers().get("ce_type"));
            if (!left) {
                WireChecks.type(received, EventType.POSITION);
            }
            Position position = JsonCodec.POSITION.decode(value);
            WireChecks.key(key, position.reference());
            return left ? new Forgotten(key, position.sequence()) : new At(position);
        } catch (IOException | IllegalArgumentException e) {
            return new Undecodable(WireChecks.oneLine(String.valueOf(e.getMessage())));
        }
    }
}
