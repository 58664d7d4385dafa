// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.observe.Loops;
import dev.nessiewatch.observe.Neighbours;
import dev.nessiewatch.testing.KubeServer;
import dev.nessiewatch.testing.SetClock;
import dev.nessiewatch.testing.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Creating: against a server that stores, with trouble put in the way. */
class ArgoLauncherTest {
    private static final ExpiryOrder ORDER = Orders.of("1-a", TableKey.of("sales", "daily"));

    private final ArgoFixture argo = new ArgoFixture();
    private final SetClock clock = argo.clock;
    private final Neighbours neighbours = argo.neighbours;
    private final KubeServer server = argo.server;
    private final Launcher launcher = argo.launcher;

    @AfterEach
    void close() {
        argo.close();
    }

    @Test
    void createsOneWorkflowWithStrictChecks() {
        Launched launched = launcher.launch(ORDER);

        assertThat(launched).isEqualTo(new Launched.Run(RunName.of(ORDER), false));
        assertThat(server.requests())
                .containsExactly("POST /apis/argoproj.io/v1alpha1/namespaces/jobs/workflows?fieldValidation=Strict");
        JsonNode workflow = server.workflows().get(0);
        assertThat(workflow.at("/metadata/name").asText()).isEqualTo(RunName.of(ORDER));
        assertThat(workflow.at("/metadata/annotations")
                        .path("nessiewatch.dev/order-id")
                        .asText())
                .isEqualTo("1-a");
        assertThat(neighbours.states()).containsEntry("kubernetes", "ok");
    }

    @Test
    void askedAgainItFindsTheSameWorkflowAlsoAfterARestart() {
        launcher.launch(ORDER);

        assertThat(launcher.launch(ORDER)).isEqualTo(new Launched.Run(RunName.of(ORDER), true));
        assertThat(argo.launcher().launch(ORDER)).isEqualTo(new Launched.Run(RunName.of(ORDER), true));
        assertThat(server.workflows()).hasSize(1);
    }

    @Test
    void twoOrdersOfOneTableAreTwoWorkflows() {
        launcher.launch(ORDER);
        launcher.launch(Orders.of("2-b", TableKey.of("sales", "daily")));

        assertThat(server.workflows())
                .extracting(workflow -> workflow.at("/metadata/name").asText())
                .doesNotHaveDuplicates()
                .hasSize(2);
    }

    @Test
    void aWorkflowOfSomebodyElseUnderOurNameIsRefusedLoudly() {
        server.apply(Map.of(
                "apiVersion", "argoproj.io/v1alpha1",
                "kind", "Workflow",
                "metadata",
                        Map.of(
                                "name", RunName.of(ORDER),
                                "annotations", Map.of("nessiewatch.dev/order-id", "9-other\nline"))));

        assertThat(launcher.launch(ORDER))
                .isInstanceOfSatisfying(
                        Launched.Refused.class,
                        no -> assertThat(no.why())
                                .contains("is in the way")
                                .contains("'9-other line'")
                                .contains("delete it"));
        assertThat(server.workflows()).hasSize(1);
        assertThat(launcher.state(RunName.of(ORDER)))
                .isInstanceOfSatisfying(
                        RunState.Unknown.class,
                        unknown -> assertThat(unknown.why()).contains("not the one that was created"));
    }

    @Test
    void aConflictIsReadFromTheStatusWhateverReasonStandsBesideIt() {
        launcher.launch(ORDER);
        for (String reason : List.of("AlreadyExists", "Invalid", "Conflict")) {
            server.refuse("POST", 409, KubeServer.status(409, reason, "object is being deleted"));
            assertThat(launcher.launch(ORDER)).isEqualTo(new Launched.Run(RunName.of(ORDER), true));
        }
    }

    @Test
    void aWorkflowThatWasThereAndIsGoneIsNotMadeAgain() {
        server.refuse("POST", 409, KubeServer.status(409, "AlreadyExists", "already exists"));

        assertThat(launcher.launch(ORDER)).isEqualTo(new Launched.Run(RunName.of(ORDER), true));
        assertThat(server.workflows()).isEmpty();
        assertThat(launcher.state(RunName.of(ORDER))).isInstanceOfSatisfying(RunState.Ended.class, ended -> {
            assertThat(ended.end()).isEqualTo(RunState.End.GONE);
            assertThat(ended.cause()).contains("deleted, or collected");
        });
    }

    @Test
    void anAnswerThatIsLostAfterStoringLeadsToTheSameWorkflow() {
        server.loseAnswer("POST", 503);

        assertThat(launcher.launch(ORDER)).isInstanceOf(Launched.Later.class);
        assertThat(server.creates())
                .as("the client sends nothing again by itself")
                .isEqualTo(1);
        clock.pass(Duration.ofSeconds(5));
        assertThat(launcher.launch(ORDER)).isEqualTo(new Launched.Run(RunName.of(ORDER), true));
        assertThat(server.creates()).isEqualTo(2);
        assertThat(server.workflows()).hasSize(1);
    }

    @Test
    void anAnswerThatComesTooLateLeadsToTheSameWorkflow() {
        Launcher impatient = argo.launcher("request-timeout", "1S");
        server.hang("POST", Duration.ofSeconds(4));

        assertThat(impatient.launch(ORDER))
                .isInstanceOfSatisfying(
                        Launched.Later.class,
                        later -> assertThat(later.why()).contains("nessiewatch.launch.argo.request-timeout"));
        clock.pass(Duration.ofSeconds(5));
        assertThat(impatient.launch(ORDER)).isEqualTo(new Launched.Run(RunName.of(ORDER), true));
        assertThat(server.workflows()).hasSize(1);
    }

    @Test
    void aServerInTroubleIsLeftAloneForLongerEachTime() {
        for (int seconds : List.of(5, 10, 20)) {
            server.refuse("POST", 500, KubeServer.status(500, "InternalError", "etcd: no leader"));
            long before = server.creates();
            assertThat(launcher.launch(ORDER))
                    .isInstanceOfSatisfying(
                            Launched.Later.class,
                            later -> assertThat(later.why()).contains("etcd: no leader"));
            clock.pass(Duration.ofSeconds(seconds - 1));
            assertThat(launcher.launch(ORDER)).isInstanceOf(Launched.Later.class);
            assertThat(launcher.state("x")).isInstanceOf(RunState.Unknown.class);
            launcher.tend();
            assertThat(server.requests().size()).isEqualTo((int) before + 1);
            clock.pass(Duration.ofSeconds(1));
        }
        assertThat(neighbours.states().get("kubernetes")).contains("etcd: no leader");
        assertThat(launcher.launch(ORDER)).isInstanceOf(Launched.Run.class);
        assertThat(neighbours.states()).containsEntry("kubernetes", "ok");
    }

    @Test
    void aServerThatAsksForAPauseGetsIt() {
        server.refuse("POST", 429, "Too many requests, please try again later.", "Retry-After", "60");

        assertThat(launcher.launch(ORDER))
                .isInstanceOfSatisfying(
                        Launched.Later.class, later -> assertThat(later.why()).contains("overloaded"));
        clock.pass(Duration.ofSeconds(59));
        launcher.launch(ORDER);
        assertThat(server.creates()).isEqualTo(1);
        clock.pass(Duration.ofSeconds(1));
        assertThat(launcher.launch(ORDER)).isInstanceOf(Launched.Run.class);
    }

    @Test
    void aFullQuotaWaitsLongAndRunsAreFollowedMeanwhile() {
        launcher.launch(ORDER);
        ExpiryOrder other = Orders.of("2-b", TableKey.of("sales", "daily"));
        server.refuse(
                "POST",
                403,
                KubeServer.status(403, "Forbidden", "workflows \"x\" is forbidden: exceeded quota: runs, used: 10"));

        assertThat(launcher.launch(other))
                .isInstanceOfSatisfying(
                        Launched.Later.class,
                        later -> assertThat(later.why())
                                .contains("quota of namespace jobs is used up")
                                .contains("used: 10"));
        assertThat(neighbours.states()).as("a full house is no outage").containsEntry("kubernetes", "ok");
        assertThat(launcher.state(RunName.of(ORDER))).isInstanceOf(RunState.Running.class);
        clock.pass(Duration.ofMinutes(5).minusSeconds(1));
        launcher.launch(other);
        assertThat(server.creates()).isEqualTo(2);
        clock.pass(Duration.ofSeconds(1));
        assertThat(launcher.launch(other)).isInstanceOf(Launched.Run.class);
    }

    @Test
    void whatAnOperatorCanMendIsTriedAgain() {
        Map.of(
                        401, "check the service account",
                        403, "grant `create` and `get` on workflows.argoproj.io",
                        404, "set nessiewatch.launch.argo.namespace")
                .forEach((code, remedy) -> {
                    clock.pass(Duration.ofHours(1));
                    server.refuse("POST", code, KubeServer.status(code, "x", "no"));
                    assertThat(launcher.launch(ORDER))
                            .isInstanceOfSatisfying(
                                    Launched.Later.class,
                                    later -> assertThat(later.why())
                                            .contains(remedy)
                                            .doesNotContain("\n"));
                    assertThat(neighbours.states().get("kubernetes")).contains(remedy);
                });
        clock.pass(Duration.ofHours(1));
        assertThat(launcher.launch(ORDER)).isInstanceOf(Launched.Run.class);
    }

    @Test
    void aClusterWithoutArgoSaysSo() {
        server.refuse("POST", 404, "404 page not found");
        assertThat(launcher.launch(ORDER))
                .isInstanceOfSatisfying(
                        Launched.Later.class, later -> assertThat(later.why()).contains("install Argo Workflows"));
        server.refuse(
                "GET", 404, KubeServer.status(404, "NotFound", "the server could not find the requested resource"));
        assertThat(launcher.state(RunName.of(ORDER)))
                .isInstanceOfSatisfying(
                        RunState.Unknown.class,
                        unknown -> assertThat(unknown.why()).contains("install Argo Workflows"));
    }

    @Test
    void whatTheServerRefusesForGoodIsRefused() {
        for (int code : List.of(400, 413, 415, 422)) {
            server.refuse("POST", code, KubeServer.status(code, "Invalid", "spec.x: unknown field\nmore"));
            assertThat(launcher.launch(ORDER))
                    .isInstanceOfSatisfying(
                            Launched.Refused.class,
                            no -> assertThat(no.why()).contains("HTTP " + code).contains("unknown field more"));
        }
        server.refuse("POST", 500, KubeServer.status(500, "", "etcdserver: request is too large"));
        assertThat(launcher.launch(ORDER)).isInstanceOf(Launched.Refused.class);
    }

    @Test
    void anAddressWhereNobodyAnswersIsSaidInOneLine() {
        server.close();

        assertThat(launcher.launch(ORDER))
                .isInstanceOfSatisfying(
                        Launched.Later.class,
                        later -> assertThat(later.why())
                                .contains("does not answer")
                                .contains("quarkus.kubernetes-client")
                                .doesNotContain("\n"));
        clock.pass(Duration.ofMinutes(1));
        assertThat(launcher.state("x")).isInstanceOf(RunState.Unknown.class);
    }

    @Test
    void aClusterThatIsNotConfiguredIsSaidInOneLine() {
        Cluster none = new Cluster(() -> {
            throw new IllegalStateException("no kubeconfig");
        });
        Launcher lost = Launchers.of(
                Settings.of(
                        LaunchConfig.class,
                        "nessiewatch.launch.mode",
                        "argo",
                        "nessiewatch.launch.argo.namespace",
                        "jobs"),
                new Launchers.Around(none, neighbours, new Loops(), clock));

        assertThat(lost.launch(ORDER))
                .isInstanceOfSatisfying(
                        Launched.Later.class,
                        later -> assertThat(later.why())
                                .contains("no kubeconfig")
                                .contains("service account"));
    }

    @Test
    void hostileIdsAreNeverSent() {
        for (String hostile : List.of("{{workflow.name}}", "$(PATH)", "a b", "a\nb", "a\"b", "", "a'b", "ü", "-x")) {
            assertThat(launcher.launch(Orders.withUuid("1-a", hostile)))
                    .as(hostile)
                    .isInstanceOfSatisfying(
                            Launched.Refused.class,
                            no -> assertThat(no.why()).contains("uuid").contains("not sent"));
        }
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aRunIsFollowedThroughItsPhases() {
        launcher.launch(ORDER);
        String run = RunName.of(ORDER);
        assertThat(launcher.state(run)).as("not seen by a controller").isInstanceOf(RunState.Running.class);
        server.status(Map.of("phase", "Running"));
        assertThat(launcher.state(run)).isInstanceOf(RunState.Running.class);
        server.status(Map.of("phase", "Pending"));
        assertThat(launcher.state(run)).isInstanceOf(RunState.Running.class);
        clock.pass(Duration.between(clock.instant(), server.createdAt())
                .plus(Duration.ofMinutes(30))
                .plusSeconds(1));
        assertThat(launcher.state(run))
                .isInstanceOfSatisfying(
                        RunState.Ended.class,
                        ended -> assertThat(ended.cause()).contains("nessiewatch.launch.argo.pending-limit"));
        server.status(Map.of("phase", "Succeeded"));
        assertThat(launcher.state(run)).isEqualTo(new RunState.Ended(RunState.End.DONE, ""));
        server.status(Map.of("phase", "Failed", "message", "OOMKilled (exit code 137)"));
        assertThat(launcher.state(run)).isInstanceOfSatisfying(RunState.Ended.class, ended -> {
            assertThat(ended.end()).isEqualTo(RunState.End.FAILED);
            assertThat(ended.cause()).contains("OOMKilled");
        });
        server.deleteWorkflows();
        assertThat(launcher.state(run))
                .isInstanceOfSatisfying(
                        RunState.Ended.class, ended -> assertThat(ended.end()).isEqualTo(RunState.End.GONE));
    }

    @Test
    void aRunThatMayNotBeReadIsUnknownWithARemedy() {
        launcher.launch(ORDER);
        server.refuse("GET", 403, KubeServer.status(403, "Forbidden", "workflows is forbidden"));

        assertThat(launcher.state(RunName.of(ORDER)))
                .isInstanceOfSatisfying(
                        RunState.Unknown.class,
                        unknown -> assertThat(unknown.why()).contains("grant `get` on workflows.argoproj.io"));
        assertThat(launcher.state(RunName.of(ORDER))).isInstanceOf(RunState.Running.class);
    }

    @Test
    void aConflictThatCannotBeLookedIntoWaits() {
        launcher.launch(ORDER);
        server.refuse("GET", 403, KubeServer.status(403, "Forbidden", "workflows is forbidden"));
        assertThat(launcher.launch(ORDER))
                .isInstanceOfSatisfying(
                        Launched.Later.class, later -> assertThat(later.why()).contains("exists and cannot be read"));
        clock.pass(Duration.ofSeconds(5));
        server.refuse("GET", 503, "");
        assertThat(launcher.launch(ORDER)).isInstanceOf(Launched.Later.class);
        clock.pass(Duration.ofSeconds(5));
        assertThat(launcher.launch(ORDER)).isEqualTo(new Launched.Run(RunName.of(ORDER), true));
    }
}
