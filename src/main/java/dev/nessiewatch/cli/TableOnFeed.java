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
import dev.nessiewatch.lake.Likeness;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.watch.Excludes;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the one table that an operator named: among those that are measured, and failing that among those that the ledger
 * knows, so that a table that left can still be resumed.
 */
final class TableOnFeed {
    private static final int MOST_NAMES = 5;

    /** The last element of a name: in quotes, which are doubled inside, or without a dot. */
    private static final Pattern LAST = Pattern.compile("(?:^|\\.)(?:\"((?:[^\"]|\"\")*)\"|([^.\"]*))$");

    private final String countsTopic;
    private final Excludes excludes;
    private final Map<TableId, TableKey> measured = new HashMap<>();
    private final Map<TableId, TableKey> known = new HashMap<>();

    private TableOnFeed(String countsTopic, Excludes excludes) {
        this.countsTopic = countsTopic;
        this.excludes = excludes;
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
     * @param deadline how long it may take
     */
    static Answer find(AskTrigger.Place place, String name, @Nullable String reference, Duration deadline) {
        String counts = Topic.SNAPSHOT_COUNTS.name(place.topicPrefix());
        TableOnFeed feed = new TableOnFeed(counts, place.excludes());
        Reading reading = new TopicReader(place.kafka())
                .read(List.of(counts, Topic.LEDGER.name(place.topicPrefix())), deadline, feed::take);
        if (reading instanceof Reading.Unavailable unavailable) {
            return new NotFound(Advice.inOptions(unavailable.message()));
        }
        return feed.answer(name, reference);
    }

    /** The one table of this name; for tests, which need no broker. */
    static Answer among(Map<TableId, TableKey> tables, Excludes excludes, String name, @Nullable String reference) {
        TableOnFeed feed = new TableOnFeed("", excludes);
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
        String where = reference == null ? "" : " on " + OneLine.of(reference);
        Optional<String> exclude = excludes.matching(last(name));
        if (exclude.isPresent()) {
            return OneLine.of(name) + " is not watched: nessiewatch.watch.exclude holds " + OneLine.of(exclude.get())
                    + ", and tables of such a name are neither measured nor launched";
        }
        List<Subject> near = Likeness.near(
                name,
                matching(measured, null, key -> true),
                table -> table.key().display());
        return "No watched table is named " + OneLine.of(name) + where
                + (near.isEmpty()
                        ? "; names are shown on the page, in /api/tables and by nessiewatch audit"
                        : "; near it: " + list(near.stream().map(OneLine::of)));
    }

    private static String list(Stream<String> names) {
        Collection<String> all = names.toList();
        String shown = all.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        return all.size() > MOST_NAMES ? shown + ", ..." : shown;
    }

    private static String last(String name) {
        Matcher last = LAST.matcher(name);
        if (!last.find()) {
            return name;
        }
        return last.group(1) == null ? last.group(2) : last.group(1).replace("\"\"", "\"");
    }
}
