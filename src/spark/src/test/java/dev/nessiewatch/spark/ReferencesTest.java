// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import org.apache.iceberg.Snapshot;
import org.junit.jupiter.api.Test;

/** Other references in Nessie, which an expiry cannot see and must not hurt. */
class ReferencesTest {
    private final Lake lake = Lake.shared();

    @Test
    void withTwoReferencesOnlyTrimIsDone() throws Exception {
        TableKey key = lake.replaced("shared", 3);
        List<Snapshot> before = lake.snapshots(key);
        lake.branch("dev");
        try {
            JobReport refused =
                    JobRun.untouched(lake, key, OrderBuilder.upTo(lake, key, 2).build(), Outcome.REFUSED);
            JobReport trimmed = JobRun.of(
                    lake, OrderBuilder.upTo(lake, key, 2).mode(Mode.TRIM).build());

            assertThat(refused.cause()).startsWith("2 named references exist in Nessie");
            assertThat(trimmed.outcome()).isEqualTo(Outcome.EXPIRED);
            assertThat(trimmed.removed()).isEqualTo(2);
            assertThat(trimmed.deletedFiles()).isEmpty();
            assertThat(lake.snapshots(key)).hasSize(1);
            assertThat(before).allMatch(Lake::hasManifestList);
            assertThat(lake.commit(trimmed.signedCommit()).getProperties())
                    .containsEntry("app-id", trimmed.order().signature());
            assertThat(lake.count("lake.ns.`shared@dev`")).isEqualTo(1);
        } finally {
            lake.dropBranch("dev");
        }
    }

    @Test
    void keepsTheFilesWhenABranchAppearsBeforeTheyGo() throws Exception {
        TableKey key = lake.replaced("branched", 3);
        List<Snapshot> before = lake.snapshots(key);
        try {
            JobReport report = JobRun.of(
                    lake, OrderBuilder.upTo(lake, key, 2).build(), Clock.systemUTC(), () -> lake.branch("sudden"));

            assertThat(report.outcome()).isEqualTo(Outcome.CLEANUP_SKIPPED);
            assertThat(report.removed()).isEqualTo(2);
            assertThat(report.deletedFiles()).isEmpty();
            assertThat(before).allMatch(Lake::hasManifestList);
        } finally {
            lake.dropBranch("sudden");
        }
    }
}
