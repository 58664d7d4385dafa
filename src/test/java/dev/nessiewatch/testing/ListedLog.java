// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.watch.Commit;
import dev.nessiewatch.watch.CommitLog;
import dev.nessiewatch.watch.CommitLogException;
import dev.nessiewatch.watch.LogOperation;
import dev.nessiewatch.watch.Page;
import dev.nessiewatch.watch.TableEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The log of one branch {@code main}, held as a list: what stands at HEAD, who signed what. */
public final class ListedLog implements CommitLog {
    private static final String ROOT = "c0";

    private final List<Commit> commits = new ArrayList<>();
    private final Map<TableKey, TableEntry> head = new LinkedHashMap<>();
    private final List<String> references = new ArrayList<>(List.of("main"));
    private boolean away;
    private @Nullable Runnable afterHead;

    /** Commits a table's new content; returns the hash. */
    public String put(TableKey key, String contentId, TableContent content) {
        return put(key, contentId, content, null);
    }

    /** The same, signed with an order id. */
    public String put(TableKey key, String contentId, TableContent content, @Nullable String orderId) {
        head.put(key, new TableEntry(contentId, key, content));
        return commit(new LogOperation.PutTable(key, contentId, content), orderId);
    }

    /** Commits a drop; returns the hash. */
    public String drop(TableKey key) {
        head.remove(key);
        return commit(new LogOperation.Delete(key), null);
    }

    /** Adds a branch or tag. */
    public void addReference(String name) {
        references.add(name);
    }

    /** Removes a branch or tag. */
    public void removeReference(String name) {
        references.remove(name);
    }

    /** Whether the server answers. */
    public void setAway(boolean now) {
        this.away = now;
    }

    /** Runs once, right after the next question for HEAD was answered: somebody commits in between. */
    public void afterHead(Runnable happening) {
        this.afterHead = happening;
    }

    /** Hash of HEAD. */
    public String headHash() {
        return "c" + commits.size();
    }

    @Override
    public String head(String reference) throws CommitLogException {
        answer();
        if (!references.contains(reference)) {
            throw new CommitLogException(CommitLogException.Kind.REFERENCE_MISSING, "No reference " + reference);
        }
        String hash = headHash();
        Runnable happening = afterHead;
        afterHead = null;
        if (happening != null) {
            happening.run();
        }
        return hash;
    }

    @Override
    public Page<Commit> commits(At at, Cut page) throws CommitLogException {
        answer();
        List<Commit> newestFirst =
                new ArrayList<>(commits.subList(0, Integer.parseInt(at.hash().substring(1))));
        Collections.reverse(newestFirst);
        return new Page<>(newestFirst, null);
    }

    @Override
    public Page<TableEntry> tables(At at, Cut page) throws CommitLogException {
        answer();
        return new Page<>(List.copyOf(head.values()), null);
    }

    @Override
    public @Nullable TableEntry table(At at, TableKey key) throws CommitLogException {
        answer();
        return head.get(key);
    }

    @Override
    public Page<String> references(Cut page) throws CommitLogException {
        answer();
        return new Page<>(references, null);
    }

    @Override
    public String noAncestorHash() {
        return ROOT;
    }

    private String commit(LogOperation operation, @Nullable String orderId) {
        Commit.Meta meta = new Commit.Meta(
                Instant.EPOCH, List.of("writer"), "iceberg", null, orderId == null ? null : Commit.SIGNATURE + orderId);
        String parent = headHash();
        commits.add(new Commit("c" + (commits.size() + 1), parent, meta, List.of(operation)));
        return headHash();
    }

    private void answer() throws CommitLogException {
        if (away) {
            throw new CommitLogException(CommitLogException.Kind.UNAVAILABLE, "Nessie is away");
        }
    }
}
