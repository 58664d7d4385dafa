// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

/** Nessie could not say what was asked. The message is one line: which address, what happened, what to check. */
public final class CommitLogException extends Exception {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /**
     * @param kind what sort of answer it was
     * @param message one line for people
     */
    public CommitLogException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** What sort of answer it was. */
    public Kind kind() {
        return kind;
    }

    @Override
    public String getMessage() {
        String message = super.getMessage();
        return message == null ? kind.name() : message;
    }

    /** What sort of answer it was. */
    public enum Kind {
        /** Nessie itself says that there is no reference of this name. Never concluded from a proxy's 404. */
        REFERENCE_MISSING,
        /** Nessie itself says that it cannot read this hash of this reference; the reference may be gone, too. */
        HASH_UNREADABLE,
        /** No answer, an error, a refusal, or half an answer; asking again later may succeed. */
        UNAVAILABLE
    }
}
