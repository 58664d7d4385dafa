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
     * A tombstone: the reference is to be published as if it had never been.
     *
     * @param reference its name
     */
    record Forgotten(String reference) implements PositionDecoded {}

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
                return new Forgotten(key);
            }
            WireChecks.type(received, EventType.POSITION);
            Position position = JsonCodec.POSITION.decode(value);
            WireChecks.key(key, position.reference());
            return new At(position);
        } catch (IOException | IllegalArgumentException e) {
            return new Undecodable(WireChecks.oneLine(String.valueOf(e.getMessage())));
        }
    }
}
