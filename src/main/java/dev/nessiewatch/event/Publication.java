// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

/** What became of one transaction. */
public sealed interface Publication {
    /**
     * All records are visible to committed readers.
     *
     * @param records how many
     */
    record Committed(int records) implements Publication {}

    /**
     * Nothing was published, and nothing ever will be through this opening: another writer with the same transactional id
     * took over, or the broker ended our transaction because it was open too long. Open again and read: the writer id of
     * the newest position tells which.
     *
     * @param message one line
     */
    record Fenced(String message) implements Publication {}

    /**
     * Unknown whether it was published, or the producer is beyond use. Open again and read what is there.
     *
     * @param message one line
     */
    record Broken(String message) implements Publication {}

    /**
     * Certainly not published; the feed stays open. Sending the same again is worth it only when the message says so.
     *
     * @param message one line; names the key when one record is to blame
     */
    record Aborted(String message) implements Publication {}
}
