// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobReportTest {
    @Test
    void everyOutcomeOfTheJobHasAnEnd() {
        Map.of(
                        "EXPIRED", RunState.End.DONE,
                        "NOTHING", RunState.End.DONE,
                        "CHANGED", RunState.End.CHANGED,
                        "TOO_LATE", RunState.End.TOO_LATE,
                        "REFUSED", RunState.End.REFUSED,
                        "CLEANUP_INCOMPLETE", RunState.End.CLEANUP_INCOMPLETE,
                        "CLEANUP_SKIPPED", RunState.End.CLEANUP_INCOMPLETE,
                        "UNAVAILABLE", RunState.End.UNAVAILABLE,
                        "FAILED", RunState.End.FAILED,
                        "SOMETHING_NEW", RunState.End.FAILED)
                .forEach((outcome, end) -> assertThat(
                                JobReport.in(List.of("{\"outcome\":\"" + outcome + "\",\"cause\":\"c\"}")))
                        .contains(new RunState.Ended(end, "c")));
    }

    @Test
    void theLastReportCountsAndOtherTextIsPassedOver() {
        assertThat(JobReport.in(List.of(
                        "{\"outcome\":\"FAILED\",\"cause\":\"first\"}",
                        "{\"outcome\":\"EXPIRED\",\"cause\":\"second\"}",
                        "{not json",
                        "{}",
                        "bye")))
                .contains(new RunState.Ended(RunState.End.DONE, "second"));
    }

    @Test
    void noReportIsNoEnd() {
        assertThat(JobReport.in(List.of("hello", "{\"x\":1}"))).isEmpty();
    }
}
