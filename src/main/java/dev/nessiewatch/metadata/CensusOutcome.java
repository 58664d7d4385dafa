// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import org.jspecify.annotations.Nullable;

/** What reading a metadata location came to. Never a partial count: either all of the file was counted, or none. */
public sealed interface CensusOutcome {
    /**
     * The whole file was read.
     *
     * @param location what was read
     * @param census the numbers
     * @param history ids, parents and times behind the numbers, for {@link ExpiryPreview}
     */
    record Counted(String location, Census census, SnapshotHistory history) implements CensusOutcome {}

    /**
     * The file could not be counted.
     *
     * @param location what was to be read
     * @param kind what sort of trouble
     * @param message one line that a person can act on; names the location
     * @param offset decoded byte at which it was noticed; null when unknown
     */
    record Unreadable(
            String location,
            Kind kind,
            String message,
            @Nullable Long offset) implements CensusOutcome {}

    /** Why a location could not be counted. */
    enum Kind {
        /** No such object. */
        MISSING,
        /** The store refused the credentials or the permission. */
        DENIED,
        /** Not JSON, or a field of the wrong type where the count depends on it. */
        MALFORMED,
        /** JSON or gzip that ends before its end. */
        TRUNCATED,
        /** JSON, but a view, a function, or something else than table metadata. */
        NOT_A_TABLE,
        /** Over a configured limit: decoded bytes, nesting, name length. */
        TOO_LARGE,
        /** A format version this build does not know. */
        UNSUPPORTED_VERSION,
        /** The store did not answer, answered with a server error, or took longer than the deadline; worth a retry. */
        UNAVAILABLE;

        /** Whether asking again, with nothing changed in the table, may succeed. */
        public boolean isTransient() {
            return this == UNAVAILABLE || this == TRUNCATED || this == DENIED || this == MISSING;
        }
    }
}
