// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.OutsideText;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers what is true at HEAD now, for those who must not act on an older event. Keeps nothing. */
public final class TablesAtHead {
    private static final int PAGE_SIZE = 250;
    private static final int LOG_PAGES = 20;
    private static final int MOST_REFERENCES = 10_000;

    private final CommitLog log;

    public TablesAtHead(CommitLog log) {
        this.log = log;
    }

    /**
     * Finds a table by its content id.
     *
     * @param table which table, on which reference
     * @param lastKnownKey where to look first; all tables are looked through when it is not there
     */
    public AtHead find(TableId table, TableKey lastKnownKey) {
        try {
            CommitLog.At head = new CommitLog.At(table.reference(), log.head(table.reference()));
            TableEntry there = log.table(head, lastKnownKey);
            if (there != null && there.contentId().equals(table.contentId())) {
                return new AtHead.Found(head.hash(), there.key(), there.content());
            }
            TableEntry moved = lookThrough(head, table.contentId());
            if (moved != null) {
                return new AtHead.Found(head.hash(), moved.key(), moved.content());
            }
            String instead = there == null ? "no table stands" : "another table stands";
            return new AtHead.Gone(
                    head.hash(),
                    instead + " under " + lastKnownKey.display() + ", and no other key holds content id "
                            + OutsideText.one(table.contentId(), 200));
        } catch (CommitLogException e) {
            return e.kind() == CommitLogException.Kind.REFERENCE_MISSING
                    ? new AtHead.ReferenceMissing(table.reference())
                    : new AtHead.Unavailable(e.getMessage());
        }
    }

    /** The names of all branches and tags, up to 10,000. */
    public References references() {
        List<String> names = new ArrayList<>();
        String token = null;
        try {
            do {
                Page<String> page = log.references(new CommitLog.Cut(token, PAGE_SIZE));
                names.addAll(page.items());
                token = page.next();
            } while (token != null && names.size() < MOST_REFERENCES);
            return new References.Known(names, token == null);
        } catch (CommitLogException e) {
            return new References.Unavailable(e.getMessage());
        }
    }

    /**
     * Looks for a commit that is signed with an order id, from HEAD back along first parents, at most 5,000 commits.
     *
     * @param table whose content in that commit is wanted
     * @param orderId the order
     * @param untilHash where to stop; not looked at itself. Usually HEAD at the time of the order
     */
    public Signed findSigned(TableId table, String orderId, String untilHash) {
        try {
            CommitLog.At head = new CommitLog.At(table.reference(), log.head(table.reference()));
            if (head.hash().equals(untilHash)) {
                return new Signed.NotFound();
            }
            List<Signed.Found> found = new ArrayList<>(1);
            String trouble = new LogWalk(log, PAGE_SIZE, LOG_PAGES).walk(head, untilHash, commit -> {
                if (!orderId.equals(commit.meta().orderId())) {
                    return null;
                }
                found.add(new Signed.Found(String.valueOf(commit.hash()), contentIn(commit, table.contentId())));
                return "found";
            });
            if (!found.isEmpty()) {
                return found.get(0);
            }
            return trouble == null ? new Signed.NotFound() : new Signed.Inconclusive(trouble);
        } catch (CommitLogException e) {
            return new Signed.Unavailable(e.getMessage());
        }
    }

    private @Nullable TableEntry lookThrough(CommitLog.At head, String contentId) throws CommitLogException {
        String token = null;
        do {
            Page<TableEntry> page = log.tables(head, new CommitLog.Cut(token, PAGE_SIZE));
            for (TableEntry entry : page.items()) {
                if (entry.contentId().equals(contentId)) {
                    return entry;
                }
            }
            token = page.next();
        } while (token != null);
        return null;
    }

    private static @Nullable TableContent contentIn(Commit commit, String contentId) {
        List<LogOperation> operations = commit.operations() == null ? List.of() : commit.operations();
        for (LogOperation operation : operations) {
            if (operation instanceof LogOperation.PutTable put
                    && put.contentId().equals(contentId)) {
                return put.content();
            }
        }
        return null;
    }
}
