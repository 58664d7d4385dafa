// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.confirm;

/** What HEAD says of a launch. */
public sealed interface Confirmation {
    /** HEAD agrees; this is to be done. */
    record Confirmed(ExpiryOrder order) implements Confirmation {}

    /**
     * HEAD does not agree, or could not be asked; nothing is launched, and the table is decided anew.
     *
     * @param reason one word for counting
     * @param why in words, with the remedy where there is one
     */
    record Refused(Reason reason, String why) implements Confirmation {}

    /** Why nothing is launched. */
    enum Reason {
        /** The table is not there any more. */
        GONE,
        /** Nessie or the metadata store could not be asked; asked again later. */
        UNAVAILABLE,
        /** The newest metadata cannot be counted. */
        UNREADABLE,
        /** {@code gc.enabled=false} in the newest metadata. */
        GC_DISABLED,
        /** Fewer snapshots would go than the minimum benefit. */
        LITTLE_BENEFIT,
        /** More than one named reference, and the configuration allows no trim. */
        MORE_REFERENCES,
        /** The window to commit in has closed. */
        TOO_LATE
    }
}
