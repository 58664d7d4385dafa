// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.TableId;
import java.io.IOException;

/** What a record of {@code snapshot-counts} says. */
public sealed interface Decoded {
    /**
     * A measurement.
     *
     * @param count it
     */
    record SnapshotCounted(SnapshotCount count) implements Decoded {}

    /**
     * A tombstone.
     *
     * @param table which table left the watched set
     * @param reason why; {@code UNKNOWN} when the record does not say
     * @param sequence transaction that published it; 0 when the record does not say
     */
    record TableLeft(TableId table, String reason, long sequence) implements Decoded {}

    /**
     * Nothing that this version can read.
     *
     * @param reason one line
     */
    record Undecodable(String reason) implements Decoded {}

    /** Reads a record of {@code snapshot-counts}. Never throws, whatever the bytes are. */
    static Decoded of(Received received) {
        String key = received.key();
        if (key == null) {
            return new Undecodable("the record has no key");
        }
        try {
            byte[] value = received.value();
            if (value == null) {
                return new TableLeft(
                        TableId.parse(key),
                        WireChecks.oneLine(received.headers().getOrDefault("ce_reason", "UNKNOWN")),
                        sequence(received));
            }
            WireChecks.type(received, EventType.SNAPSHOT_COUNT);
            SnapshotCount count = JsonCodec.SNAPSHOT_COUNT.decode(value);
            WireChecks.key(key, count.id().text());
            return new SnapshotCounted(count);
        } catch (IOException | IllegalArgumentException e) {
            return new Undecodable(WireChecks.oneLine(String.valueOf(e.getMessage())));
        }
    }

    private static long sequence(Received received) {
        String text = received.headers().getOrDefault("ce_sequence", "0");
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    }
}
