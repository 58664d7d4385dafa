// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.lake;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a reference has been published. Each committed transaction of a reference adds one to its sequence, so a gap
 * is a loss anyone can see.
 *
 * @param reference name of the branch
 * @param hash commit up to which all changes were published
 * @param sequence number of the transaction, from 1
 * @param target commit that a chunked reconcile is working towards; null when none is under way
 * @param writerId which process wrote this
 * @param at when it was written
 */
public record Position(
        String reference,
        String hash,
        long sequence,
        @Nullable String target,
        String writerId,
        Instant at) {}
