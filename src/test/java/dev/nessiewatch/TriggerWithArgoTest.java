// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.decide.Outcome;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.launch.LaunchConfig;
import dev.nessiewatch.launch.Launched;
import dev.nessiewatch.launch.Launcher;
import dev.nessiewatch.launch.Launchers;
import dev.nessiewatch.launch.RunState;
import dev.nessiewatch.launch.WeeklyRun;
import dev.nessiewatch.observe.Loops;
import dev.nessiewatch.observe.Neighbours;
import dev.nessiewatch.testing.KubeServer;
import dev.nessiewatch.testing.ListedLog;
import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.testing.MetadataFile;
import dev.nessiewatch.testing.SetClock;
import dev.nessiewatch.testing.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole trigger on a real broker, before a Kubernetes API that stores: one order, one Workflow. */
class TriggerWithArgoTest {
    /** Half an hour into the weekly run. */
    private static final Instant NOW = Instant.parse("2026-11-08T03:30:00Z");

    private static final TableId TABLE = new TableId("c0ffee", "main");
    private static final AtomicInteger TESTS = new AtomicInteger();

    private static LocalKafka kafka;

    @TempDir
    Path lake;

    private final SetClock clock = new SetClock(NOW);
    private final ListedLog log = new ListedLog();
    private final MetadataFile table = MetadataFile.grown("u", 40, NOW);
    private final KubeServer server = KubeServer.start();
    private Mortal launcher;
    private TailUnderTest.Place place;
    private LedgerTopic ledger;
    private TailUnderTest tail;
    private TriggerUnderTest trigger;
    private int files;

    /** The launcher under test; its process can be killed just before or just after it asked for a run. */
    private static final class Mortal implements Launcher {
        private final Launcher launcher;
        boolean diesBefore;
        boolean diesAfter;

        Mortal(Launcher launcher) {
            this.launcher = launcher;
        }

        @Override
        public String name() {
            return launcher.name();
        }

        @Override
        public Launched launch(ExpiryOrder order) {
            if (diesBefore) {
                throw new IllegalStateException("killed before");
            }
            Launched launched = launcher.launch(order);
            if (diesAfter) {
                throw new IllegalStateException("killed after");
            }
            return launched;
        }

        @Override
        public RunState state(String run) {
            return launcher.state(run);
        }

        @Override
        public void tend() {
            launcher.tend();
        }

        @Override
        public WeeklyRun weekly() {
            return launcher.weekly();
        }

        @Override
        public void close() {
            launcher.close();
        }
    }

    @BeforeAll
    static void startBroker() {
        kafka = LocalKafka.start();
    }

    @AfterAll
    static void stopBroker() {
        kafka.close();
    }

    @BeforeEach
    void aTableThatNeedsAnExpiry() throws InterruptedException {
        place = new TailUnderTest.Place(kafka.bootstrapServers(), "argo-" + TESTS.incrementAndGet());
        ledger = new LedgerTopic(place);
        commit(table, null);
        tail = new TailUnderTest(
                place, log, new TailUnderTest.Watched(List.of("main"), List.of("(?!)")), "tail", clock);
        tail.turn();
        start();
    }

    @AfterEach
    void close() {
        trigger.close();
        launcher.close();
        tail.close();
        server.close();
    }

    @Test
    void anOrderBecomesExactlyOneWorkflowAndItsEffectIsProven() throws InterruptedException {
        turns(3);

        assertThat(server.workflows()).hasSize(1);
        assertThat(server.creates()).isEqualTo(1);
        assertThat(ledger.phases()).containsExactly("INTENDED", "LAUNCHED");
        JsonNode entry = ledger.entries().get(1);
        assertThat(entry.at("/launcher").asText()).isEqualTo("argo");
        JsonNode workflow = server.workflows().get(0);
        assertThat(workflow.at("/metadata/name")).isEqualTo(entry.at("/run"));
        assertThat(parameter(workflow, "order-id"))
                .isEqualTo(entry.at("/order/id").asText());
        assertThat(parameter(workflow, "predicted-removed")).isEqualTo("40");

        commit(
                table.expire(NOW.minus(Duration.ofDays(7))),
                entry.at("/order/id").asText());
        server.status(Map.of("phase", "Succeeded"));
        turns(2);
        assertThat(ledger.phases()).containsExactly("INTENDED", "LAUNCHED", "ENDED", "VERIFIED");
        assertThat(ledger.entries().get(3).at("/verdict/kind").asText()).isEqualTo("Effective");
        assertThat(server.workflows()).hasSize(1);
    }

    @Test
    void aTriggerThatIsKilledBeforeItAskedAsksOnceAfterARestart() throws InterruptedException {
        launcher.diesBefore = true;
        assertThatThrownBy(() -> turns(1)).hasMessage("killed before");
        assertThat(ledger.phases()).containsExactly("INTENDED");
        assertThat(server.workflows()).isEmpty();

        restart();
        turns(3);
        assertThat(server.workflows()).hasSize(1);
        assertThat(ledger.phases()).containsExactly("INTENDED", "LAUNCHED");
    }

    @Test
    void aTriggerThatIsKilledAfterItAskedFindsItsWorkflowAgain() throws InterruptedException {
        launcher.diesAfter = true;
        assertThatThrownBy(() -> turns(1)).hasMessage("killed after");
        assertThat(ledger.phases()).containsExactly("INTENDED");

        restart();
        turns(3);
        assertThat(server.creates()).isEqualTo(2);
        assertThat(server.workflows()).hasSize(1);
        assertThat(ledger.phases()).containsExactly("INTENDED", "LAUNCHED");
        assertThat(ledger.entries().get(1).at("/run").asText())
                .isEqualTo(server.workflows().get(0).at("/metadata/name").asText());
    }

    @Test
    void twoEventsOfOneTableWithinAMinuteAreOneWorkflow() throws InterruptedException {
        turns(1);
        commit(table.append(NOW.minus(Duration.ofHours(1))), null);
        clock.pass(Duration.ofSeconds(30));
        turns(3);

        assertThat(server.workflows()).hasSize(1);
        assertThat(trigger.board.row(TABLE).orElseThrow().outcome()).isEqualTo(Outcome.RUN_OPEN);
    }

    @Test
    void anAnswerThatIsLostMakesNoSecondWorkflow() throws InterruptedException {
        launcher.diesBefore = true;
        assertThatThrownBy(() -> turns(1)).hasMessage("killed before");
        restart();
        server.loseAnswer("POST", 503);
        turns(2);
        assertThat(ledger.phases()).containsExactly("INTENDED");
        assertThat(server.workflows()).hasSize(1);

        clock.pass(Duration.ofSeconds(5));
        turns(2);
        assertThat(ledger.phases()).containsExactly("INTENDED", "LAUNCHED");
        assertThat(server.workflows()).hasSize(1);
    }

    @Test
    void nothingIsLaunchedWhileTheWeeklyRunIsUnderWay() throws InterruptedException {
        weekly(Map.of("active", List.of(Map.of("name", "weekly-1")), "lastScheduledTime", "2026-11-08T03:00:00Z"));
        turns(2);
        assertThat(trigger.board.row(TABLE).orElseThrow().outcome()).isEqualTo(Outcome.WEEKLY_RUNNING);
        assertThat(ledger.phases()).isEmpty();

        weekly(Map.of("lastScheduledTime", "2026-11-08T03:00:00Z"));
        clock.pass(Duration.ofSeconds(30));
        turns(2);
        assertThat(server.workflows()).hasSize(1);
    }

    private void weekly(Map<String, ?> status) {
        server.apply(Map.of(
                "apiVersion",
                "argoproj.io/v1alpha1",
                "kind",
                "CronWorkflow",
                "metadata",
                Map.of("name", "iceberg-weekly-maintenance"),
                "spec",
                Map.of(),
                "status",
                status));
    }

    private void turns(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            tail.turn();
            trigger.turn();
        }
    }

    private void restart() {
        trigger.close();
        launcher.close();
        start();
    }

    private void start() {
        launcher = new Mortal(Launchers.of(
                Settings.of(
                        LaunchConfig.class,
                        "nessiewatch.launch.mode",
                        "argo",
                        "nessiewatch.launch.argo.namespace",
                        KubeServer.NAMESPACE),
                new Launchers.Around(server.cluster(), new Neighbours(), new Loops(), clock)));
        trigger = new TriggerUnderTest(place, log, launcher, "writer-" + TESTS.incrementAndGet(), clock);
    }

    private void commit(MetadataFile file, @Nullable String orderId) {
        String location = file.write(lake.resolve("v" + ++files + ".metadata.json"));
        log.put(
                TableKey.of("sales", "daily"),
                TABLE.contentId(),
                new TableContent(location, file.currentId(), 0, 0, 0),
                orderId);
    }

    private static String parameter(JsonNode workflow, String name) {
        for (JsonNode parameter : workflow.at("/spec/arguments/parameters")) {
            if (parameter.at("/name").asText().equals(name)) {
                return parameter.at("/value").asText();
            }
        }
        return "";
    }
}
