// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobReportTest {
    private static final Order ORDER =
            new Order(Mode.EXPIRE, "17", "main", new TableKey(List.of("ns", "t")), "c-1", null, 1000, 1, 3, null);

    @Test
    void writesOneLine() {
        JobReport report = new JobReport(
                ORDER, Outcome.EXPIRED, 3, 5, 2, "abc", Map.of(FileKind.DATA, 7L, FileKind.MANIFEST_LISTS, 3L), "a\nb");

        assertThat(report.toJson())
                .isEqualTo(
                        "{\"order\":\"17\",\"table\":\"ns.t\",\"mode\":\"expire\",\"outcome\":\"EXPIRED\",\"removed\":3,"
                                + "\"snapshotsBefore\":5,\"snapshotsAfter\":2,\"signedCommit\":\"abc\",\"deletedFiles\":{\"data\":7,"
                                + "\"positionDeletes\":0,\"equalityDeletes\":0,\"manifests\":0,\"manifestLists\":3,\"statistics\":0,"
                                + "\"other\":0},\"cause\":\"a\\nb\"}");
    }

    @Test
    void leavesOpenWhatIsNotKnown() {
        JobReport report = new JobReport(ORDER, Outcome.REFUSED, 0, null, null, null, Map.of(), "gone");

        assertThat(report.toJson())
                .contains("\"snapshotsBefore\":null", "\"snapshotsAfter\":null", "\"signedCommit\":null");
    }

    @Test
    void eachOutcomeHasItsExitCode() {
        assertThat(Outcome.values()).extracting(Outcome::exitCode).containsExactly(0, 0, 10, 11, 12, 13, 13, 14, 1);
    }
}
