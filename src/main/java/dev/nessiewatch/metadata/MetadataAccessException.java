// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Why a metadata file could not be opened or read to its end: the one exception of this room. */
public final class MetadataAccessException extends IOException {
    private static final long serialVersionUID = 1L;

    private final CensusOutcome.Kind kind;
    private final @Nullable Long offset;

    /**
     * @param kind what sort of trouble
     * @param message what happened and what helps, without the location and without secrets
     */
    public MetadataAccessException(CensusOutcome.Kind kind, String message) {
        this(kind, message, null);
    }

    MetadataAccessException(CensusOutcome.Kind kind, String message, @Nullable Long offset) {
        super(message);
        this.kind = kind;
        this.offset = offset;
    }

    /** What sort of trouble. */
    public CensusOutcome.Kind kind() {
        return kind;
    }

    /** Decoded byte at which it was noticed; null when unknown. */
    @Nullable
    Long offset() {
        return offset;
    }

    /** The message, which this exception always has. */
    String line() {
        return String.valueOf(getMessage());
    }
}
