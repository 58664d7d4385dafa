// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What carries out an order, and within which limits. */
@ConfigMapping(prefix = "nessiewatch.launch")
public interface LaunchConfig {
    /**
     * What carries out an order: {@code observe} says what it would launch and launches nothing; {@code local} starts the
     * Spark job in a child JVM on this machine; {@code argo} creates a Workflow in a Kubernetes cluster.
     */
    @WithDefault("observe")
    Mode mode();

    /** Runs that may be open at once; at least 1. Further tables wait as QUEUED. */
    @WithDefault("2")
    int maxOpenRuns();

    /** How long a run may take before it is given up as failed. */
    @WithDefault("2H")
    Duration runDeadline();

    /** How long the effect of an ended run may stay unmeasured before the verdict is Unproven. */
    @WithDefault("30M")
    Duration verifyDeadline();

    /** Orders of one table that may end badly in a row before the table is held until a person resumes it; at least 1. */
    @WithDefault("3")
    int failuresUntilBreaker();

    /**
     * What is done for a table while Nessie has more than one branch or tag: {@code trim} shortens the list and deletes no
     * file, so that every other reference stays readable; {@code refuse} launches nothing. Default {@code trim}.
     */
    @WithDefault("trim")
    MoreReferences moreReferences();

    /**
     * Properties of Iceberg's Nessie catalog for the job: {@code uri}, {@code warehouse}, {@code io-impl}, {@code s3.*}. They
     * are handed over by the environment, never on a command line.
     */
    Map<String, String> catalog();

    /** The local launcher. */
    Local local();

    /** The local launcher. */
    interface Local {
        /** Java to run the job with; JDK 17 or 21. Default: the Java that runs this service. */
        Optional<Path> java();

        /** Class path of the job: its jar, Spark, and the Iceberg Spark runtime. */
        Optional<String> classPath();

        /** Options of the job's JVM, separated by blanks in one value each. */
        Optional<List<String>> javaOptions();

        /** Folder that holds one folder a run: its output and its exit code. */
        @WithDefault("nessiewatch-runs")
        Path runs();
    }

    /** The launcher on Argo Workflows. */
    Argo argo();

    /** The launcher on Argo Workflows. */
    interface Argo {
        /** Namespace that Workflows are created in. Needed for {@code argo}. */
        Optional<String> namespace();

        /** Name of the WorkflowTemplate that is run; at most 63 characters of a DNS name. */
        @WithDefault("iceberg-expire-snapshots")
        String template();

        /**
         * Name of the CronWorkflow of the weekly run, at most 52 characters of a DNS name: while it has an active run no other
         * one is launched, and a weekly run that it did not start is not counted on. Empty: it is not read.
         */
        @WithDefault("iceberg-weekly-maintenance")
        Optional<String> cronWorkflow();

        /** How long a Workflow may wait to be begun before its order has failed; above zero. */
        @WithDefault("30M")
        Duration pendingLimit();

        /** Longest time for one request to the Kubernetes API; 1 s to 1 min. */
        @WithDefault("10S")
        Duration requestTimeout();

        /**
         * Pause after the Kubernetes API was in trouble or forbade something; doubled for each time in a row. A longer pause
         * that the API itself asks for holds instead, up to an hour. At least 1 s.
         */
        @WithDefault("5S")
        Duration backOff();

        /** Longest such pause; not under {@code back-off}. */
        @WithDefault("5M")
        Duration longestBackOff();

        /** Pause after the namespace's quota was found used up; above zero. */
        @WithDefault("5M")
        Duration quotaBackOff();

        /** How long an active weekly run keeps others from being launched; above zero. */
        @WithDefault("6H")
        Duration weeklyRunningLimit();
    }

    /** What is done while Nessie has more than one reference. */
    enum MoreReferences {
        TRIM,
        REFUSE
    }

    /** What carries out an order. */
    enum Mode {
        OBSERVE,
        LOCAL,
        ARGO
    }
}
