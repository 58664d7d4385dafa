// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.Position;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.metadata.AgePoint;
import dev.nessiewatch.metadata.Census;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What must be there before a decoded record may reach business code: JSON can leave out what the types promise. Each
 * check throws {@link IllegalArgumentException} naming the field.
 */
final class WireChecks {
    private static final int LONGEST_REASON = 300;

    private WireChecks() {}

    static SnapshotCount snapshotCount(SnapshotCount count) {
        schema(count.schema());
        SnapshotCount.Subject table = present(count.table(), "table");
        present(table.reference(), "table.reference");
        present(table.key(), "table.key");
        present(table.name(), "table.name");
        present(table.contentId(), "table.contentId");
        commits(present(count.commits(), "commits"));
        content(present(count.content(), "content"));
        growth(present(count.growth(), "growth"));
        each(count.ageCurve(), "ageCurve", AgePoint.class);
        present(count.outcome(), "outcome");
        SnapshotCount.Unreadable unreadable = count.unreadable();
        if (unreadable != null) {
            present(unreadable.kind(), "unreadable.kind");
            present(unreadable.message(), "unreadable.message");
            present(unreadable.since(), "unreadable.since");
        }
        that((count.outcome() == SnapshotCount.Outcome.UNREADABLE) == (unreadable != null), "outcome and unreadable");
        that(count.outcome() != SnapshotCount.Outcome.COUNTED || count.census() != null, "census");
        return withKnownFlags(count);
    }

    static Position position(Position position) {
        present(position.reference(), "reference");
        present(position.hash(), "hash");
        present(position.writerId(), "writerId");
        present(position.at(), "at");
        that(position.sequence() >= 1, "sequence");
        return position;
    }

    static LedgerEntry ledgerEntry(LedgerEntry entry) {
        schema(entry.schema());
        that(entry.sequence() >= 1, "sequence");
        LedgerEntry.Order order = present(entry.order(), "order");
        present(order.id(), "order.id");
        present(order.contentId(), "order.contentId");
        present(order.reference(), "order.reference");
        present(order.key(), "order.key");
        present(order.mode(), "order.mode");
        present(order.head(), "order.head");
        present(order.metadataLocation(), "order.metadataLocation");
        present(order.why(), "order.why");
        that(order.olderThanMs() > 0, "order.olderThanMs");
        that(order.retainLast() >= 1, "order.retainLast");
        present(entry.phase(), "phase");
        present(entry.launcher(), "launcher");
        present(entry.writerId(), "writerId");
        present(entry.at(), "at");
        that(entry.attempt() >= 1, "attempt");
        LedgerEntry.Verdict verdict = entry.verdict();
        if (verdict != null) {
            present(verdict.kind(), "verdict.kind");
            present(verdict.cause(), "verdict.cause");
        }
        LedgerEntry.Resumed resumed = entry.resumed();
        if (resumed != null) {
            present(resumed.who(), "resumed.who");
            present(resumed.commandId(), "resumed.commandId");
            present(resumed.endedAt(), "resumed.endedAt");
        }
        return entry;
    }

    /** A record that names another type is not ours to read; one that names none is judged by its content. */
    static void type(Received received, EventType expected) {
        String type = received.headers().get("ce_type");
        if (type != null && !type.equals(expected.text())) {
            throw new IllegalArgumentException("ce_type is " + type + ", expected " + expected.text());
        }
    }

    /** Compaction goes by the key; a record under another's key would replace it. */
    static void key(String found, String expected) {
        if (!found.equals(expected)) {
            throw new IllegalArgumentException("the key is " + found + ", but the data is about " + expected);
        }
    }

    /** A line without line breaks and other control characters, cut to a bearable length. */
    static String oneLine(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ").strip();
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "...";
    }

    private static void commits(SnapshotCount.Commits commits) {
        that(commits.sequence() >= 1, "commits.sequence");
        present(commits.fromCommit(), "commits.fromCommit");
        present(commits.toCommit(), "commits.toCommit");
        present(commits.writers(), "commits.writers");
        present(commits.applications(), "commits.applications");
        present(commits.operations(), "commits.operations");
        each(commits.signatures(), "commits.signatures", String.class);
    }

    private static void content(TableContent content) {
        present(content.metadataLocation(), "content.metadataLocation");
    }

    private static void growth(SnapshotCount.Growth growth) {
        each(growth.observations(), "growth.observations", SnapshotCount.Observation.class);
        growth.observations().forEach(seen -> present(seen.at(), "growth.observations.at"));
        each(growth.recentSnapshotsMs(), "growth.recentSnapshotsMs", Long.class);
        if (growth.lastDrop() != null) {
            present(growth.lastDrop().at(), "growth.lastDrop.at");
        }
        if (growth.tally() != null) {
            present(growth.tally().since(), "growth.tally.since");
            present(growth.tally().until(), "growth.tally.until");
        }
    }

    private static SnapshotCount withKnownFlags(SnapshotCount count) {
        Census census = count.census();
        if (census == null) {
            return count;
        }
        present(census.bytes(), "census.bytes");
        present(census.snapshots(), "census.snapshots");
        present(census.refs(), "census.refs");
        present(census.maintenance(), "census.maintenance");
        List<Census.Flag> flags = present(census.flags(), "census.flags");
        if (flags.stream().allMatch(Objects::nonNull)) {
            return count;
        }
        Census known = new Census(
                census.formatVersion(),
                census.tableUuid(),
                census.currentSnapshotId(),
                census.gzip(),
                census.bytes(),
                census.snapshots(),
                census.refs(),
                census.schemas(),
                census.statistics(),
                census.gcEnabled(),
                census.maintenance(),
                flags.stream().filter(Objects::nonNull).toList());
        return new SnapshotCount(
                count.schema(),
                count.table(),
                count.commits(),
                count.content(),
                count.outcome(),
                known,
                count.unreadable(),
                count.resurrected(),
                count.growth(),
                count.ageCurve());
    }

    /** {@code v1-draft} today, {@code v1} once it is declared stable; both mean this layout. */
    static void schema(@Nullable String schema) {
        if (!"v1-draft".equals(schema) && !"v1".equals(schema)) {
            throw new IllegalArgumentException(oneLine("schema '" + schema + "' is not known to this version"));
        }
    }

    static <T> T present(@Nullable T value, String field) {
        if (value == null) {
            throw new IllegalArgumentException("field " + field + " is missing");
        }
        return value;
    }

    private static <T> void each(@Nullable List<T> values, String field, Class<T> type) {
        if (!present(values, field).stream().allMatch(type::isInstance)) {
            throw new IllegalArgumentException("field " + field + " holds a null");
        }
    }

    static void that(boolean sound, String field) {
        if (!sound) {
            throw new IllegalArgumentException("field " + field + " is missing or out of range");
        }
    }
}
