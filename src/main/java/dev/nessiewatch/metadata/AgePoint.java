// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

/**
 * One point of a table's age curve: how many snapshots an expiry with this cut-off and {@code retain_last = 1} would
 * remove. A list of points is sorted by cut-off, and the counts never fall along it.
 *
 * @param cutoffMs snapshots older than this are candidates; milliseconds since the epoch
 * @param removable number of snapshots that would go
 */
public record AgePoint(long cutoffMs, int removable) {}
