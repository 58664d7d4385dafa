// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import dev.nessiewatch.faults.Finding.Fault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One reference of a feed, followed from its first sequence to its last. */
final class ReferenceTrail {
    private final String reference;
    private final Truth truth;
    private final Watching watching;
    private final List<Finding> findings;

    /** What a subscriber knows by now. */
    private final Map<String, State> known = new HashMap<>();

    private final Map<String, String> lastSaid = new HashMap<>();
    private final TreeMap<Long, List<Feed.OfTable>> bySequence = new TreeMap<>();
    private final List<Feed.OfTable> span = new ArrayList<>();
    private Feed.@Nullable OfReference before;
    private String reached;
    private long spanBegan = 1;
    private long sequence;

    ReferenceTrail(String reference, Truth truth, Watching watching, List<Finding> findings) {
        this.reference = reference;
        this.truth = truth;
        this.watching = watching;
        this.findings = findings;
        this.reached = truth.root();
    }

    /** Follows all records; returns the number of sequences. */
    int follow(Feed feed) {
        feed.tables().stream()
                .filter(record -> record.reference().equals(reference))
                .forEach(record -> bySequence
                        .computeIfAbsent(record.covered().sequence(), number -> new ArrayList<>())
                        .add(record));
        int steps = 0;
        for (Feed.OfReference position : feed.positions()) {
            if (!position.reference().equals(reference)) {
                continue;
            }
            if (position.hash() == null) {
                forget(position);
            } else if (isNext(position)) {
                step(position, position.hash());
                steps++;
            }
            before = position.hash() == null ? null : position;
        }
        bySequence.forEach((number, records) ->
                records.forEach(record -> add(Fault.WRONG, record + " belongs to no position that was committed")));
        return steps;
    }

    /** Holds what the records add up to against the tables at a commit; null when the reference must be forgotten. */
    void endsAt(@Nullable String head) {
        if (head == null) {
            known.keySet()
                    .forEach(id -> add(Fault.MISSING, "the leaving of " + id + ", for the reference is not watched"));
            return;
        }
        if (!head.equals(reached)) {
            add(Fault.MISSING, "everything from " + reached + " to " + head);
        }
        Map<String, State> there = truth.tables(head);
        Set<String> ids = new HashSet<>(known.keySet());
        ids.addAll(there.keySet());
        for (String id : ids) {
            State state = watching.seen(reference, there.get(id), sequence);
            if (!Objects.equals(known.get(id), state)) {
                add(Fault.MISSING, "at HEAD, " + id + " is " + state + "; the records say " + known.get(id));
            }
        }
    }

    private boolean isNext(Feed.OfReference position) {
        long number = position.sequence();
        if (before != null && number == before.sequence()) {
            boolean heartbeat = Objects.equals(position.hash(), before.hash())
                    && Objects.equals(position.target(), before.target());
            if (!heartbeat) {
                add(Fault.DOUBLED, "sequence " + number + " was given to two different positions");
            }
            return false;
        }
        if (number <= sequence) {
            add(Fault.OUT_OF_ORDER, "position " + number + " stands after " + sequence);
            return false;
        }
        if (number > sequence + 1) {
            add(Fault.MISSING, "sequences " + (sequence + 1) + " to " + (number - 1));
        }
        return true;
    }

    private void step(Feed.OfReference position, String hash) {
        sequence = position.sequence();
        String towards = position.target() == null ? hash : position.target();
        for (Feed.OfTable record : taken(sequence)) {
            Feed.Covered covered = record.covered();
            if (!covered.from().equals(reached) || !covered.to().equals(towards)) {
                add(
                        Fault.WRONG,
                        record + " covers " + covered.from() + " to " + covered.to() + ", not " + reached + " to "
                                + towards);
            }
            span.add(record);
        }
        if (position.target() == null) {
            compare(hash);
            reached = hash;
            spanBegan = sequence + 1;
            span.clear();
        } else if (!hash.equals(reached)) {
            add(Fault.WRONG, "position " + sequence + " moved before its comparison was complete");
        }
    }

    /** Holds the records of a finished span against Nessie's diff. */
    private void compare(String to) {
        Map<String, State> expected = new HashMap<>();
        Set<String> leaving = new HashSet<>();
        changes(to).forEach((id, change) -> {
            State old = watching.seen(reference, change.before(), spanBegan - 1);
            State now = watching.seen(reference, change.after(), sequence);
            if (now != null && !now.equals(old)) {
                expected.put(id, now);
            } else if (now == null && old != null) {
                leaving.add(id);
            }
        });
        Set<String> done = new HashSet<>();
        for (Feed.OfTable record : span) {
            String id = record.contentId();
            if (!done.add(id)) {
                add(Fault.DOUBLED, record + " was said before in the same step");
            } else if (record.state() == null
                    ? leaving.remove(id)
                    : record.state().equals(expected.get(id))) {
                expected.remove(id);
            } else {
                unexpected(record, expected.remove(id));
            }
            take(record);
        }
        expected.forEach(
                (id, state) -> add(Fault.MISSING, id + " became " + state + " between " + reached + " and " + to));
        leaving.forEach(id -> add(Fault.MISSING, id + " left between " + reached + " and " + to));
    }

    private Map<String, Truth.Change> changes(String to) {
        if (watching.isSame(reference, spanBegan - 1, sequence)) {
            return truth.diff(reached, to);
        }
        Map<String, State> old = truth.tables(reached);
        Map<String, State> now = truth.tables(to);
        Set<String> ids = new HashSet<>(old.keySet());
        ids.addAll(now.keySet());
        Map<String, Truth.Change> changes = new HashMap<>();
        ids.forEach(id -> changes.put(id, new Truth.Change(old.get(id), now.get(id))));
        return changes;
    }

    private void unexpected(Feed.OfTable record, @Nullable State expected) {
        boolean same = Objects.equals(record.state(), known.get(record.contentId()));
        boolean again = same
                && record.covered().from().equals(record.covered().to())
                && !record.said().equals(lastSaid.get(record.contentId()));
        if (again) {
            return;
        }
        if (same) {
            add(Fault.DOUBLED, record + " says what was said before");
        } else {
            add(Fault.WRONG, record + " says " + record.state() + "; Nessie says " + expected);
        }
    }

    /** The tables of a reference that is no longer watched leave under the next number; so does the reference itself. */
    private void forget(Feed.OfReference position) {
        if (position.sequence() != sequence + 1) {
            add(Fault.MISSING, "the number of the leaving is " + position.sequence() + " after " + sequence);
        }
        Set<String> leaving = new HashSet<>(known.keySet());
        List<Feed.OfTable> records = taken(sequence + 1);
        for (Feed.OfTable record : records) {
            if (record.state() != null || !leaving.remove(record.contentId())) {
                add(Fault.WRONG, record + " is no leaving of a known table");
            }
            take(record);
        }
        leaving.forEach(id -> add(Fault.MISSING, "the leaving of " + id + " when the reference was forgotten"));
        sequence++;
        spanBegan = sequence + 1;
        reached = truth.root();
    }

    private List<Feed.OfTable> taken(long number) {
        List<Feed.OfTable> records = bySequence.remove(number);
        return records == null ? List.of() : records;
    }

    private void take(Feed.OfTable record) {
        lastSaid.put(record.contentId(), record.said());
        if (record.state() == null) {
            known.remove(record.contentId());
        } else {
            known.put(record.contentId(), record.state());
        }
    }

    private void add(Fault fault, String what) {
        findings.add(new Finding(fault, reference + ": " + what));
    }
}
