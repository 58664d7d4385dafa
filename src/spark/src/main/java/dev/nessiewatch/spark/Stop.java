// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

/**
 * Ends a run with a known outcome. An exception, because the last check before a commit runs inside Iceberg's own commit
 * and has no other way out; without a stack trace, because it is no accident.
 */
final class Stop extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Outcome outcome;

    Stop(Outcome outcome, String cause) {
        super(cause, null, false, false);
        this.outcome = outcome;
    }

    Outcome outcome() {
        return outcome;
    }

    /** The reason in words, for the report. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
