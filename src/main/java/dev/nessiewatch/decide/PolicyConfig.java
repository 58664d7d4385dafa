// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** When a table is expired ahead of the weekly run, and what an expiry must leave alone. */
@ConfigMapping(prefix = "nessiewatch.policy")
public interface PolicyConfig {
    /** What a table's list must stay under until the weekly run has handled it. */
    Limit limit();

    /** The weekly run that trims all tables. */
    Weekly weekly();

    /** What planners need to load a metadata file. */
    Planner planner();

    /**
     * Rules for some tables, in order: the first one that matches a table holds for it, and what it does not set is taken
     * from the properties beside it. A table that no rule matches goes by those alone. Default: no rules.
     */
    List<Overrides> rules();

    /**
     * A file with properties of {@code nessiewatch.policy}, by their full names, such as a mounted ConfigMap. Path; default:
     * none. It is read once, at the start; what the environment or a system property sets wins over it.
     */
    Optional<String> file();

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

    /** Quiet windows of a table that may pass unused in a row before a person is called. Number, 1 to 1000; default 24. */
    @WithDefault("24")
    int missedWindows();

    /**
     * Whether an expiry is launched in spite of rebuilds, once {@code missed-windows} windows were missed or the list is
     * over {@code limit.hard-factor} times its limit. True or false; default false: a person is called instead. A rebuild
     * under way may then fail, or bring expired snapshots back whose files are gone.
     */
    @WithDefault("false")
    boolean forceAfterMissedWindows();

    /**
     * Share of a limit that a list must have passed before a table is launched again in the same week, after a run of its own
     * helped. Number above 0, at most 1; default 0.9.
     */
    @WithDefault("0.9")
    double relaunchAt();

    /** Age of the feed's heartbeat from which nothing is launched any more. Duration, above zero; default 25 minutes. */
    @WithDefault("PT25M")
    Duration staleAfter();

    /** Nothing is launched before this moment. Instant such as {@code 2026-12-24T00:00:00Z}; default: not frozen. */
    Optional<Instant> freezeUntil();

    /**
     * How long nessie-gc keeps older hashes of a branch readable: its cut-off policy. Duration, above zero; default: not
     * declared. While an order's cut-off is younger than this, the table is trimmed and no file is deleted, because an
     * older hash may need it. A hash needs the snapshot that was current then, which may be older than the hash: add the
     * longest pause between two commits of a table.
     */
    Optional<Duration> nessieGcWindow();

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

        /**
         * Heap that a planner may spend on loading this one table, {@code planner.concurrent-loads} times at once. Bytes, at
         * least 1; default: no such limit.
         */
        Optional<Long> plannerHeap();

        /**
         * How many times a limit a list may be before a person is called although it waits for a quiet window. Number, at
         * least 1; default 3.
         */
        @WithDefault("3")
        double hardFactor();
    }

    /** What planners need to load a metadata file. */
    interface Planner {
        /**
         * Heap that one load needs at its peak, in bytes per decoded byte of the file. Number above zero; default 7, the
         * largest that was measured with Iceberg's own reader.
         */
        @WithDefault("7")
        double heapFactor();

        /** Loads of one table at the same time. Number, at least 1; default 8. */
        @WithDefault("8")
        int concurrentLoads();
    }

    /** One rule: which tables, and what is different for them. */
    interface Overrides {
        /** What people call the rule. Text; default {@code rule} and its number. */
        Optional<String> title();

        /**
         * Namespaces, separated by commas: the rule matches tables in one of them or below it. Elements are joined by dots; one
         * that holds a dot or a quote stands in double quotes, as names are shown everywhere. Default: any.
         */
        Optional<List<String>> namespace();

        /** Regular expression that matches the whole last element of a table's key. Default: any. */
        Optional<String> name();

        /** Whether these tables are left alone. True or false; default false. */
        @WithDefault("false")
        boolean excluded();

        /** Limits of these tables. */
        LimitOverrides limit();

        /** As {@code nessiewatch.policy.retention}. */
        Optional<Duration> retention();

        /** As {@code nessiewatch.policy.retain-last}. */
        Optional<Integer> retainLast();

        /** As {@code nessiewatch.policy.minimum-benefit}. */
        Optional<Integer> minimumBenefit();

        /** As {@code nessiewatch.policy.max-removed}. */
        Optional<Integer> maxRemoved();

        /** As {@code nessiewatch.policy.cool-down}. */
        Optional<Duration> coolDown();

        /** As {@code nessiewatch.policy.longest-rebuild}. */
        Optional<Duration> longestRebuild();

        /** As {@code nessiewatch.policy.missed-windows}. */
        Optional<Integer> missedWindows();

        /** As {@code nessiewatch.policy.force-after-missed-windows}. */
        Optional<Boolean> forceAfterMissedWindows();

        /** As {@code nessiewatch.policy.relaunch-at}. */
        Optional<Double> relaunchAt();

        /** As {@code nessiewatch.policy.freeze-until}; the later one of both holds. */
        Optional<Instant> freezeUntil();
    }

    /** Limits of one rule. */
    interface LimitOverrides {
        /** As {@code nessiewatch.policy.limit.snapshots}. */
        Optional<Long> snapshots();

        /** As {@code nessiewatch.policy.limit.decoded-bytes}. */
        Optional<Long> decodedBytes();

        /** As {@code nessiewatch.policy.limit.planner-heap}. */
        Optional<Long> plannerHeap();

        /** As {@code nessiewatch.policy.limit.hard-factor}. */
        Optional<Double> hardFactor();
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
