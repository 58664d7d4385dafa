// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

/** What opening the transactional feed came to. */
public sealed interface Opening {
    /** Open; whoever held the same transactional id before is fenced, and its open transaction is aborted. */
    record Opened(String transactionalId) implements Opening {}

    /**
     * Not open; ask again later.
     *
     * @param message one line: which address, what happened, what to check
     */
    record Unavailable(String message) implements Opening {}
}
