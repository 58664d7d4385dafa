// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.observe.Neighbours;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Watches the CronWorkflow of the weekly run, at most every 30 seconds. What cannot be read is not known, and nothing waits
 * for it.
 */
final class WeeklyCron {
    private static final Duration PERIOD = Duration.ofSeconds(30);
    private static final String REPORTER = "weekly run";

    private final KubernetesApi api;
    private final Place place;
    private final Neighbours neighbours;
    private final Clock clock;
    private @Nullable Instant readAt;
    private WeeklyRun seen = WeeklyRun.UNKNOWN;

    /**
     * Where it is.
     *
     * @param namespace of the CronWorkflow
     * @param name of the CronWorkflow
     * @param limit how long a run counts as under way
     */
    record Place(String namespace, String name, Duration limit) {}

    WeeklyCron(KubernetesApi api, Place place, Neighbours neighbours, Clock clock) {
        this.api = api;
        this.place = place;
        this.neighbours = neighbours;
        this.clock = clock;
    }

    /** Reads it when it is time to. */
    void look() {
        Instant now = clock.instant();
        if (readAt != null && Duration.between(readAt, now).abs().compareTo(PERIOD) < 0) {
            return;
        }
        readAt = now;
        Answer answer = api.get(Paths.cronWorkflow(place.namespace(), place.name()));
        if (answer instanceof Answer.Given given && given.isSuccess()) {
            seen = read(given.body());
            neighbours.well(ArgoLauncher.NEIGHBOUR, REPORTER);
        } else {
            seen = WeeklyRun.UNKNOWN;
            neighbours.trouble(ArgoLauncher.NEIGHBOUR, REPORTER, trouble(answer));
        }
    }

    /** What was seen last; a run that takes longer than its limit does not count as under way any more. */
    WeeklyRun seen() {
        Instant started = seen.lastScheduledAt();
        boolean over =
                started != null && Duration.between(started, clock.instant()).compareTo(place.limit()) > 0;
        return over ? new WeeklyRun(seen.known(), false, started, seen.suspended()) : seen;
    }

    /** A run whose start is not told cannot be bounded, so it does not count. */
    private static WeeklyRun read(JsonNode cron) {
        JsonNode status = cron.path("status");
        Instant started =
                WorkflowStatus.instant(status.path("lastScheduledTime")).orElse(null);
        boolean running = started != null && !status.path("active").isEmpty();
        return new WeeklyRun(
                true, running, started, cron.path("spec").path("suspend").asBoolean());
    }

    private String trouble(Answer answer) {
        if (answer instanceof Answer.None none) {
            return none.why();
        }
        Answer.Given given = (Answer.Given) answer;
        String what = "The CronWorkflow " + place.name() + " in namespace " + place.namespace();
        return switch (given.code()) {
            case 401, 403 ->
                what + " may not be read (" + given.words()
                        + "); grant `get` on cronworkflows.argoproj.io, or leave nessiewatch.launch.argo.cron-workflow"
                        + " empty";
            case 404 ->
                what + " does not exist; apply it, or set nessiewatch.launch.argo.cron-workflow to its name, or to"
                        + " nothing";
            default -> what + " cannot be read: " + given.words();
        };
    }
}
