// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.util.Locale;

/** What a run may touch. */
enum Mode {
    /** Shortens the list and deletes the files of the expired snapshots; only with exactly one named reference. */
    EXPIRE,
    /** Shortens the list only; no file is touched, so that every other reference stays readable. */
    TRIM;

    /** The word on the command line and in the report. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
