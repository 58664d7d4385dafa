// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.watch.Excludes;
import dev.nessiewatch.watch.TableEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges the records of a feed, span by span in their order, against what Nessie says. Pure: it is told everything.
 *
 * <p>The rule: after each span the feed must hold of every watched table what Nessie holds at the span's second commit, and
 * nothing may be said twice. The last record of a table in a span counts; chunks of a comparison may correct each other.
 */
final class FeedAudit {
    private final Excludes excludes;
    private final Map<TableId, @Nullable Standing> held;
    private final boolean complete;
    private final Map<TableId, Long> entered = new HashMap<>();
    private final Map<TableId, List<Finding>> neverHeld = new LinkedHashMap<>();

    /**
     * @param excludes names that are not watched
     * @param held what the feed holds before the first span
     * @param complete whether a table that is missing there is known to be absent; otherwise nothing is known of it
     */
    FeedAudit(Excludes excludes, Map<TableId, Standing> held, boolean complete) {
        this.excludes = excludes;
        this.held = new HashMap<>(held);
        this.complete = complete;
    }

    /** Keys that Nessie must be asked for at the second commit: their tables have records, but did not change. */
    Set<TableKey> questions(Span span, Evidence evidence) {
        Set<TableKey> keys = new LinkedHashSet<>();
        lastOf(span).forEach((table, last) -> {
            Standing before = held.get(table);
            Standing says = last.standing();
            if (evidence.changed().containsKey(table)) {
                return;
            }
            if (says != null && (before == null || !before.isAt(says.key(), says.content()))) {
                keys.add(says.key());
            } else if (says == null && before != null) {
                keys.add(before.key());
            }
        });
        return keys;
    }

    /** What is wrong with a span; empty when nothing is. Spans must come in their order, each once. */
    List<Finding> judge(Span span, Evidence evidence) {
        List<Finding> findings = new ArrayList<>(twice(span));
        Map<TableId, Published> last = lastOf(span);
        for (Map.Entry<TableId, Published> entry : last.entrySet()) {
            Finding finding = entry.getValue().standing() == null
                    ? departure(span, evidence, entry.getValue())
                    : measurement(span, evidence, entry.getValue());
            if (finding != null) {
                findings.add(finding);
            }
        }
        evidence.changed().forEach((table, ends) -> {
            if (!last.containsKey(table)) {
                unsaid(span, table, ends, findings);
            }
        });
        last.forEach((table, published) -> held.put(table, published.standing()));
        return findings;
    }

    /** Takes over the records of a span that cannot be judged, so that later ones can. */
    void skip(Span span) {
        lastOf(span).forEach((table, published) -> held.put(table, published.standing()));
    }

    /** All tables of a removed reference must have left. */
    List<Finding> judgeRemoval(Span span) {
        List<Finding> findings = new ArrayList<>(twice(span));
        Map<TableId, Published> last = lastOf(span);
        held.forEach((table, standing) -> {
            if (standing != null && table.reference().equals(span.reference()) && !last.containsKey(table)) {
                findings.add(span.finding(
                        Finding.Kind.MISSING,
                        Names.of(table, standing),
                        "its reference is no longer configured, and no tombstone says that it left"));
            }
        });
        skip(span);
        return findings;
    }

    /**
     * Changes that no record told, of tables that the feed did not hold and that came later without a change of their own.
     * They were excluded then, or lost and found by a comparison; nobody can tell from the feed.
     */
    List<Finding> undecided() {
        List<Finding> findings = new ArrayList<>();
        neverHeld.forEach((table, missing) -> {
            Long since = entered.get(table);
            missing.forEach(finding -> findings.add(
                    since == null
                            ? finding
                            : new Finding(
                                    Finding.Kind.UNJUDGED,
                                    finding.reference(),
                                    finding.sequence(),
                                    finding.table(),
                                    finding.from(),
                                    finding.to(),
                                    "it is watched since sequence " + since + " only; it was excluded before, or"
                                            + " overlooked and found by a comparison")));
        });
        return findings;
    }

    private @Nullable Finding measurement(Span span, Evidence evidence, Published says) {
        Standing standing = Objects.requireNonNull(says.standing());
        Evidence.Ends ends = evidence.changed().get(says.table());
        if (ends != null) {
            return equal(ends.after(), says.table(), standing) ? null : wrong(span, says, ends.after());
        }
        Standing before = held.get(says.table());
        if (before != null && before.isAt(standing.key(), standing.content())) {
            boolean readAgain = span.stays() && before.trouble() != standing.trouble();
            boolean corrected = count(span, says.table()) > 1;
            return readAgain || corrected
                    ? null
                    : span.finding(
                            Finding.Kind.DOUBLED,
                            Names.of(says.table(), standing),
                            "it did not change, and what the record says was published before");
        }
        TableEntry there = evidence.at(standing.key());
        if (!equal(there, says.table(), standing)) {
            return wrong(span, says, there);
        }
        if (before == null) {
            entered.putIfAbsent(says.table(), says.sequence());
        }
        return null;
    }

    private @Nullable Finding departure(Span span, Evidence evidence, Published says) {
        if (says.reason().equals(Published.EXCLUDED)) {
            return null;
        }
        Evidence.Ends ends = evidence.changed().get(says.table());
        Standing before = held.get(says.table());
        if (ends == null && before == null && isKnown(says.table()) && count(span, says.table()) == 1) {
            return span.finding(
                    Finding.Kind.DOUBLED, Names.of(says.table(), before), "it leaves, and was not there before");
        }
        TableEntry there = ends != null ? ends.after() : before == null ? null : evidence.at(before.key());
        boolean stands =
                there != null && there.contentId().equals(says.table().contentId()) && !excludes.matches(there.key());
        return stands ? wrong(span, says, there) : null;
    }

    /** A table that changed in Nessie and has no record. */
    private void unsaid(Span span, TableId table, Evidence.Ends ends, List<Finding> findings) {
        TableEntry before = watched(ends.before());
        TableEntry after = watched(ends.after());
        Standing published = held.get(table);
        boolean same = isKnown(table)
                ? after == null ? published == null : equal(after, table, published)
                : Objects.equals(before, after);
        if (same) {
            return;
        }
        TableEntry named = after == null ? ends.before() : after;
        Finding finding = span.finding(
                Finding.Kind.MISSING,
                Names.of(table, named == null ? null : named.key()),
                after == null
                        ? "Nessie says that it left (or is excluded by its name now), and no record does"
                        : "Nessie has " + words(after) + ", and no record says so");
        if (isKnown(table) && published == null && after != null) {
            neverHeld.computeIfAbsent(table, id -> new ArrayList<>()).add(finding);
        } else {
            findings.add(finding);
        }
    }

    private static List<Finding> twice(Span span) {
        List<Finding> findings = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Published published : span.records()) {
            if (!seen.add(published.sequence() + "/" + published.table().text())) {
                findings.add(span.finding(
                        Finding.Kind.DOUBLED,
                        Names.of(published.table(), published.standing()),
                        "it has more than one record with sequence " + published.sequence()));
            }
        }
        return findings;
    }

    private static Finding wrong(Span span, Published says, @Nullable TableEntry there) {
        Standing standing = says.standing();
        String said = standing == null
                ? "that it left (" + says.reason() + ")"
                : words(new TableEntry(says.table().contentId(), standing.key(), standing.content()));
        return span.finding(
                Finding.Kind.WRONG,
                Names.of(says.table(), standing == null && there != null ? there.key() : key(standing)),
                "the record says " + said + ", Nessie has " + (there == null ? "nothing there" : words(there)));
    }

    private static @Nullable TableKey key(@Nullable Standing standing) {
        return standing == null ? null : standing.key();
    }

    private @Nullable TableEntry watched(@Nullable TableEntry entry) {
        return entry == null || excludes.matches(entry.key()) ? null : entry;
    }

    private boolean isKnown(TableId table) {
        return complete || held.containsKey(table);
    }

    private static boolean equal(@Nullable TableEntry entry, TableId table, @Nullable Standing standing) {
        return entry != null
                && standing != null
                && entry.contentId().equals(table.contentId())
                && standing.isAt(entry.key(), entry.content());
    }

    private static long count(Span span, TableId table) {
        return span.records().stream()
                .filter(published -> published.table().equals(table))
                .count();
    }

    private static Map<TableId, Published> lastOf(Span span) {
        Map<TableId, Published> last = new LinkedHashMap<>();
        span.records().forEach(published -> last.put(published.table(), published));
        return last;
    }

    private static String words(TableEntry entry) {
        return entry.key().display() + " with snapshot " + entry.content().snapshotId() + " in "
                + entry.content().metadataLocation().replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
    }
}
