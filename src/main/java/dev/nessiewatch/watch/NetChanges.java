// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Applies commits, oldest first, on top of what was published last, and tells what came out of it per content id.
 * Excluded tables take part in the arithmetic, because they may be renamed into the watched set, and leave nothing
 * behind.
 */
final class NetChanges {
    private final String reference;
    private final LastSeen seen;
    private final Excludes excludes;

    /** Laid over {@code seen}: which id stands where, and which keys and ids are there no more. */
    private final Map<TableKey, String> ids = new HashMap<>();

    private final Set<TableKey> vacated = new HashSet<>();
    private final Map<String, LastSeen.Seen> states = new HashMap<>();
    private final Set<String> gone = new HashSet<>();

    /** Every id that a commit touched, the one touched last at the end. */
    private final Map<String, ActivityTally> touched = new LinkedHashMap<>();

    private int otherContents;
    private int excludedPuts;

    NetChanges(String reference, LastSeen seen, Excludes excludes) {
        this.reference = reference;
        this.seen = seen;
        this.excludes = excludes;
    }

    /** Applies one visible commit. */
    void apply(Commit commit) {
        List<LogOperation> operations = commit.operations();
        if (operations == null) {
            throw new IllegalArgumentException("Commit " + commit.hash() + " does not show its operations");
        }
        Set<String> now = new LinkedHashSet<>();
        // All keys are cleared before any is filled: the order inside a commit says nothing, and a name may be passed
        // on.
        for (LogOperation operation : operations) {
            String id = idAt(operation.key());
            if (id != null) {
                vacate(operation.key());
                drop(id);
                now.add(id);
            }
        }
        for (LogOperation operation : operations) {
            if (operation instanceof LogOperation.PutTable put) {
                place(put);
                now.add(put.contentId());
                excludedPuts += excludes.matches(put.key()) ? 1 : 0;
            } else if (operation instanceof LogOperation.PutOther) {
                otherContents++;
            }
        }
        now.forEach(id -> touch(id, commit));
    }

    /** What is to be published: first the tables that left, then the others in the order of their newest commit. */
    List<TableChange> changes() {
        List<TableChange> changes = new ArrayList<>();
        List<TableChange> changed = new ArrayList<>();
        touched.forEach((id, tally) -> {
            LastSeen.Seen before = seen.of(id);
            LastSeen.Seen after = state(id);
            if (after != null && !excludes.matches(after.key())) {
                if (!after.equals(before)) {
                    boolean content = before == null || !before.content().equals(after.content());
                    changed.add(new TableChange.Changed(
                            table(id), after.key(), after.content(), content, tally.activity()));
                }
            } else if (before != null) {
                TableChange.Reason reason = after == null ? TableChange.Reason.DROPPED : TableChange.Reason.EXCLUDED;
                changes.add(new TableChange.Left(table(id), before.key(), reason));
            }
        });
        changes.addAll(changed);
        return List.copyOf(changes);
    }

    /** Operations on contents that are not Iceberg tables. */
    int otherContents() {
        return otherContents;
    }

    /** Operations on tables whose name is excluded. */
    int excludedPuts() {
        return excludedPuts;
    }

    private void touch(String id, Commit commit) {
        ActivityTally tally = touched.remove(id);
        if (tally == null) {
            tally = new ActivityTally();
        }
        tally.add(commit);
        touched.put(id, tally);
    }

    private void place(LogOperation.PutTable put) {
        String id = put.contentId();
        LastSeen.Seen before = state(id);
        if (before != null && !before.key().equals(put.key()) && id.equals(idAt(before.key()))) {
            vacate(before.key());
        }
        ids.put(put.key(), id);
        states.put(id, new LastSeen.Seen(put.key(), put.content()));
    }

    private void vacate(TableKey key) {
        ids.remove(key);
        vacated.add(key);
    }

    private void drop(String id) {
        states.remove(id);
        gone.add(id);
    }

    private @Nullable String idAt(TableKey key) {
        String id = ids.get(key);
        if (id != null) {
            return id;
        }
        return vacated.contains(key) ? null : seen.contentIdAt(key);
    }

    private LastSeen.@Nullable Seen state(String id) {
        LastSeen.Seen state = states.get(id);
        if (state != null) {
            return state;
        }
        return gone.contains(id) ? null : seen.of(id);
    }

    private TableId table(String contentId) {
        return new TableId(contentId, reference);
    }
}
