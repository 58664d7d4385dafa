// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When a table is expired ahead of the weekly run, and what an expiry must leave alone. */
@ConfigMapping(prefix = "nessiewatch.policy")
public interface PolicyConfig {
    /** What a table's list must stay under until the weekly run has handled it. */
    Limit limit();

    /** The weekly run that trims all tables. */
    Weekly weekly();

    /**
     * Age from which a targeted expiry may remove snapshots. Duration, not under {@code retention-floor} and not longer
     * than {@code weekly.retention}; default 7 days. With the same 7 days as the weekly run, an early run can at most
     * halve the peak of the list.
     */
    @WithDefault("7d")
    Duration retention();

    /**
     * Shortest retention that is accepted. Duration, above zero; default 24 hours. Lowering it has a price: a query or
     * a write that is still running may lose files it needs, and time travel reaches back less far. Keep it above the
     * longest query and the longest write of the lake.
     */
    @WithDefault("24h")
    Duration retentionFloor();

    /** Snapshots kept on each branch of a table, whatever their age. Number, at least 1; default 1. */
    @WithDefault("1")
    int retainLast();

    /** Fewest removable snapshots for which a run is started. Number, at least 1; default 50. */
    @WithDefault("50")
    int minimumBenefit();

    /**
     * Most snapshots that one run removes; the rest is left to the next run. Number, at least {@code minimum-benefit};
     * default 5000.
     */
    @WithDefault("5000")
    int maxRemoved();

    /** How long a table is left alone after one of its orders ended. Duration, zero or more; default 1 hour. */
    @WithDefault("1h")
    Duration coolDown();

    /**
     * How long one rebuild (CREATE OR REPLACE) runs at most before it commits. Duration, zero or more; default 15
     * minutes. An expiry of a table that grows by replace must commit this long before the next rebuild commits.
     */
    @WithDefault("PT15M")
    Duration longestRebuild();

    /** Quiet windows of a table that may pass unused in a row before a person is called. Number, at least 1; default 24. */
    @WithDefault("24")
    int missedWindows();

    /** Age of the feed's heartbeat from which nothing is launched any more. Duration, above zero; default 25 minutes. */
    @WithDefault("PT25M")
    Duration staleAfter();

    /** Nothing is launched before this moment. Instant such as {@code 2026-12-24T00:00:00Z}; default: not frozen. */
    Optional<Instant> freezeUntil();

    /** What a table's list must stay under; exactly at a limit is still fine. */
    interface Limit {
        /** Length of the snapshot list. Number, at least 1; default 500. */
        @WithDefault("500")
        long snapshots();

        /**
         * Size of the metadata file after gzip. Bytes, at least 1; default 8388608 (8 MiB), the largest file that Trino
         * caches by default.
         */
        @WithDefault("8388608")
        long decodedBytes();
    }

    /** The weekly run that trims all tables. */
    interface Weekly {
        /** Age from which the weekly run removes snapshots. Duration, above zero; default 7 days. */
        @WithDefault("7d")
        Duration retention();

        /** When the weekly run starts. Unix cron, five fields; default {@code 0 3 * * 0}: Sunday, 03:00. */
        @WithDefault("0 3 * * 0")
        String schedule();

        /** Time zone of the schedule. Name such as {@code Europe/Berlin}; default UTC. */
        @WithDefault("UTC")
        String zone();

        /** How long the weekly run usually takes until the last table is done. Duration, zero or more; default 2 hours. */
        @WithDefault("PT2H")
        Duration duration();
    }
}
