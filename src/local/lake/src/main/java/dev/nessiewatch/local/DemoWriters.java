// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import java.time.Duration;
import org.apache.spark.sql.SparkSession;

/**
 * The writers of the demo, each as a real one behaves, in the namespace {@code reports}: {@code DemoWriters --nessie URI
 * --warehouse DIR [--burst N] [--burst-pause S] [--insert-every MS]}. Prints one JSON line for each burst.
 */
public final class DemoWriters {
    /** Grown by CREATE OR REPLACE in bursts, as a model rebuilt by dbt; may be expired. */
    private static final String REBUILT = "rebuilt";

    /** The same, with {@code gc.enabled} as Spark leaves it: Iceberg refuses to expire it. */
    private static final String GUARDED = "rebuilt_guarded";

    /** Grown by INSERT without a pause. */
    private static final String APPENDED = "appended";

    /** Written once. */
    private static final String CALM = "calm";

    /** A temporary table, as dbt leaves it behind. */
    private static final String TEMPORARY = "orders__dbt_tmp";

    /** One name, although it does not look like one. */
    private static final String ODD = "daily \"x.y\" sums";

    private static final int INSERTS_A_LINE = 20;

    private final Child child;
    private final Tables tables;
    private final int burst;
    private final Duration pause;
    private final Duration insertEvery;

    private DemoWriters(Child child, Tables tables, String[] arguments) {
        this.child = child;
        this.tables = tables;
        this.burst = Integer.parseInt(Child.option(arguments, "burst", "25"));
        this.pause = Duration.ofSeconds(Long.parseLong(Child.option(arguments, "burst-pause", "100")));
        this.insertEvery = Duration.ofMillis(Long.parseLong(Child.option(arguments, "insert-every", "1500")));
    }

    public static void main(String[] arguments) {
        Child child = Child.takeOutput();
        child.endWithParent();
        try {
            SparkSession session = Lake.open(arguments);
            DemoWriters writers = new DemoWriters(child, new Tables(session), arguments);
            writers.createAll();
            child.ready("lake.reports");
            new Thread(() -> endOnFailure(writers::insertForEver), APPENDED).start();
            endOnFailure(writers::rebuildForEver);
        } catch (RuntimeException e) {
            Child.fail("The writers did not start", e);
        }
    }

    private static void endOnFailure(Runnable writer) {
        try {
            writer.run();
        } catch (RuntimeException e) {
            Child.fail("A writer gave up", e);
        }
    }

    private void createAll() {
        tables.createNamespace();
        tables.create(CALM, 3, false);
        tables.create(ODD, 2, false);
        tables.create(APPENDED, 1, true);
        tables.replace(REBUILT, true);
        tables.replace(GUARDED, false);
        tables.replace(TEMPORARY, false);
    }

    private void insertForEver() {
        while (true) {
            long start = System.nanoTime();
            for (int i = 0; i < INSERTS_A_LINE; i++) {
                long next = System.nanoTime() + insertEvery.toNanos();
                tables.insert(APPENDED);
                sleepUntil(next);
            }
            report(APPENDED, "INSERT", INSERTS_A_LINE, start);
        }
    }

    private void rebuildForEver() {
        while (true) {
            replaceOften(REBUILT, true);
            long next = System.nanoTime() + pause.toNanos();
            replaceOften(GUARDED, false);
            tables.replace(TEMPORARY, false);
            sleepUntil(next);
        }
    }

    private void replaceOften(String table, boolean mayBeExpired) {
        long start = System.nanoTime();
        for (int i = 0; i < burst; i++) {
            tables.replace(table, mayBeExpired);
        }
        report(table, "CREATE OR REPLACE", burst, start);
    }

    private void report(String table, String statement, int count, long start) {
        long milliseconds = Duration.ofNanos(System.nanoTime() - start).toMillis();
        child.say(String.format(
                "{\"table\":\"reports.%s\",\"statement\":\"%s\",\"count\":%d,\"milliseconds\":%d}",
                table, statement, count, milliseconds));
    }

    private static void sleepUntil(long nanoTime) {
        long left = nanoTime - System.nanoTime();
        if (left <= 0) {
            return;
        }
        try {
            Thread.sleep(Duration.ofNanos(left).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted", e);
        }
    }
}
