// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.Position;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Turns wire records into Kafka records: CloudEvents 1.0 in the Kafka binding's binary mode, where attributes are headers
 * and the data is the value. Source and id together name one event for ever, also on the next reading of the topic.
 */
public final class Records {
    private static final String UNRESERVED = "-._~";

    private final FeedIdentity identity;

    public Records(FeedIdentity identity) {
        this.identity = identity;
    }

    /**
     * A measurement.
     *
     * @param at when it is published
     */
    public Outgoing counted(SnapshotCount count, Instant at) {
        SnapshotCount.Commits commits = count.commits();
        Map<String, String> headers =
                headers(EventType.SNAPSHOT_COUNT, count.table().reference());
        headers.put("ce_id", commits.sequence() + "/" + count.table().contentId());
        headers.put("ce_time", at.toString());
        headers.put("ce_subject", count.table().name());
        headers.put("content-type", "application/json");
        covered(headers, commits.sequence(), commits.fromCommit(), commits.toCommit());
        byte[] value = JsonCodec.SNAPSHOT_COUNT.encode(count);
        return new Outgoing(
                Topic.SNAPSHOT_COUNTS.name(identity.topicPrefix()), count.id().text(), value, headers);
    }

    /** The tombstone of a table that left the watched set. It has no data; the reason is in {@code ce_reason}. */
    public Outgoing left(Departure departure) {
        Map<String, String> headers =
                headers(EventType.TABLE_LEFT, departure.table().reference());
        headers.put("ce_id", departure.sequence() + "/" + departure.table().contentId());
        headers.put("ce_time", departure.at().toString());
        headers.put("ce_subject", departure.key().display());
        covered(headers, departure.sequence(), departure.fromCommit(), departure.toCommit());
        headers.put("ce_reason", departure.reason());
        return new Outgoing(
                Topic.SNAPSHOT_COUNTS.name(identity.topicPrefix()),
                departure.table().text(),
                null,
                headers);
    }

    /** A position or a heartbeat. */
    public Outgoing position(Position position) {
        return position(position, EventType.POSITION, "/position/");
    }

    /**
     * The last position of a reference that is no longer watched. It is no tombstone: compaction would take the count of its
     * transactions with it, and a reference that is watched again would begin at 1, behind what readers have seen.
     */
    public Outgoing referenceLeft(Position position) {
        return position(position, EventType.REFERENCE_LEFT, "/left/");
    }

    private Outgoing position(Position position, EventType type, String kind) {
        Map<String, String> headers = headers(type, position.reference());
        headers.put("ce_id", position.sequence() + kind + position.at().toEpochMilli());
        headers.put("ce_time", position.at().toString());
        headers.put("ce_subject", position.reference());
        headers.put("content-type", "application/json");
        headers.put("ce_sequence", Long.toString(position.sequence()));
        headers.put("ce_tocommit", position.hash());
        return new Outgoing(
                Topic.POSITIONS.name(identity.topicPrefix()),
                position.reference(),
                JsonCodec.POSITION.encode(position),
                headers);
    }

    /** The state of a table's order. */
    public Outgoing ledger(LedgerEntry entry) {
        LedgerEntry.Order order = entry.order();
        Map<String, String> headers = headers(EventType.LEDGER, order.reference());
        // The ledger counts by itself; without the prefix its ids would collide with those of measurements.
        headers.put("ce_id", "ledger/" + entry.sequence() + "/" + order.contentId());
        headers.put("ce_time", entry.at().toString());
        headers.put("ce_subject", order.key().display());
        headers.put("content-type", "application/json");
        headers.put("ce_sequence", Long.toString(entry.sequence()));
        return new Outgoing(
                Topic.LEDGER.name(identity.topicPrefix()), entry.id().text(), JsonCodec.LEDGER.encode(entry), headers);
    }

    /**
     * What an operator asks. Written by another producer than the feed's, so nothing of this catalog is in it.
     *
     * @param topicPrefix start of the topic's name
     */
    public static Outgoing command(String topicPrefix, OperatorCommand command) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("ce_specversion", "1.0");
        headers.put("ce_type", EventType.OPERATOR_COMMAND.text());
        headers.put("ce_source", "/nessiewatch/operator/" + segment(command.who()));
        headers.put("ce_id", command.id());
        headers.put("ce_time", command.at().toString());
        headers.put("ce_subject", command.subject());
        headers.put("content-type", "application/json");
        return new Outgoing(
                Topic.LEDGER.name(topicPrefix), command.key(), JsonCodec.OPERATOR_COMMAND.encode(command), headers);
    }

    /** What came of it. */
    public Outgoing answer(OperatorAnswer answer) {
        OperatorCommand.Subject table = answer.table();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("ce_specversion", "1.0");
        headers.put("ce_type", EventType.OPERATOR_ANSWER.text());
        headers.put("ce_source", "/nessiewatch/" + segment(identity.catalog()));
        headers.put("ce_id", "answer/" + answer.commandId() + "/" + answer.at().toEpochMilli());
        headers.put("ce_time", answer.at().toString());
        headers.put("ce_subject", table == null ? "everything" : table.key().display());
        headers.put("content-type", "application/json");
        return new Outgoing(
                Topic.LEDGER.name(identity.topicPrefix()),
                answer.key(),
                JsonCodec.OPERATOR_ANSWER.encode(answer),
                headers);
    }

    private Map<String, String> headers(EventType type, String reference) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("ce_specversion", "1.0");
        headers.put("ce_type", type.text());
        headers.put("ce_source", "/nessiewatch/" + segment(identity.catalog()) + "/" + segment(reference));
        return headers;
    }

    private static void covered(Map<String, String> headers, long sequence, String fromCommit, String toCommit) {
        headers.put("ce_sequence", Long.toString(sequence));
        headers.put("ce_fromcommit", fromCommit);
        headers.put("ce_tocommit", toCommit);
    }

    /** One segment of a URI path (RFC 3986): a slash inside a name is not a separator. */
    static String segment(String name) {
        StringBuilder text = new StringBuilder();
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0);
            text.append(plain ? String.valueOf(c) : String.format("%%%02X", (int) c));
        }
        return text.toString();
    }
}
