// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * What this room needs to know of a Nessie server. Each call is one request, has a time limit, and is not repeated here:
 * the caller's next look is the retry.
 */
public interface CommitLog {
    /**
     * Hash of a reference now.
     *
     * @throws CommitLogException {@code REFERENCE_MISSING} or {@code UNAVAILABLE}
     */
    String head(String reference) throws CommitLogException;

    /**
     * One page of the log, newest first, along first parents.
     *
     * @param at where the whole walk begins
     * @param page which page
     * @throws CommitLogException {@code HASH_UNREADABLE} or {@code UNAVAILABLE}
     */
    Page<Commit> commits(At at, Cut page) throws CommitLogException;

    /**
     * One page of the Iceberg tables that stand at a commit, in the server's order; other contents are left out, so a
     * page may hold fewer than asked for.
     *
     * @throws CommitLogException {@code HASH_UNREADABLE} or {@code UNAVAILABLE}
     */
    Page<TableEntry> tables(At at, Cut page) throws CommitLogException;

    /**
     * The Iceberg table under a key at a commit; null when there is none, or something else.
     *
     * @throws CommitLogException {@code HASH_UNREADABLE} or {@code UNAVAILABLE}
     */
    @Nullable
    TableEntry table(At at, TableKey key) throws CommitLogException;

    /**
     * One page of the names of all references, branches and tags.
     *
     * @throws CommitLogException {@code UNAVAILABLE}
     */
    Page<String> references(Cut page) throws CommitLogException;

    /** Hash that stands before every first commit; the well-known one when the server cannot be asked. */
    String noAncestorHash();

    /**
     * A commit, read by way of a reference.
     *
     * @param reference name; decides about permissions
     * @param hash what is read, whatever the reference does meanwhile
     */
    record At(String reference, String hash) {}

    /**
     * Which page.
     *
     * @param token from {@link Page#next()}; null for the first
     * @param size most items wanted
     */
    record Cut(@Nullable String token, int size) {
        /** The first page. */
        public static Cut first(int size) {
            return new Cut(null, size);
        }
    }
}
