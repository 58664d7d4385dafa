// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

/** How a run is doing. */
public sealed interface RunState {
    /** Created, and not ended. */
    record Running() implements RunState {}

    /**
     * Ended. How it ended is a hint only; the effect is measured at HEAD.
     *
     * @param end what the run says of itself
     * @param cause one line
     */
    record Ended(End end, String cause) implements RunState {}

    /** Could not be asked; ask again later. */
    record Unknown(String why) implements RunState {}

    /** What a run says of itself. */
    enum End {
        /** It did what was ordered. */
        DONE,
        /** It would have removed more than predicted and did nothing. */
        CHANGED,
        /** The window to commit in had closed and it did nothing. */
        TOO_LATE,
        /** The table is not the ordered one, or may not be expired; it did nothing. */
        REFUSED,
        /** The list is shorter; not all files are deleted. */
        CLEANUP_INCOMPLETE,
        /** It broke. */
        FAILED,
        /** A neighbour was away for longer than it could wait, and it did nothing: no fault of the table or the job. */
        UNAVAILABLE,
        /** Nobody can tell any more: what knew of it is gone. */
        GONE,
        /** Nothing was to be created: this service only observes. */
        OBSERVED
    }
}
