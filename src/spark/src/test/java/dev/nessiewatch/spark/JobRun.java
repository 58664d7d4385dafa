// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.sql.SparkSession;

/** Runs of the job inside a test. */
final class JobRun {
    private JobRun() {}

    static JobReport of(Lake lake, Order order) {
        return of(lake, order, Clock.systemUTC(), () -> {});
    }

    /** Runs an order; the interruption happens after the dry run and before the commit. */
    static JobReport of(Lake lake, Order order, Clock clock, Runnable interruption) {
        Command command = new Command(order, new CatalogSettings(lake.properties()));
        AtomicBoolean first = new AtomicBoolean(true);
        return new MaintenanceJob(command, clock, () -> {
                    SparkSession session = SparkExpiry.session(order);
                    if (first.getAndSet(false)) {
                        interruption.run();
                    }
                    return session;
                })
                .run();
    }

    /** Runs an order one second after the epoch and asserts that it ended as told and changed nothing. */
    static JobReport untouched(Lake lake, TableKey key, Order order, Outcome outcome) throws Exception {
        int before = lake.snapshots(key).size();
        String head = lake.head();

        JobReport report = of(lake, order, new MovableClock(1000), () -> {});

        assertThat(report.outcome()).as(report.cause()).isEqualTo(outcome);
        assertThat(report.removed()).isZero();
        assertThat(report.signedCommit()).isNull();
        assertThat(lake.head()).isEqualTo(head);
        assertThat(lake.snapshots(key)).hasSize(before);
        return report;
    }
}
