// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When the job must not commit, on a real Nessie server. */
class RefusalTest {
    private final Lake lake = Lake.shared();

    @Test
    void doesNothingWhenNothingIsOldEnough() throws Exception {
        TableKey key = lake.grown("young", 2);

        JobRun.untouched(lake, key, OrderBuilder.upTo(lake, key, 1).olderThan(1).build(), Outcome.NOTHING);
    }

    @Test
    void stopsWhenMoreWouldGoThanPredicted() throws Exception {
        TableKey key = lake.grown("changed", 4);

        JobReport report = JobRun.untouched(
                lake, key, OrderBuilder.upTo(lake, key, 3).predicting(2).build(), Outcome.CHANGED);

        assertThat(report.cause()).contains("would remove 3 snapshots, 2 were ordered");
    }

    @Test
    void stopsAtTheCommitItselfWhenAnotherWriterMadeMoreRemovable() throws Exception {
        TableKey key = lake.grown("overtaken", 3);
        Order order =
                OrderBuilder.upTo(lake, key, 2).olderThan(Long.MAX_VALUE / 2).build();

        JobReport report =
                JobRun.of(lake, order, Clock.systemUTC(), () -> lake.sql("INSERT INTO lake.ns.overtaken VALUES (9)"));

        assertThat(report.outcome()).isEqualTo(Outcome.CHANGED);
        assertThat(lake.snapshots(key)).hasSize(4);
    }

    @Test
    void stopsWhenTheTimeForACommitHasPassed() throws Exception {
        TableKey key = lake.grown("late", 3);

        JobRun.untouched(lake, key, OrderBuilder.upTo(lake, key, 2).before(999).build(), Outcome.TOO_LATE);
    }

    @Test
    void looksAtTheClockAgainAtTheCommitItself() throws Exception {
        TableKey key = lake.grown("later", 3);
        MovableClock clock = new MovableClock(1000);

        JobReport report =
                JobRun.of(lake, OrderBuilder.upTo(lake, key, 2).before(1000).build(), clock, () -> clock.moveTo(1001));

        assertThat(report.outcome()).isEqualTo(Outcome.TOO_LATE);
        assertThat(lake.snapshots(key)).hasSize(3);
    }

    @Test
    void refusesATableWhoseOwnerForbidsExpiry() throws Exception {
        TableKey key = lake.grown("pinned", 3);
        lake.sql("ALTER TABLE lake.ns.pinned SET TBLPROPERTIES ('gc.enabled'='false')");

        JobReport report =
                JobRun.untouched(lake, key, OrderBuilder.upTo(lake, key, 2).build(), Outcome.REFUSED);

        assertThat(report.cause()).startsWith("gc.enabled=false on ns.pinned");
    }

    @Test
    void refusesWhateverIsNotTheTableOrdered() throws Exception {
        TableKey key = lake.grown("mistaken", 3);
        OrderBuilder order = OrderBuilder.upTo(lake, key, 2);

        assertThat(JobRun.untouched(lake, key, order.buildWith("no-such-id", order.uuid), Outcome.REFUSED)
                        .cause())
                .contains("content id " + order.contentId + ", ordered was no-such-id");
        assertThat(JobRun.untouched(lake, key, order.buildWith(order.contentId, "no-such-uuid"), Outcome.REFUSED)
                        .cause())
                .contains("uuid " + order.uuid + ", ordered was no-such-uuid");
        assertThat(JobRun.of(lake, order.buildAt(new TableKey(List.of("ns", "absent")), "main"))
                        .cause())
                .isEqualTo("there is no table ns.absent on main");
        assertThat(JobRun.of(lake, order.buildAt(key, "nowhere")).cause())
                .isEqualTo("reference nowhere does not exist in Nessie");
        assertThat(lake.snapshots(key)).hasSize(3);
    }

    @Test
    void refusesNamesThatTheCatalogReadsAsAnotherTableOrBranch() throws Exception {
        TableKey key = lake.grown("misread", 3);
        OrderBuilder order = OrderBuilder.upTo(lake, key, 2);
        String head = lake.head();

        for (String name : List.of("misread@main", "misread@dev", "misread#" + head, "'misread'", "`misread`")) {
            JobReport report = JobRun.of(lake, order.buildAt(new TableKey(List.of("ns", name)), "main"));

            assertThat(report.outcome()).as(name).isEqualTo(Outcome.REFUSED);
            assertThat(report.cause()).contains("cannot be addressed");
        }
        assertThat(lake.head()).isEqualTo(head);
    }

    @Test
    void saysWhereNessieDoesNotAnswer() throws Exception {
        Order order = OrderBuilder.upTo(lake, lake.grown("unreached", 1), 0).build();
        CatalogSettings nowhere =
                new CatalogSettings(Map.of("uri", "http://127.0.0.1:1/api/v2", "warehouse", "file:///nowhere"));

        JobReport report = new MaintenanceJob(
                        new Command(order, nowhere),
                        Clock.systemUTC(),
                        () -> {
                            throw new AssertionError("Spark is not needed");
                        },
                        Duration.ofMillis(600))
                .run();

        assertThat(report.outcome()).isEqualTo(Outcome.UNAVAILABLE);
        assertThat(report.cause()).startsWith("Nessie does not answer at http://127.0.0.1:1/api/v2: ");
        assertThat(report.snapshotsBefore()).isNull();
    }
}
