// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A Nessie server in memory: commits, references, contents, and the ways in which a real one lets a reader down. */
final class FakeCommitLog implements CommitLog {
    static final String ROOT = "root";

    /** Answers are what they would be, but the request fails when this says so. Given: the kind of request. */
    Predicate<String> outage = request -> false;

    /** Most items on a page, whatever was asked for. */
    int pageCap = 250;

    final List<String> requests = new ArrayList<>();
    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<String, String> refs = new LinkedHashMap<>();
    private final Set<String> forgotten = new HashSet<>();
    private int counter;

    /** What stands under a key; {@code content} is null for anything but an Iceberg table. */
    record Held(String contentId, @Nullable TableContent content) {}

    private record Node(Commit commit, Map<TableKey, Held> state) {}

    FakeCommitLog() {
        refs.put("main", ROOT);
    }

    // What a writer does.

    String commit(String reference, LogOperation... operations) {
        return commit(reference, meta("writer"), Arrays.asList(operations));
    }

    String commit(String reference, Commit.Meta meta, List<LogOperation> operations) {
        String parent = at(reference);
        Map<TableKey, Held> state = new LinkedHashMap<>(state(parent));
        operations.forEach(operation -> state.remove(operation.key()));
        for (LogOperation operation : operations) {
            if (operation instanceof LogOperation.PutTable put) {
                state.put(put.key(), new Held(put.contentId(), put.content()));
            } else if (operation instanceof LogOperation.PutOther put) {
                state.put(put.key(), new Held("other-" + counter, null));
            }
        }
        String hash = "c" + counter++;
        nodes.put(hash, new Node(new Commit(hash, parent, meta, operations), state));
        refs.put(reference, hash);
        return hash;
    }

    /** A squashed merge: one commit that makes the target equal to the source. */
    String merge(String source, String target) {
        Map<TableKey, Held> to = state(at(target));
        Map<TableKey, Held> from = state(at(source));
        List<LogOperation> operations = new ArrayList<>();
        to.keySet().stream()
                .filter(key -> !from.containsKey(key))
                .forEach(key -> operations.add(new LogOperation.Delete(key)));
        from.forEach((key, held) -> {
            if (!held.equals(to.get(key))) {
                operations.add(
                        held.content() == null
                                ? new LogOperation.PutOther(key, "ICEBERG_VIEW")
                                : new LogOperation.PutTable(key, held.contentId(), held.content()));
            }
        });
        return operations.isEmpty() ? at(target) : commit(target, meta("merger"), operations);
    }

    void assign(String reference, String hash) {
        refs.put(reference, hash);
    }

    void delete(String reference) {
        refs.remove(reference);
    }

    // What a server does to a reader.

    /** Permission filters: the commit's operations are not shown; null or an empty list. */
    void hide(String hash, @Nullable List<LogOperation> shown) {
        Node node = node(hash);
        nodes.put(
                hash,
                new Node(new Commit(hash, node.commit().parent(), node.commit().meta(), shown), node.state()));
    }

    /** The commit is removed by an administrator: the log ends before it, and it can no longer be read by its hash. */
    void forget(String hash) {
        forgotten.add(hash);
    }

    /** The commit claims another parent. */
    void detach(String hash, @Nullable String parent) {
        Node node = node(hash);
        Commit commit =
                new Commit(hash, parent, node.commit().meta(), node.commit().operations());
        nodes.put(hash, new Node(commit, node.state()));
    }

    // What is true.

    String at(String reference) {
        String hash = refs.get(reference);
        if (hash == null) {
            throw new IllegalArgumentException("No reference " + reference);
        }
        return hash;
    }

    boolean exists(String reference) {
        return refs.containsKey(reference);
    }

    String parent(String hash) {
        return String.valueOf(node(hash).commit().parent());
    }

    Map<TableKey, Held> state(String hash) {
        return hash.equals(ROOT) ? Map.of() : node(hash).state();
    }

    // What a reader asks.

    @Override
    public String head(String reference) throws CommitLogException {
        request("head");
        String hash = refs.get(reference);
        if (hash == null) {
            throw new CommitLogException(CommitLogException.Kind.REFERENCE_MISSING, "No reference " + reference);
        }
        return hash;
    }

    @Override
    public Page<Commit> commits(At at, Cut page) throws CommitLogException {
        request("log");
        readable(at);
        List<Commit> commits = new ArrayList<>();
        String hash = page.token() == null ? at.hash() : page.token();
        while (nodes.containsKey(hash) && !forgotten.contains(hash)) {
            if (commits.size() == Math.min(page.size(), pageCap)) {
                return new Page<>(commits, hash);
            }
            commits.add(node(hash).commit());
            hash = String.valueOf(node(hash).commit().parent());
        }
        return new Page<>(commits, null);
    }

    @Override
    public Page<TableEntry> tables(At at, Cut page) throws CommitLogException {
        request("entries");
        readable(at);
        List<Map.Entry<TableKey, Held>> all = List.copyOf(state(at.hash()).entrySet());
        int from = page.token() == null ? 0 : Integer.parseInt(page.token());
        int to = Math.min(all.size(), from + Math.min(page.size(), pageCap));
        List<TableEntry> tables = new ArrayList<>();
        for (Map.Entry<TableKey, Held> entry : all.subList(from, to)) {
            Held held = entry.getValue();
            if (held.content() != null) {
                tables.add(new TableEntry(held.contentId(), entry.getKey(), held.content()));
            }
        }
        return new Page<>(tables, to < all.size() ? String.valueOf(to) : null);
    }

    @Override
    public @Nullable TableEntry table(At at, TableKey key) throws CommitLogException {
        request("content");
        readable(at);
        Held held = state(at.hash()).get(key);
        return held == null || held.content() == null ? null : new TableEntry(held.contentId(), key, held.content());
    }

    @Override
    public Page<String> references(Cut page) throws CommitLogException {
        request("references");
        List<String> names = List.copyOf(refs.keySet());
        int from = page.token() == null ? 0 : Integer.parseInt(page.token());
        int to = Math.min(names.size(), from + Math.min(page.size(), pageCap));
        return new Page<>(names.subList(from, to), to < names.size() ? String.valueOf(to) : null);
    }

    @Override
    public String noAncestorHash() {
        return ROOT;
    }

    static Commit.Meta meta(String author) {
        return new Commit.Meta(Instant.ofEpochSecond(1_700_000_000), List.of(author), "iceberg", "append", null);
    }

    private void request(String kind) throws CommitLogException {
        requests.add(kind);
        if (outage.test(kind)) {
            throw new CommitLogException(CommitLogException.Kind.UNAVAILABLE, "No answer to " + kind);
        }
    }

    private void readable(At at) throws CommitLogException {
        if (forgotten.contains(at.hash()) || !refs.containsKey(at.reference())) {
            throw new CommitLogException(CommitLogException.Kind.HASH_UNREADABLE, "Commit " + at.hash() + " is gone");
        }
    }

    private Node node(String hash) {
        Node node = nodes.get(hash);
        if (node == null) {
            throw new IllegalArgumentException("No commit " + hash);
        }
        return node;
    }
}
