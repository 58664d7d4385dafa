// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.cli.LaunchCommand;
import dev.nessiewatch.cli.PauseCommand;
import dev.nessiewatch.cli.WhyCommand;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.launch.Launched;
import dev.nessiewatch.launch.Launcher;
import dev.nessiewatch.launch.RunState;
import dev.nessiewatch.testing.ListedLog;
import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.testing.MetadataFile;
import dev.nessiewatch.testing.SetClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands of operators as they are typed, against a trigger that turns, on a real broker. */
class OperatorCommandsTest {
    private static final Instant NOW = Instant.parse("2026-11-05T12:00:00Z");

    private static LocalKafka kafka;
    private static int tests;

    @TempDir
    Path lake;

    private final SetClock clock = new SetClock(NOW);
    private final ListedLog log = new ListedLog();
    private final List<ExpiryOrder> launched = new CopyOnWriteArrayList<>();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final AtomicBoolean turning = new AtomicBoolean(true);
    private TailUnderTest.Place place;
    private TailUnderTest tail;
    private TriggerUnderTest trigger;
    private Thread turns;

    private final Launcher launcher = new Launcher() {
        @Override
        public String name() {
            return "fake";
        }

        @Override
        public Launched launch(ExpiryOrder order) {
            launched.add(order);
            return new Launched.Run("run-" + order.id(), false);
        }

        @Override
        public RunState state(String run) {
            return new RunState.Running();
        }
    };

    @BeforeAll
    static void startBroker() {
        kafka = LocalKafka.start();
    }

    @AfterAll
    static void stopBroker() {
        kafka.close();
    }

    @BeforeEach
    void aTriggerThatTurns() throws InterruptedException {
        place = new TailUnderTest.Place(kafka.bootstrapServers(), "commands-" + ++tests);
        table(TableKey.of("sales", "calm"), "calm");
        table(TableKey.of("sales", "odd name"), "odd");
        tail = new TailUnderTest(
                place, log, new TailUnderTest.Watched(List.of("main"), List.of("(?!)")), "tail", clock);
        tail.turn();
        trigger = new TriggerUnderTest(place, log, launcher, "writer", clock);
        trigger.turn();
        turns = new Thread(() -> {
            while (turning.get()) {
                trigger.turn();
            }
        });
        turns.start();
    }

    @AfterEach
    void close() throws InterruptedException {
        stopTurning();
        trigger.close();
        tail.close();
    }

    @Test
    void pauseSaysWhatWasSentAndWhatCameOfIt() {
        assertThat(pause("--who", "zoe\u001b[31m", "--reason", "the store\nis moved"))
                .isZero();

        assertThat(out.toString())
                .contains("Sent: pause everything as command ")
                .contains(", by zoe [31m.")
                .contains("Nothing is launched any more until: nessiewatch resume. No run is open.")
                .doesNotContain("\u001b");
        assertThat(err.toString()).isEmpty();
        assertThat(trigger.board.pauses()).singleElement().satisfies(pause -> {
            assertThat(pause.who()).isEqualTo("zoe [31m");
            assertThat(pause.reason()).isEqualTo("the store is moved");
        });

        assertThat(resume()).isZero();
        assertThat(out.toString())
                .contains("The pause by zoe [31m at 2026-11-05T12:00:00Z (the store is moved) is lifted.");
        assertThat(trigger.board.pauses()).isEmpty();
    }

    @Test
    void launchOrdersARunAndWhyTellsOfIt() {
        assertThat(launch("sales.calm", "--trim", "--who", "zoe")).isZero();

        assertThat(out.toString())
                .contains("Sent: launch sales.calm on main as command ")
                .contains(": trim of sales.calm");
        assertThat(launched)
                .singleElement()
                .satisfies(order -> assertThat(order.deletesFiles()).isFalse());

        out.getBuffer().setLength(0);
        assertThat(why("sales.calm")).isZero();
        assertThat(out.toString())
                .startsWith("sales.calm on main: ")
                .contains("Operator      launch by zoe at 2026-11-05T12:00:00Z: DONE. Ordered as ")
                .doesNotContain("Sent");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void aLaunchThatIsHeldSaysWhyAndEndsWithOne() {
        assertThat(pause()).isZero();
        assertThat(launch("sales.calm", "--wait", "5s")).isEqualTo(1);

        assertThat(out.toString()).contains("Not launched yet. PAUSED: ");
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("It was not launched within 5 s; the launch stays wanted until"
                        + " 2026-11-05T12:15:00Z, and nessiewatch why tells what came of it");
    }

    @Test
    void namesAreTakenAsShownOrJoinedAndNearOnesAreTold() {
        assertThat(why("sales.\"odd name\"")).isZero();
        assertThat(why("sales.odd name")).isZero();
        assertThat(launch("sales.clam")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("No watched table is named sales.clam; near it: sales.calm on main");
        assertThat(launch("calm")).isEqualTo(1);
        assertThat(err.toString()).contains("No watched table is named calm; near it: sales.calm on main");
        assertThat(launched).isEmpty();
    }

    @Test
    void withoutATriggerTheCommandStaysAndIsCarriedOutLater() throws InterruptedException {
        stopTurning();
        assertThat(pause("--wait", "1s")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("No trigger answered within 1 s. The command stays on the topic and holds: a"
                        + " trigger carries it out when it runs");
        err.getBuffer().setLength(0);
        assertThat(launch("sales.calm", "--wait", "1s", "--valid-for", "10m")).isEqualTo(1);
        assertThat(err.toString()).contains("a trigger that runs before 2026-11-05T12:10:00Z carries it out");
        assertThat(why("sales.calm", "--wait", "1s")).isEqualTo(1);
        assertThat(err.toString()).contains("No trigger answered within 1 s. Is one running?");
        assertThat(resume("--no-wait")).isZero();
        assertThat(out.toString()).contains("Sent: resume everything");

        trigger.turn();
        assertThat(trigger.board.pauses()).isEmpty();
        assertThat(launched).hasSize(1);
    }

    @Test
    void saysWhatIsWrongWithTheBrokerOrTheTopicInOneLine() {
        assertThat(execute(PauseCommand.pause(clock, writer(out), writer(err)), "--topic-prefix", "nobody"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("nobody.ledger does not exist").hasLineCount(1);
        err.getBuffer().setLength(0);
        assertThat(execute(launchCommand(), "sales.calm", "--topic-prefix", place.prefix() + "x"))
                .isEqualTo(1);
        assertThat(err.toString())
                .startsWith("Topic " + place.prefix() + "x.snapshot-counts does not exist; there is ")
                .contains(place.prefix() + ".snapshot-counts")
                .contains(": correct --topic-prefix")
                .hasLineCount(1);
        err.getBuffer().setLength(0);
        assertThat(execute(launchCommand(), "sales.calm", "--valid-for", "25h")).isEqualTo(2);
        assertThat(err.toString()).contains("--valid-for must be 1s to 24h");
        assertThat(execute(launchCommand())).isEqualTo(2);
    }

    private void stopTurning() throws InterruptedException {
        turning.set(false);
        turns.join();
    }

    private void table(TableKey key, String contentId) {
        MetadataFile file = MetadataFile.of(contentId);
        for (int i = 0; i < 4; i++) {
            file.append(NOW.minus(Duration.ofDays(20)).plus(Duration.ofHours(i)));
        }
        file.append(NOW.minus(Duration.ofHours(2)));
        String location = file.write(lake.resolve(contentId + ".metadata.json"));
        log.put(key, contentId, new TableContent(location, file.currentId(), 0, 0, 0), null);
    }

    private int pause(String... words) {
        return execute(PauseCommand.pause(clock, writer(out), writer(err)), here(words));
    }

    private int resume(String... words) {
        return execute(PauseCommand.resume(clock, writer(out), writer(err)), here(words));
    }

    private int launch(String... words) {
        return execute(launchCommand(), here(words));
    }

    private int why(String... words) {
        return execute(new CommandLine(new WhyCommand(clock, writer(out), writer(err))), here(words));
    }

    private CommandLine launchCommand() {
        return new CommandLine(new LaunchCommand(clock, writer(out), writer(err)));
    }

    private int execute(CommandLine line, String... words) {
        List<String> all = new ArrayList<>(Arrays.asList(words));
        all.add("--bootstrap-servers");
        all.add(kafka.bootstrapServers());
        line.setErr(writer(err));
        return line.execute(all.toArray(String[]::new));
    }

    private String[] here(String... words) {
        List<String> all = new ArrayList<>(Arrays.asList(words));
        all.add("--topic-prefix");
        all.add(place.prefix());
        return all.toArray(String[]::new);
    }

    private static PrintWriter writer(StringWriter text) {
        return new PrintWriter(text, true);
    }
}
