// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.time.Duration;
import java.util.Map;

/** The topics of the feed, and what each must be like. */
public enum Topic {
    /**
     * The last measurement of every watched table. Kept long enough uncompacted that a slow reader sees each measurement,
     * and tombstones long enough that a reader away for days still sees that a table left.
     */
    SNAPSHOT_COUNTS(
            "snapshot-counts",
            Map.of(
                    "cleanup.policy", "compact",
                    "min.compaction.lag.ms", ms(Duration.ofHours(24)),
                    "segment.ms", ms(Duration.ofHours(6)),
                    "delete.retention.ms", ms(Duration.ofDays(7)))),

    /** Positions and heartbeats, in one partition; as long uncompacted as the measurements they belong to. */
    POSITIONS(
            "positions",
            Map.of(
                    "cleanup.policy", "compact",
                    "min.compaction.lag.ms", ms(Duration.ofHours(24)),
                    "segment.ms", ms(Duration.ofHours(6)))),

    /** The state of each table's order, with a month of its history. */
    LEDGER("ledger", Map.of("cleanup.policy", "compact", "min.compaction.lag.ms", ms(Duration.ofDays(30)))),

    /** Records nobody could read. */
    DEAD_LETTERS("dead-letters", Map.of("cleanup.policy", "delete", "retention.ms", ms(Duration.ofDays(30))));

    private final String suffix;
    private final Map<String, String> settings;

    Topic(String suffix, Map<String, String> settings) {
        this.suffix = suffix;
        this.settings = settings;
    }

    /** Full name: {@code <prefix>.<suffix>}. */
    public String name(String prefix) {
        return prefix + "." + suffix;
    }

    Map<String, String> settings() {
        return settings;
    }

    int partitions(FeedConfig config) {
        return this == SNAPSHOT_COUNTS || this == LEDGER ? config.partitions() : 1;
    }

    /** Whether losing a record of it to retention, or finding it in another partition, would break the service. */
    boolean holdsState() {
        return this != DEAD_LETTERS;
    }

    private static String ms(Duration duration) {
        return Long.toString(duration.toMillis());
    }
}
