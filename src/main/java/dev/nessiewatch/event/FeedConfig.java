// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Names, sizes and patience of the Kafka feed. How to reach the broker is Quarkus' own {@code kafka.*}. */
@ConfigMapping(prefix = "nessiewatch.feed")
public interface FeedConfig {
    /**
     * Start of every topic name: {@code <prefix>.snapshot-counts} and so on. Letters, digits, dot, dash and underscore, at
     * most 200 characters. Default {@code nessiewatch}.
     */
    @WithDefault("nessiewatch")
    String topicPrefix();

    /**
     * Number of partitions of {@code snapshot-counts} and {@code ledger}, 1 to 1000. Fixed for ever: with another number a
     * table's newer records would land beside its older ones, and their order would be lost. Default 6.
     */
    @WithDefault("6")
    int partitions();

    /** Copies of each partition for topics that are created here; -1 takes the broker's default. Default -1. */
    @WithDefault("-1")
    short replicationFactor();

    /**
     * Start of the transactional ids {@code <prefix>-tail} and {@code <prefix>-trigger}. Two installations on one broker
     * need different ones: the same id fences the other out. Default {@code nessiewatch}.
     */
    @WithDefault("nessiewatch")
    String transactionalIdPrefix();

    /**
     * How long the broker keeps a transaction open whose writer is gone; readers wait that long behind it. At least 1 s, at
     * most the broker's {@code transaction.max.timeout.ms}. Default 15 s.
     */
    @WithDefault("PT15S")
    Duration transactionTimeout();

    /** Whether missing topics are created at the start. Default true. */
    @WithDefault("true")
    boolean createTopics();

    /** How long one attempt to reach the broker may take before it is reported, at least 1 s. Default 30 s. */
    @WithDefault("PT30S")
    Duration startTimeout();

    /**
     * What is wrong with these settings.
     *
     * @return one line per problem, each naming the property and what it may be; empty when all is well
     */
    static List<String> problems(FeedConfig config) {
        List<String> problems = new ArrayList<>();
        Pattern name = Pattern.compile("[a-zA-Z0-9._-]{1,200}");
        if (!name.matcher(config.topicPrefix()).matches()) {
            problems.add("nessiewatch.feed.topic-prefix must be 1 to 200 letters, digits, dots, dashes or underscores");
        }
        if (!name.matcher(config.transactionalIdPrefix()).matches()) {
            problems.add(
                    "nessiewatch.feed.transactional-id-prefix must be 1 to 200 letters, digits, dots, dashes or underscores");
        }
        if (config.partitions() < 1 || config.partitions() > 1000) {
            problems.add("nessiewatch.feed.partitions is " + config.partitions() + "; it must be 1 to 1000");
        }
        if (config.replicationFactor() == 0 || config.replicationFactor() < -1) {
            problems.add("nessiewatch.feed.replication-factor is " + config.replicationFactor()
                    + "; it must be 1 or more, or -1 for the broker's default");
        }
        atLeastASecond(problems, "transaction-timeout", config.transactionTimeout());
        atLeastASecond(problems, "start-timeout", config.startTimeout());
        return problems;
    }

    private static void atLeastASecond(List<String> problems, String property, Duration value) {
        if (value.compareTo(Duration.ofSeconds(1)) < 0 || value.compareTo(Duration.ofHours(1)) > 0) {
            problems.add("nessiewatch.feed." + property + " is " + value + "; it must be between PT1S and PT1H");
        }
    }
}
