// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import org.jspecify.annotations.Nullable;

/**
 * What is to be done to which table, exact and absolute: the same whenever it is carried out.
 *
 * @param mode what may be touched
 * @param id order id; signs the commit
 * @param reference Nessie branch
 * @param key where the table is
 * @param contentId Nessie content id that must be found there
 * @param uuid Iceberg table uuid that must be found there; null when the order names none
 * @param olderThanMs absolute cut-off, milliseconds since the epoch; a snapshot exactly at it stays
 * @param retainLast snapshots kept on each branch whatever their age, at least 1
 * @param predictedRemoved how many snapshots may go at most
 * @param commitBeforeMs last moment at which a commit may start; null when there is no such limit
 */
record Order(
        Mode mode,
        String id,
        String reference,
        TableKey key,
        String contentId,
        @Nullable String uuid,
        long olderThanMs,
        int retainLast,
        int predictedRemoved,
        @Nullable Long commitBeforeMs) {

    /** The mark in Nessie's commit metadata by which this order's commit is known. */
    String signature() {
        return "nessiewatch/" + id;
    }
}
