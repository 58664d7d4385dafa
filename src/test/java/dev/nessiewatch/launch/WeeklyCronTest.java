// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.testing.KubeServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is seen of the weekly run. */
class WeeklyCronTest {
    private static final Instant STARTED = Instant.parse("2026-11-01T11:00:00Z");
    private static final Map<String, ?> ACTIVE = Map.of(
            "active", List.of(Map.of("name", "iceberg-weekly-maintenance-1")), "lastScheduledTime", STARTED.toString());

    private final ArgoFixture argo = new ArgoFixture();

    @AfterEach
    void close() {
        argo.close();
    }

    @Test
    void anActiveRunIsSeenForAsLongAsItsLimit() {
        argo.template(Map.of());
        argo.cron(Map.of("suspend", false), ACTIVE);

        argo.launcher.tend();

        assertThat(argo.launcher.weekly()).isEqualTo(new WeeklyRun(true, true, STARTED, false));
        assertThat(argo.state()).isEqualTo("ok");
        argo.clock.pass(Duration.ofHours(5));
        assertThat(argo.launcher.weekly().running()).isTrue();
        argo.clock.pass(Duration.ofSeconds(1));
        assertThat(argo.launcher.weekly()).isEqualTo(new WeeklyRun(true, false, STARTED, false));
    }

    @Test
    void isReadAtMostEveryThirtySeconds() {
        argo.cron(Map.of(), Map.of("lastScheduledTime", STARTED.toString()));
        argo.launcher.tend();
        assertThat(argo.launcher.weekly().running()).isFalse();
        argo.cron(Map.of(), ACTIVE);
        argo.clock.pass(Duration.ofSeconds(29));
        argo.launcher.tend();
        assertThat(argo.launcher.weekly().running()).isFalse();
        argo.clock.pass(Duration.ofSeconds(1));
        argo.launcher.tend();
        assertThat(argo.launcher.weekly().running()).isTrue();
    }

    @Test
    void aScheduleThatIsSwitchedOffIsSeen() {
        argo.cron(Map.of("suspend", true), Map.of());
        argo.launcher.tend();
        assertThat(argo.launcher.weekly()).isEqualTo(new WeeklyRun(true, false, null, true));
    }

    @Test
    void aRunWhoseStartIsNotToldCannotBeBoundedAndDoesNotCount() {
        argo.cron(Map.of(), Map.of("active", List.of(Map.of("name", "x"))));
        argo.launcher.tend();
        assertThat(argo.launcher.weekly().running()).isFalse();
    }

    @Test
    void whatCannotBeReadIsNotKnownAndSaidWithARemedy() {
        argo.template(Map.of());
        argo.launcher.tend();
        assertThat(argo.launcher.weekly()).isEqualTo(WeeklyRun.UNKNOWN);
        assertThat(argo.state())
                .isEqualTo("The CronWorkflow iceberg-weekly-maintenance in namespace jobs does not exist; apply it, or"
                        + " set nessiewatch.launch.argo.cron-workflow to its name, or to nothing");

        argo.cron(Map.of(), ACTIVE);
        argo.clock.pass(Duration.ofSeconds(30));
        argo.launcher.tend();
        assertThat(argo.launcher.weekly().running()).isTrue();
        argo.server.refuse("GET", 403, KubeServer.status(403, "Forbidden", "cronworkflows is forbidden"));
        argo.clock.pass(Duration.ofSeconds(30));
        argo.launcher.tend();
        assertThat(argo.launcher.weekly()).isEqualTo(WeeklyRun.UNKNOWN);
        assertThat(argo.state()).contains("grant `get` on cronworkflows.argoproj.io");
    }

    @Test
    void withoutANameNothingIsRead() {
        try (ArgoFixture without = new ArgoFixture("cron-workflow", "")) {
            without.launcher.tend();
            assertThat(without.launcher.weekly()).isEqualTo(WeeklyRun.UNKNOWN);
            assertThat(without.server.requests()).noneMatch(request -> request.contains("cronworkflows"));
        }
    }
}
