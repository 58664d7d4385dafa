// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.CensusOutcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * A measurement that is kept for later, in about a sixth of the memory: its wire form, compressed. What is asked for in
 * every turn stands beside it; the rest is read back when it is needed.
 */
public final class PackedCount {
    private final TableId id;
    private final TableKey key;
    private final TableContent content;
    private final CensusOutcome.@Nullable Kind trouble;
    private final byte[] packed;
    private final int length;

    private PackedCount(SnapshotCount count, byte[] json) {
        this.id = count.id();
        this.key = count.table().key();
        this.content = count.content();
        this.trouble = count.unreadable() == null ? null : count.unreadable().kind();
        this.packed = deflated(json);
        this.length = json.length;
    }

    /** Packs a measurement. */
    public static PackedCount of(SnapshotCount count) {
        return new PackedCount(count, JsonCodec.SNAPSHOT_COUNT.encode(count));
    }

    /** The measurement, made anew by each call; it equals the one that was packed. */
    public SnapshotCount count() {
        try {
            return JsonCodec.SNAPSHOT_COUNT.decode(inflated());
        } catch (IOException | DataFormatException e) {
            throw new UncheckedIOException(new IOException("A packed measurement of " + id + " is damaged", e));
        }
    }

    /** Which table. */
    public TableId id() {
        return id;
    }

    /** Its name. */
    public TableKey key() {
        return key;
    }

    /** What Nessie held for it. */
    public TableContent content() {
        return content;
    }

    /** Why its newest metadata could not be read; null when it could. */
    public CensusOutcome.@Nullable Kind trouble() {
        return trouble;
    }

    private static byte[] deflated(byte[] json) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            deflater.setInput(json);
            deflater.finish();
            ByteArrayOutputStream out = new ByteArrayOutputStream(json.length / 2);
            byte[] buffer = new byte[4096];
            while (!deflater.finished()) {
                out.write(buffer, 0, deflater.deflate(buffer));
            }
            return out.toByteArray();
        } finally {
            deflater.end();
        }
    }

    private byte[] inflated() throws DataFormatException {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(packed);
            byte[] json = new byte[length];
            int done = 0;
            while (done < length) {
                int more = inflater.inflate(json, done, length - done);
                if (more == 0) {
                    throw new DataFormatException("it ends early");
                }
                done += more;
            }
            return json;
        } finally {
            inflater.end();
        }
    }
}
