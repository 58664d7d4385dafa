// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

/**
 * What an expiry is told.
 *
 * @param cutoffMs snapshots older than this may go; a snapshot exactly at it stays; milliseconds since the epoch
 * @param retainLast snapshots to keep on a branch whatever their age; at least 1
 * @param nowMs the time of the run, for ages that references carry; milliseconds since the epoch
 */
public record ExpiryTerms(long cutoffMs, int retainLast, long nowMs) {
    public ExpiryTerms {
        if (retainLast < 1) {
            throw new IllegalArgumentException("retain-last must be at least 1, not " + retainLast);
        }
    }
}
