// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import org.jspecify.annotations.Nullable;

/**
 * Follows first parents from a commit back to an older one, and trusts nothing it has not seen: each commit must be the
 * first parent of the one before. The server's own limit is not used; it is ignored without a word when the older commit
 * is not on the branch.
 */
final class LogWalk {
    private final CommitLog log;
    private final int pageSize;
    private final int pages;

    LogWalk(CommitLog log, int pageSize, int pages) {
        this.log = log;
        this.pageSize = pageSize;
        this.pages = pages;
    }

    /** Sees each commit, newest first. */
    @FunctionalInterface
    interface Visitor {
        /** Null to go on; a reason in words to stop. */
        @Nullable
        String visit(Commit commit);
    }

    /**
     * Walks from {@code from}, which is visited, to {@code until}, which is not.
     *
     * @return null when the chain joins {@code until}; otherwise why it did not, in words
     * @throws CommitLogException when a page cannot be read
     */
    @Nullable
    String walk(CommitLog.At from, String until, Visitor visitor) throws CommitLogException {
        String expected = from.hash();
        String token = null;
        for (int page = 0; page < pages; page++) {
            Page<Commit> commits = log.commits(from, new CommitLog.Cut(token, pageSize));
            for (Commit commit : commits.items()) {
                String trouble = step(expected, commit, visitor);
                if (trouble != null) {
                    return trouble;
                }
                if (until.equals(commit.parent())) {
                    return null;
                }
                expected = String.valueOf(commit.parent());
            }
            token = commits.next();
            if (token == null) {
                return "the log ends without showing the last published commit " + until;
            }
        }
        return "the last published commit " + until + " is more than " + pages + " pages of the log away";
    }

    private static @Nullable String step(String expected, Commit commit, Visitor visitor) {
        if (!expected.equals(commit.hash())) {
            return "the log has a gap: commit " + expected + " was due, " + commit.hash() + " came";
        }
        String trouble = visitor.visit(commit);
        if (trouble != null) {
            return trouble;
        }
        return commit.parent() == null ? "commit " + commit.hash() + " does not tell its parent" : null;
    }
}
