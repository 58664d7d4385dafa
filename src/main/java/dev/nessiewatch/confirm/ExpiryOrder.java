// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.confirm;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run is to do, exact and absolute: the same whenever it is carried out.
 *
 * @param id order id; signs every commit of the run
 * @param table identity of the table
 * @param key elements of its key at {@code head}
 * @param uuid Iceberg table uuid; null when the file has none
 * @param mode whether files are deleted
 * @param cutoff snapshots older than this go; one exactly at it stays
 * @param retainLast snapshots kept on each branch whatever their age, at least 1
 * @param predictedRemoved how many snapshots go, at {@code head}
 * @param commitBefore the run must have committed by then, or not commit; null when there is no such limit
 * @param before the table at {@code head}
 * @param why the decision in words
 */
public record ExpiryOrder(
        String id,
        TableId table,
        TableKey key,
        @Nullable String uuid,
        Mode mode,
        Instant cutoff,
        int retainLast,
        int predictedRemoved,
        @Nullable Instant commitBefore,
        Before before,
        String why) {

    /** Whether a run of it deletes files; otherwise it shortens the list only. */
    public boolean deletesFiles() {
        return mode == Mode.EXPIRE;
    }

    /**
     * The table as it was confirmed.
     *
     * @param head commit
     * @param metadataLocation its metadata file there
     * @param snapshots length of the list
     * @param decodedBytes size of the file, decoded
     */
    public record Before(String head, String metadataLocation, int snapshots, long decodedBytes) {}

    /** What a run may do with files. */
    public enum Mode {
        /** Shortens the list, then deletes the files that no snapshot needs any more. */
        EXPIRE("expire"),
        /** Shortens the list only; every other reference stays readable. */
        TRIM("trim");

        private final String text;

        Mode(String text) {
            this.text = text;
        }

        /** The word on the wire and on the job's command line. */
        public String text() {
            return text;
        }

        /** Reads the word back; empty when it is neither. */
        public static Optional<Mode> of(String text) {
            return Arrays.stream(values())
                    .filter(mode -> mode.text.equals(text))
                    .findFirst();
        }
    }
}
