// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;

/** The statements of the demo's writers. Each makes exactly one commit to one table. Safe for several threads. */
final class Tables {
    private static final int FAILURES_IN_A_ROW = 5;

    private final SparkSession session;
    private final ThreadLocal<Integer> failures = ThreadLocal.withInitial(() -> 0);

    Tables(SparkSession session) {
        this.session = session;
    }

    void createNamespace() {
        session.sql("CREATE NAMESPACE IF NOT EXISTS lake.reports");
    }

    /** Creates a table with a few rows, as one snapshot. */
    void create(String table, int rows, boolean mayBeExpired) {
        session.sql("CREATE TABLE " + name(table) + " USING iceberg" + properties(mayBeExpired) + " AS " + rows(rows));
    }

    /** Replaces a table: a new snapshot without a parent, and the old ones stay in the list. */
    void replace(String table, boolean mayBeExpired) {
        attempt(() -> session.sql("CREATE OR REPLACE TABLE " + name(table) + " USING iceberg" + properties(mayBeExpired)
                + " AS " + rows(5)));
    }

    /** Appends one row. */
    void insert(String table) {
        attempt(() -> session.sql("INSERT INTO " + name(table) + " " + rows(1)));
    }

    /**
     * A statement may lose a race against another commit, an expiry for one, as in real life; the next one goes on. Only
     * a writer that never succeeds is a fault.
     */
    private void attempt(Callable<?> statement) {
        try {
            statement.call();
            failures.set(0);
        } catch (Exception e) {
            failures.set(failures.get() + 1);
            if (failures.get() >= FAILURES_IN_A_ROW) {
                throw new IllegalStateException(FAILURES_IN_A_ROW + " statements in a row failed", e);
            }
            System.err.println("A statement failed: " + e);
        }
    }

    /** Without the property, Spark's Nessie catalog writes {@code gc.enabled=false} into a new table. */
    private static String properties(boolean mayBeExpired) {
        return mayBeExpired ? " TBLPROPERTIES ('gc.enabled'='true')" : "";
    }

    private static String rows(int count) {
        return "SELECT id, current_timestamp() AS made_at FROM range(" + count + ")";
    }

    private static String name(String table) {
        return "lake.reports.`" + table.replace("`", "``") + "`";
    }
}
