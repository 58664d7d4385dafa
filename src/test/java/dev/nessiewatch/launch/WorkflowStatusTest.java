// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkflowStatusTest {
    private static final Instant CREATED = Instant.parse("2026-11-01T12:00:00Z");
    private static final Duration LIMIT = Duration.ofMinutes(30);

    @Test
    void aWorkflowThatWasJustMadeIsUnderWay() {
        assertThat(state(Map.of(), Duration.ofMinutes(30))).isInstanceOf(RunState.Running.class);
        assertThat(state(Map.of("phase", "Pending"), Duration.ofMinutes(30))).isInstanceOf(RunState.Running.class);
        assertThat(state(Map.of("phase", "Running"), Duration.ofDays(3))).isInstanceOf(RunState.Running.class);
    }

    @Test
    void aWorkflowThatNobodyTakesUpHasFailed() {
        RunState.Ended ended = (RunState.Ended) state(Map.of(), Duration.ofMinutes(31));

        assertThat(ended.end()).isEqualTo(RunState.End.FAILED);
        assertThat(ended.cause())
                .isEqualTo("The Workflow run-1 was not begun within 30 min (nessiewatch.launch.argo.pending-limit): no"
                        + " Argo controller has taken it up; check that one runs and looks after this namespace");
    }

    @Test
    void aWorkflowThatWaitsTooLongSaysForWhat() {
        RunState.Ended ended = (RunState.Ended) state(
                Map.of("phase", "Pending", "message", "Waiting for jobs/Mutex/x lock.\nLock status: 0/1"),
                Duration.ofMinutes(31));

        assertThat(ended.cause())
                .endsWith("it is Pending, Waiting for jobs/Mutex/x lock. Lock status: 0/1")
                .doesNotContain("\n");
    }

    @Test
    void endsAreReadFromThePhase() {
        assertThat(state(Map.of("phase", "Succeeded"), LIMIT)).isEqualTo(new RunState.Ended(RunState.End.DONE, ""));
        assertThat(state(Map.of("phase", "Failed", "message", "Pod was\n evicted"), LIMIT))
                .isEqualTo(
                        new RunState.Ended(RunState.End.FAILED, "The Workflow run-1 ended as Failed: Pod was evicted"));
        assertThat(state(Map.of("phase", "Error"), LIMIT))
                .isEqualTo(new RunState.Ended(RunState.End.FAILED, "The Workflow run-1 ended as Error"));
        assertThat(state(Map.of("phase", "Paused\u0007"), LIMIT))
                .isInstanceOfSatisfying(
                        RunState.Unknown.class,
                        unknown -> assertThat(unknown.why()).contains("'Paused'"));
    }

    @Test
    void theExitCodeOfTheJobIsAHint() {
        Map.of(
                        10, RunState.End.CHANGED,
                        11, RunState.End.TOO_LATE,
                        12, RunState.End.REFUSED,
                        13, RunState.End.CLEANUP_INCOMPLETE,
                        14, RunState.End.UNAVAILABLE,
                        1, RunState.End.FAILED,
                        137, RunState.End.FAILED)
                .forEach((code, end) -> {
                    assertThat(end(Map.of("phase", "Failed", "message", "Error (exit code " + code + ")")))
                            .isEqualTo(end);
                    Map<String, ?> nodes = Map.of(
                            "a",
                            Map.of(
                                    "finishedAt",
                                    "2026-11-01T12:09:00Z",
                                    "outputs",
                                    Map.of("exitCode", Integer.toString(code))),
                            "b",
                            Map.of("finishedAt", "2026-11-01T12:01:00Z", "outputs", Map.of("exitCode", "143")));
                    assertThat(end(Map.of("phase", "Failed", "message", "child failed", "nodes", nodes)))
                            .isEqualTo(end);
                });
    }

    @Test
    void anAgeThatCannotBeReadIsNoAge() {
        JsonNode odd = new ObjectMapper()
                .valueToTree(Map.of("metadata", Map.of("name", "run-1", "creationTimestamp", "yesterday")));

        assertThat(WorkflowStatus.of(odd, CREATED, LIMIT)).isInstanceOf(RunState.Running.class);
    }

    private static RunState.End end(Map<String, ?> status) {
        return ((RunState.Ended) state(status, LIMIT)).end();
    }

    private static RunState state(Map<String, ?> status, Duration age) {
        JsonNode workflow = new ObjectMapper()
                .valueToTree(Map.of(
                        "metadata",
                        Map.of("name", "run-1", "creationTimestamp", CREATED.toString()),
                        "status",
                        status));
        return WorkflowStatus.of(workflow, CREATED.plus(age), LIMIT);
    }
}
