// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares the tables at one commit with what was published last, a bounded number of differences at a time. What was
 * published counts as seen, so a comparison that was cut off anywhere can begin again from the top and finds only the
 * rest.
 */
final class Reconcile {
    private final CommitLog log;
    private final Excludes excludes;
    private final int chunk;
    private final int pageSize;

    Reconcile(CommitLog log, Excludes excludes, TailLimits limits) {
        this.log = log;
        this.excludes = excludes;
        this.chunk = limits.reconcileChunk();
        // A page never holds more than a chunk, so a chunk always ends at the end of a page.
        this.pageSize = Math.min(limits.pageSize(), chunk);
    }

    /**
     * Where a comparison stands.
     *
     * @param found content ids that are accounted for
     * @param token page to read next; null for the first, or when all are read
     * @param listed whether all pages were read
     */
    record Cursor(Set<String> found, @Nullable String token, boolean listed) {
        static Cursor start() {
            return new Cursor(new HashSet<>(), null, false);
        }
    }

    /**
     * Some differences.
     *
     * @param changes at most a chunk of them
     * @param rest where to go on once these are published; null when there are no more
     */
    record Chunk(List<TableChange> changes, @Nullable Cursor rest) {}

    /**
     * The next differences.
     *
     * @param from where to go on; not to be used again afterwards
     * @throws CommitLogException when a page cannot be read; begin again from the top
     */
    Chunk next(CommitLog.At at, LastSeen seen, Cursor from) throws CommitLogException {
        List<TableChange> changes = new ArrayList<>();
        Set<String> found = from.found();
        String token = from.token();
        boolean listed = from.listed();
        while (!listed) {
            if (changes.size() + pageSize > chunk) {
                return new Chunk(List.copyOf(changes), new Cursor(found, token, false));
            }
            Page<TableEntry> page = log.tables(at, new CommitLog.Cut(token, pageSize));
            for (TableEntry entry : page.items()) {
                if (found.add(entry.contentId())) {
                    compare(at.reference(), entry, seen.of(entry.contentId()), changes);
                }
            }
            token = page.next();
            listed = token == null;
        }
        boolean all = addMissing(at.reference(), seen, found, changes);
        return new Chunk(List.copyOf(changes), all ? null : new Cursor(found, null, true));
    }

    private void compare(
            String reference, TableEntry entry, LastSeen.@Nullable Seen before, List<TableChange> changes) {
        TableId table = new TableId(entry.contentId(), reference);
        if (excludes.matches(entry.key())) {
            if (before != null) {
                changes.add(new TableChange.Left(table, before.key(), TableChange.Reason.EXCLUDED));
            }
        } else if (before == null
                || !before.key().equals(entry.key())
                || !before.content().equals(entry.content())) {
            boolean content = before == null || !before.content().equals(entry.content());
            changes.add(new TableChange.Changed(table, entry.key(), entry.content(), content, Activity.UNSEEN));
        }
    }

    /** Adds what is published and was not found; false when the chunk is full before the end. */
    private boolean addMissing(String reference, LastSeen seen, Set<String> found, List<TableChange> changes) {
        for (String id : seen.contentIds()) {
            LastSeen.Seen before = found.contains(id) ? null : seen.of(id);
            if (before != null) {
                if (changes.size() >= chunk) {
                    return false;
                }
                changes.add(new TableChange.Left(new TableId(id, reference), before.key(), TableChange.Reason.DROPPED));
            }
        }
        return true;
    }
}
