// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.Position;
import dev.nessiewatch.lake.TableId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What has been published so far, as committed readers see it: the memory that a tail starts from.
 *
 * <p>Within a table the order of offsets is the order of events, since one writer at a time holds the transactional id.
 *
 * <p>Memory: one {@link PackedCount} per watched table, at most 4 KB with full observation lists. Superseded measurements
 * are dropped while reading.
 */
public final class FeedState {
    private static final int MOST_UNDECODABLE = 1000;
    private static final long MOST_UNDECODABLE_BYTES = 16 << 20;

    private final Map<String, Position> positions = new HashMap<>();
    private final Map<String, Map<TableId, PackedCount>> tables = new HashMap<>();
    private final Map<String, Long> sequences = new HashMap<>();
    private final List<Undecodable> undecodable = new ArrayList<>();
    private long undecodableRecords;
    private long undecodableBytes;

    private FeedState() {}

    /** What reading the state came to. */
    public sealed interface Outcome {
        /** All was read. */
        record Known(FeedState state) implements Outcome {}

        /**
         * Not all could be read; try again later.
         *
         * @param message one line: which topic, what happened, what to check
         */
        record Unavailable(String message) implements Outcome {}
    }

    /**
     * A record nobody could read.
     *
     * @param received it
     * @param reason one line
     */
    public record Undecodable(Received received, String reason) {}

    /**
     * Reads positions and measurements to the high watermark. Call it after the feed was opened: only then nobody else can
     * add to them.
     *
     * @param deadline how long it may take; longer than the transaction time-out, or a dead writer's open transaction may
     *     outlast it
     */
    public static Outcome read(TopicReader reader, Topics topics, Duration deadline) {
        FeedState state = new FeedState();
        String positions = topics.name(Topic.POSITIONS);
        Reading reading = reader.read(
                List.of(positions, topics.name(Topic.SNAPSHOT_COUNTS)),
                deadline,
                received -> state.apply(received, positions));
        if (reading instanceof Reading.Unavailable unavailable) {
            return new Outcome.Unavailable(unavailable.message());
        }
        return new Outcome.Known(state);
    }

    /** The newest position of a reference; null when it was never published. */
    public @Nullable Position position(String reference) {
        return positions.get(reference);
    }

    /** The newest position of each reference, configured or not. */
    public Map<String, Position> positions() {
        return Collections.unmodifiableMap(positions);
    }

    /** References that have tables published, configured or not. */
    public Collection<String> references() {
        return Collections.unmodifiableSet(tables.keySet());
    }

    /** The last measurement of each watched table of a reference, made anew; tables that left are not in it. */
    public Map<TableId, SnapshotCount> tables(String reference) {
        Map<TableId, SnapshotCount> counts = new HashMap<>();
        packed(reference).forEach(packed -> counts.put(packed.id(), packed.count()));
        return counts;
    }

    /** The same, packed. */
    public Collection<PackedCount> packed(String reference) {
        return Collections.unmodifiableCollection(
                tables.getOrDefault(reference, Map.of()).values());
    }

    /**
     * The highest sequence found for a reference in any record; 0 when there is none. The next transaction takes one more,
     * also when the positions topic was lost: readers order by it.
     */
    public long lastSequence(String reference) {
        return sequences.getOrDefault(reference, 0L);
    }

    /** The same for each reference of which anything was ever found, watched or not. */
    public Map<String, Long> lastSequences() {
        return Collections.unmodifiableMap(sequences);
    }

    /** Records nobody could read: the first of them, at most 1000, and at most 16 MB of values. */
    public List<Undecodable> undecodable() {
        return Collections.unmodifiableList(undecodable);
    }

    /** How many records nobody could read. */
    public long undecodableRecords() {
        return undecodableRecords;
    }

    private void apply(Received received, String positionsTopic) {
        if (received.partition().topic().equals(positionsTopic)) {
            applyPosition(received);
        } else {
            applyCount(received);
        }
    }

    private void applyPosition(Received received) {
        PositionDecoded decoded = PositionDecoded.of(received);
        if (decoded instanceof PositionDecoded.At at) {
            Position position = at.position();
            positions.merge(
                    position.reference(), position, (old, next) -> next.sequence() >= old.sequence() ? next : old);
            sequences.merge(position.reference(), position.sequence(), Math::max);
        } else if (decoded instanceof PositionDecoded.Forgotten forgotten) {
            positions.remove(forgotten.reference());
            if (forgotten.sequence() > 0) {
                sequences.merge(forgotten.reference(), forgotten.sequence(), Math::max);
            }
        } else if (decoded instanceof PositionDecoded.Undecodable bad) {
            unread(received, bad.reason());
        }
    }

    private void applyCount(Received received) {
        Decoded decoded = Decoded.of(received);
        if (decoded instanceof Decoded.SnapshotCounted counted) {
            TableId id = counted.count().id();
            tables.computeIfAbsent(id.reference(), reference -> new HashMap<>())
                    .put(id, PackedCount.of(counted.count()));
            sequences.merge(id.reference(), counted.count().commits().sequence(), Math::max);
        } else if (decoded instanceof Decoded.TableLeft left) {
            tables.getOrDefault(left.table().reference(), new HashMap<>()).remove(left.table());
            sequences.merge(left.table().reference(), left.sequence(), Math::max);
        } else if (decoded instanceof Decoded.Undecodable bad) {
            unread(received, bad.reason());
        }
    }

    private void unread(Received received, String reason) {
        undecodableRecords++;
        byte[] value = received.value();
        undecodableBytes += value == null ? 0 : value.length;
        if (undecodable.size() < MOST_UNDECODABLE && undecodableBytes < MOST_UNDECODABLE_BYTES) {
            undecodable.add(new Undecodable(received, reason));
        }
    }
}
