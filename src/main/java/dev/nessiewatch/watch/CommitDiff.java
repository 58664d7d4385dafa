// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

/** What a Nessie server says the difference between two commits is, whatever lies between them. */
public interface CommitDiff {
    /**
     * One page of the keys under which an Iceberg table came, went, or has other content; what is the same at both
     * commits is left out, so a page may hold fewer than asked for.
     *
     * @param from the first commit
     * @param toHash the second, read by way of the same reference
     * @throws CommitLogException {@code HASH_UNREADABLE} or {@code UNAVAILABLE}
     */
    Page<TableDiff> diff(CommitLog.At from, String toHash, CommitLog.Cut page) throws CommitLogException;
}
