// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is there before anything happened, and what follows the facts afterwards. */
class FromZeroTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Meters meters = new Meters(registry);

    @Test
    void countersThatAlertsAskForBeginAtZero() {
        meters.begin(new Meters.Known(
                List.of("tail", "trigger"),
                List.of("main"),
                List.of("nessiewatch.ledger"),
                List.of("tail"),
                List.of("Failed", "Resurrected")));

        assertThat(registry.scrape())
                .contains(
                        "nessiewatch_verdicts_total{kind=\"Failed\",} 0.0",
                        "nessiewatch_verdicts_total{kind=\"Resurrected\",} 0.0",
                        "nessiewatch_producer_lost_total{reason=\"fenced\",role=\"tail\",} 0.0",
                        "nessiewatch_producer_lost_total{reason=\"broken\",role=\"trigger\",} 0.0",
                        "nessiewatch_reconciles_total{reason=\"log\",reference=\"main\",} 0.0",
                        "nessiewatch_reconciles_total{reason=\"start\",reference=\"main\",} 0.0",
                        "nessiewatch_feed_audit_mismatch_total{reference=\"main\",} 0.0",
                        "nessiewatch_dead_letters_total{topic=\"nessiewatch.ledger\",} 0.0",
                        "nessiewatch_faults_total{loop=\"tail\",} 0.0",
                        "nessiewatch_writer_changes_total{role=\"tail\",} 0.0",
                        "nessiewatch_paused 0.0");
        meters.verdict("Failed", 0);
        assertThat(registry.scrape()).contains("nessiewatch_verdicts_total{kind=\"Failed\",} 1.0");
    }

    @Test
    void aReferenceThatIsForgottenHasNoPosition() {
        meters.position("main", Instant.ofEpochMilli(1500));
        meters.position("dev", Instant.ofEpochMilli(2000));
        assertThat(registry.scrape())
                .contains("nessiewatch_feed_position_timestamp_seconds{reference=\"main\",} 1.5")
                .contains("nessiewatch_feed_position_timestamp_seconds{reference=\"dev\",} 2.0");

        meters.positions(Map.of("main", Instant.ofEpochMilli(3000)));
        assertThat(registry.scrape())
                .contains("nessiewatch_feed_position_timestamp_seconds{reference=\"main\",} 3.0")
                .doesNotContain("dev");
    }

    @Test
    void aWeeklyRunThatWasNeverSeenToWorkHasNoTime() {
        Instant start = Instant.ofEpochSecond(100);
        meters.weekly(new WeeklyFigures(start, start, 0, 2, null, java.time.Duration.ofHours(2), null));
        assertThat(registry.scrape())
                .contains("nessiewatch_weekly_tables_passed_by 2.0", "nessiewatch_weekly_took_seconds 0.0")
                .doesNotContain("last_worked");
        meters.paused(true, 2);
        assertThat(registry.scrape()).contains("nessiewatch_paused 1.0");
    }
}
