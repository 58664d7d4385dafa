// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Instant;

/**
 * A table that left the watched set: what its tombstone says.
 *
 * @param table which table
 * @param key its last name
 * @param reason why, in capitals: {@code DROPPED}, {@code EXCLUDED} and so on
 * @param sequence number of the transaction that publishes it, per reference
 * @param fromCommit position before
 * @param toCommit position after
 * @param at when it is published
 */
public record Departure(
        TableId table, TableKey key, String reason, long sequence, String fromCommit, String toCommit, Instant at) {}
