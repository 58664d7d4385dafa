// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.util.Iterator;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.spark.actions.FileInfo;
import org.apache.iceberg.spark.actions.SparkActions;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;

/** All that is Spark's: the session and the search for files that only expired snapshots needed. */
final class SparkExpiry {
    private static final String MASTER = "spark.master";
    private static final String SHUFFLE = "spark.sql.shuffle.partitions";
    private static final String LOOPBACK = "127.0.0.1";

    private SparkExpiry() {}

    /**
     * Commits an expiry and describes the files that may go; they are looked for when the answer is read. Iceberg's action
     * offers its two halves apart: this is the first, and what {@code execute()} would do next is {@link FileSweep}'s.
     */
    static Expired commit(SparkSession spark, Table table, long olderThanMs, int retainLast) {
        return new Expired(
                SparkActions.get(spark)
                        .expireSnapshots(table)
                        .expireOlderThan(olderThanMs)
                        .retainLast(retainLast)
                        .expireFiles(),
                table.io());
    }

    /**
     * Opens the session, on the master that the process was started with or else on two threads of this machine.
     * Broadcast joins are off, because Spark takes the list of all files still needed for a few kilobytes and would
     * collect it on the driver.
     */
    static SparkSession session(Order order) {
        return open(order.signature(), hasMaster() ? Map.of() : Map.of(SHUFFLE, "8"));
    }

    /** Opens a session in the same way, for an application of this name. */
    static SparkSession session(String name, int shufflePartitions) {
        return open(name, Map.of(SHUFFLE, String.valueOf(shufflePartitions)));
    }

    private static SparkSession open(String name, Map<String, String> settings) {
        SparkSession.Builder session = SparkSession.builder()
                .appName(name)
                .config("spark.sql.session.timeZone", "UTC")
                .config("spark.sql.autoBroadcastJoinThreshold", "-1")
                .config("spark.sql.adaptive.autoBroadcastJoinThreshold", "-1")
                .config("spark.ui.enabled", "false")
                .config("spark.ui.showConsoleProgress", "false");
        settings.forEach(session::config);
        if (!hasMaster()) {
            session.master("local[2]")
                    .config("spark.driver.host", LOOPBACK)
                    .config("spark.driver.bindAddress", LOOPBACK);
        }
        return session.getOrCreate();
    }

    private static boolean hasMaster() {
        return System.getProperty(MASTER) != null;
    }

    /**
     * What an expiry left to be deleted.
     *
     * @param files files that only expired snapshots needed
     * @param io where they are
     */
    record Expired(Dataset<FileInfo> files, FileIO io) {
        /** Looks for the files. One partition at a time is in the driver's memory: Iceberg's {@code stream-results}. */
        Iterator<FileInfo> stream() {
            return files.toLocalIterator();
        }
    }
}
