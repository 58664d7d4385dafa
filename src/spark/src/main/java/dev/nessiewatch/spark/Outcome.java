// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

/** How a run ended, and the exit code that says so to whoever started the process. */
enum Outcome {
    /** The list was shortened as ordered and, in mode expire, all files of the expired snapshots are gone. */
    EXPIRED(0),
    /** There was nothing to remove; no commit was made. */
    NOTHING(0),
    /** More would go than was ordered; no commit was made. */
    CHANGED(10),
    /** The time until which a commit was allowed has passed; no commit was made. */
    TOO_LATE(11),
    /** The table is not the one ordered, or it must not be expired; no commit was made. */
    REFUSED(12),
    /** The list was shortened, but files were left behind. */
    CLEANUP_INCOMPLETE(13),
    /** The list was shortened, and files were left on purpose because another reference may need them. */
    CLEANUP_SKIPPED(13),
    /** Nessie did not answer for longer than the run could wait; no commit of it is known. */
    UNAVAILABLE(14),
    /** No commit was made, for a reason that another attempt may not meet. */
    FAILED(1);

    private final int exitCode;

    Outcome(int exitCode) {
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }

    /** Whether this outcome says that the list was shortened. */
    boolean meansCommitted() {
        return this == EXPIRED || this == CLEANUP_INCOMPLETE || this == CLEANUP_SKIPPED;
    }
}
