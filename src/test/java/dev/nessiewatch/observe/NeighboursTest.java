// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.testing.LogLines;
import java.util.Map;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NeighboursTest {
    private final Neighbours neighbours = new Neighbours();
    private final LogLines log = new LogLines(Neighbours.class);

    @AfterEach
    void listenNoMore() {
        log.close();
    }

    @Test
    void aTroubleIsSaidOnceAndSoIsItsEnd() {
        for (int i = 0; i < 5; i++) {
            neighbours.trouble("kafka", "tail", "No answer from kafka:9092");
        }
        neighbours.well("kafka", "tail");
        neighbours.well("kafka", "tail");

        assertThat(log.lines()).containsExactly("WARN No answer from kafka:9092", "INFO kafka is back");
    }

    @Test
    void anotherTroubleIsSaidAgainAndSoIsTheSameOneAfterwards() {
        neighbours.trouble("nessie", "main", "No answer");
        neighbours.trouble("nessie", "main", "Access denied");
        neighbours.well("nessie", "main");
        neighbours.trouble("nessie", "main", "No answer");

        assertThat(log.lines())
                .containsExactly("WARN No answer", "WARN Access denied", "INFO nessie is back", "WARN No answer");
    }

    @Test
    void numbersThatCountUpAreNoOtherTrouble() {
        for (int i = 0; i < 20; i++) {
            neighbours.trouble("kafka", "tail", "Request " + i + " timed out at 17960337000" + i);
        }

        assertThat(log.lines()).containsExactly("WARN Request 0 timed out at 179603370000");
        assertThat(neighbours.states().get("kafka")).startsWith("Request 19");
    }

    @Test
    void twoWhoReportInTurnDoNotContradictEachOther() {
        for (int i = 0; i < 5; i++) {
            neighbours.trouble("nessie", "feature/x", "Nessie has no reference 'feature/x'");
            neighbours.well("nessie", "main");
        }

        assertThat(log.lines()).containsExactly("WARN Nessie has no reference 'feature/x'");
        assertThat(neighbours.states()).isEqualTo(Map.of("nessie", "Nessie has no reference 'feature/x'"));

        neighbours.well("nessie", "feature/x");
        assertThat(log.lines()).hasSize(2).last().isEqualTo("INFO nessie is back");
        assertThat(neighbours.states()).isEqualTo(Map.of("nessie", "ok"));
    }

    @Test
    void troublesInTurnAreNotRepeatedByTurns() {
        for (int i = 0; i < 5; i++) {
            neighbours.trouble("kafka", "tail", "Opening failed");
            neighbours.trouble("kafka", "trigger", "Reading failed");
        }

        assertThat(log.lines()).containsExactly("WARN Opening failed", "WARN Reading failed");
        assertThat(neighbours.states()).isEqualTo(Map.of("kafka", "Opening failed Reading failed"));
    }

    @Test
    void readinessWaitsForThoseWhoAreExpected() {
        NeighboursReady ready = new NeighboursReady(neighbours);
        neighbours.expect("kafka", "tail");
        neighbours.expect("kafka", "trigger");
        neighbours.well("kafka", "tail");
        assertThat(ready.call().getStatus()).isEqualTo(HealthCheckResponse.Status.DOWN);
        assertThat(ready.call().getData().orElseThrow()).containsEntry("kafka", "not reached yet");

        neighbours.well("kafka", "trigger");
        assertThat(ready.call().getStatus()).isEqualTo(HealthCheckResponse.Status.UP);

        neighbours.trouble("kafka", "tail", "No answer");
        assertThat(ready.call().getStatus()).isEqualTo(HealthCheckResponse.Status.DOWN);
        assertThat(ready.call().getData().orElseThrow()).containsEntry("kafka", "No answer");
        assertThat(log.lines()).containsExactly("WARN No answer");
    }

    @Test
    void theEndOfTheProcessIsNoTrouble() {
        neighbours.fallSilent();
        neighbours.trouble("kafka", "tail", "Interrupted");

        assertThat(log.lines()).isEmpty();
    }
}
