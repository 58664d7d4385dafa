// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.event.Decoded;
import dev.nessiewatch.event.LedgerDecoded;
import dev.nessiewatch.event.OperatorCommand;
import dev.nessiewatch.event.OperatorCommand.Subject;
import dev.nessiewatch.event.Reading;
import dev.nessiewatch.event.Received;
import dev.nessiewatch.event.Topic;
import dev.nessiewatch.event.TopicReader;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the one table that an operator named: among those that are measured, and failing that among those that the ledger
 * knows, so that a table that left can still be resumed.
 */
final class TableOnFeed {
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final int MOST_NAMES = 5;
    private static final int LONGEST_COMPARED = 120;

    private final String countsTopic;
    private final Map<TableId, TableKey> measured = new HashMap<>();
    private final Map<TableId, TableKey> known = new HashMap<>();

    private TableOnFeed(String countsTopic) {
        this.countsTopic = countsTopic;
    }

    /** What looking for it came to. */
    sealed interface Answer {}

    /** Exactly one table is meant. */
    record Found(Subject table) implements Answer {}

    /** None, or more than one; one line. */
    record NotFound(String why) implements Answer {}

    /**
     * Reads the topics whole.
     *
     * @param name as it is shown, or joined by dots
     * @param reference branch; null for any
     */
    static Answer find(Map<String, Object> kafka, String topicPrefix, String name, @Nullable String reference) {
        String counts = Topic.SNAPSHOT_COUNTS.name(topicPrefix);
        TableOnFeed feed = new TableOnFeed(counts);
        Reading reading =
                new TopicReader(kafka).read(List.of(counts, Topic.LEDGER.name(topicPrefix)), DEADLINE, feed::take);
        if (reading instanceof Reading.Unavailable unavailable) {
            return new NotFound(unavailable.message());
        }
        return feed.answer(name, reference);
    }

    /** The one table of this name; for tests, which need no broker. */
    static Answer among(Map<TableId, TableKey> tables, String name, @Nullable String reference) {
        TableOnFeed feed = new TableOnFeed("");
        feed.measured.putAll(tables);
        return feed.answer(name, reference);
    }

    private void take(Received received) {
        if (received.partition().topic().equals(countsTopic)) {
            Decoded decoded = Decoded.of(received);
            if (decoded instanceof Decoded.SnapshotCounted counted) {
                measured.put(counted.count().id(), counted.count().table().key());
            } else if (decoded instanceof Decoded.TableLeft left) {
                measured.remove(left.table());
            }
            return;
        }
        LedgerDecoded decoded = LedgerDecoded.of(received);
        if (decoded instanceof LedgerDecoded.Recorded recorded) {
            known.put(recorded.entry().id(), recorded.entry().order().key());
        } else if (decoded instanceof LedgerDecoded.Commanded commanded) {
            OperatorCommand.Subject table = commanded.command().table();
            if (table != null) {
                known.put(table.id(), table.key());
            }
        }
    }

    private Answer answer(String name, @Nullable String reference) {
        List<Subject> named = named(measured, name, reference);
        if (named.isEmpty()) {
            named = named(known, name, reference);
        }
        if (named.size() == 1) {
            return new Found(named.get(0));
        }
        return new NotFound(named.isEmpty() ? unknown(name, reference) : ambiguous(name, named));
    }

    private static List<Subject> named(Map<TableId, TableKey> tables, String name, @Nullable String reference) {
        List<Subject> shown = matching(tables, reference, key -> key.display().equals(name));
        return shown.isEmpty()
                ? matching(
                        tables,
                        reference,
                        key -> String.join(".", key.elements()).equals(name))
                : shown;
    }

    private static List<Subject> matching(
            Map<TableId, TableKey> tables, @Nullable String reference, Predicate<TableKey> fits) {
        return tables.entrySet().stream()
                .filter(entry -> reference == null || entry.getKey().reference().equals(reference))
                .filter(entry -> fits.test(entry.getValue()))
                .map(entry ->
                        new Subject(entry.getKey().contentId(), entry.getKey().reference(), entry.getValue()))
                .sorted(Comparator.comparing(OneLine::of))
                .toList();
    }

    private static String ambiguous(String name, List<Subject> named) {
        boolean branches = named.stream().map(Subject::reference).distinct().count() == named.size();
        return OneLine.of(name) + " names " + named.size() + " tables: "
                + list(named.stream().map(OneLine::of))
                + (branches
                        ? "; say which with --reference"
                        : "; give the name as it is shown, and the branch with --reference");
    }

    private String unknown(String name, @Nullable String reference) {
        String wanted = name.toLowerCase(Locale.ROOT);
        Map<Subject, Integer> near = new HashMap<>();
        for (Subject table : matching(measured, null, key -> true)) {
            int distance = distance(wanted, table.key().display().toLowerCase(Locale.ROOT));
            if (distance <= Math.max(2, wanted.length() / 4)) {
                near.put(table, distance);
            }
        }
        Stream<String> names = near.entrySet().stream()
                .sorted(Map.Entry.<Subject, Integer>comparingByValue()
                        .thenComparing(entry -> OneLine.of(entry.getKey())))
                .map(entry -> OneLine.of(entry.getKey()));
        String where = reference == null ? "" : " on " + OneLine.of(reference);
        return "No watched table is named " + OneLine.of(name) + where
                + (near.isEmpty()
                        ? "; names are shown on the page, in /api/tables and by nessiewatch audit"
                        : "; near it: " + list(names));
    }

    private static String list(Stream<String> names) {
        Collection<String> all = names.toList();
        String shown = all.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        return all.size() > MOST_NAMES ? shown + ", ..." : shown;
    }

    /** Changes of one character that lead from one to the other; 0 when one holds the other's end. */
    private static int distance(String a, String b) {
        if (!a.isEmpty() && (b.endsWith("." + a) || a.endsWith("." + b))) {
            return 0;
        }
        if (a.length() > LONGEST_COMPARED || b.length() > LONGEST_COMPARED) {
            return Integer.MAX_VALUE;
        }
        List<Integer> row = new ArrayList<>();
        for (int j = 0; j <= b.length(); j++) {
            row.add(j);
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row.get(0);
            row.set(0, i);
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row.get(j);
                row.set(j, Math.min(change, Math.min(row.get(j - 1), diagonal) + 1));
            }
        }
        return row.get(b.length());
    }
}
