// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.util.Iterator;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.spark.actions.FileInfo;
import org.apache.iceberg.spark.actions.SparkActions;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;

/** All that is Spark's: the session and the search for files that only expired snapshots needed. */
final class SparkExpiry {
    private static final String MASTER = "spark.master";
    private static final String LOOPBACK = "127.0.0.1";

    private SparkExpiry() {}

    /**
     * Commits the order and describes the files that may go; they are looked for when the answer is read. Iceberg's action
     * offers its two halves apart: this is the first, and what {@code execute()} would do next is {@link FileSweep}'s.
     */
    static Expired commit(SparkSession spark, Table table, Order order) {
        return new Expired(
                SparkActions.get(spark)
                        .expireSnapshots(table)
                        .expireOlderThan(order.olderThanMs())
                        .retainLast(order.retainLast())
                        .expireFiles(),
                table.io());
    }

    /**
     * Opens the session, on the master that the process was started with or else on two threads of this machine.
     * Broadcast joins are off, because Spark takes the list of all files still needed for a few kilobytes and would
     * collect it on the driver.
     */
    static SparkSession session(Order order) {
        SparkSession.Builder session = SparkSession.builder()
                .appName(order.signature())
                .config("spark.sql.session.timeZone", "UTC")
                .config("spark.sql.autoBroadcastJoinThreshold", "-1")
                .config("spark.sql.adaptive.autoBroadcastJoinThreshold", "-1")
                .config("spark.ui.enabled", "false")
                .config("spark.ui.showConsoleProgress", "false");
        if (System.getProperty(MASTER) == null) {
            session.master("local[2]")
                    .config("spark.driver.host", LOOPBACK)
                    .config("spark.driver.bindAddress", LOOPBACK)
                    .config("spark.sql.shuffle.partitions", "8");
        }
        return session.getOrCreate();
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
