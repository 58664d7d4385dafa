// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

/**
 * How fast a list grows.
 *
 * @param snapshotsPerDay new snapshots a day; 0 when the list stands still or nothing is known
 * @param bytesPerDay new decoded bytes a day
 * @param basis what the rate was taken from
 */
public record Growth(double snapshotsPerDay, double bytesPerDay, Basis basis) {
    static final long DAY_MS = 86_400_000;
    static final double FORESEEABLE_DAYS = 3653;

    /** Too few points to tell: a normal value, for instance for a new table. */
    public static final Growth UNKNOWN = new Growth(0, 0, Basis.NONE);

    /** What a rate was taken from. */
    public enum Basis {
        /** Times of the snapshots in the list. */
        SNAPSHOT_TIMES,
        /** Lengths of the list at successive measurements. */
        OBSERVATIONS,
        /** Too few points. */
        NONE
    }
}
