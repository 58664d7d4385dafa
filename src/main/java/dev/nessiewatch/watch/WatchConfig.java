// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;

/** What is watched, and how often. */
@ConfigMapping(prefix = "nessiewatch.watch")
public interface WatchConfig {
    /** Branches to watch, separated by commas; names may hold slashes and dots. At least one. Default {@code main}. */
    @WithDefault("main")
    List<String> references();

    /** Time between two looks at a branch; at least 1 s. Default 5 s. */
    @WithDefault("PT5S")
    Duration period();

    /**
     * Regular expressions, separated by commas. A table is not watched when one of them matches the whole last element
     * of its key; the namespace never counts. A comma inside an expression is written {@code \,}; {@code (?!)} alone
     * excludes nothing. Default {@code .*__dbt_tmp.*,.*__dbt_backup.*}: what dbt leaves for a moment.
     */
    @WithDefault(".*__dbt_tmp.*,.*__dbt_backup.*")
    List<String> exclude();

    /**
     * Most pages of the commit log, 250 commits each, that one look reads before it compares contents instead; from 1.
     * Default 20.
     */
    @WithDefault("20")
    int logPages();

    /** Most tables published in one step when contents are compared; from 1. Default 500. */
    @WithDefault("500")
    int reconcileChunk();

    /** Longest time without a position record on Kafka, also when nothing is committed; at least 1 s. Default 10 min. */
    @WithDefault("PT10M")
    Duration heartbeat();

    /**
     * Time between two self-audits, which hold what this process published since the last one against Nessie's own
     * difference of the same commits; at most 12 h, 0 for none. Waits while commits are unpublished. Default 1 h.
     */
    @WithDefault("PT1H")
    Duration auditPeriod();
}
