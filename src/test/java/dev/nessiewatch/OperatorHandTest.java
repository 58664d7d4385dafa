// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.decide.Outcome;
import dev.nessiewatch.decide.Pause;
import dev.nessiewatch.event.OperatorCommand;
import dev.nessiewatch.event.OperatorCommand.Command;
import dev.nessiewatch.event.OperatorCommand.Subject;
import dev.nessiewatch.event.Outgoing;
import dev.nessiewatch.event.Records;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.launch.Launched;
import dev.nessiewatch.launch.Launcher;
import dev.nessiewatch.launch.RunState;
import dev.nessiewatch.testing.ListedLog;
import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.testing.LogLines;
import dev.nessiewatch.testing.MetadataFile;
import dev.nessiewatch.testing.SetClock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators ask for, on a real broker: carried out once, whoever dies in between, and never against safety. */
class OperatorHandTest {
    private static final Instant NOW = Instant.parse("2026-11-05T12:00:00Z");
    private static final Subject DAILY = new Subject("c0ffee", "main", TableKey.of("sales", "daily"));
    private static final Subject CALM = new Subject("ca1m", "main", TableKey.of("sales", "calm"));
    private static final AtomicInteger TESTS = new AtomicInteger();

    private static LocalKafka kafka;

    @TempDir
    Path lake;

    private final SetClock clock = new SetClock(NOW);
    private final ListedLog log = new ListedLog();
    private final Runs runs = new Runs();
    private TailUnderTest.Place place;
    private LedgerTopic ledger;
    private TailUnderTest tail;
    private TriggerUnderTest trigger;
    private int files;
    private int commands;

    /** A launcher whose runs go on until they are told otherwise. */
    private static final class Runs implements Launcher {
        final List<ExpiryOrder> asked = new ArrayList<>();
        RunState state = new RunState.Running();
        String name = "fake";
        boolean dies;

        @Override
        public String name() {
            return name;
        }

        @Override
        public Launched launch(ExpiryOrder order) {
            boolean known = asked.stream().anyMatch(before -> before.id().equals(order.id()));
            asked.add(order);
            if (dies) {
                throw new IllegalStateException("killed");
            }
            return new Launched.Run("run-" + order.id(), known);
        }

        @Override
        public RunState state(String run) {
            return state;
        }

        List<String> tables() {
            return asked.stream().map(order -> order.key().display()).toList();
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
    void oneTableThatNeedsAnExpiryAndOneThatDoesNot() throws InterruptedException {
        place = new TailUnderTest.Place(kafka.bootstrapServers(), "hand-" + TESTS.incrementAndGet());
        ledger = new LedgerTopic(place);
        commit(DAILY, MetadataFile.grown("daily", 40, NOW));
        commit(CALM, MetadataFile.grown("calm", 4, NOW));
        tail = new TailUnderTest(
                place, log, new TailUnderTest.Watched(List.of("main"), List.of("(?!)")), "tail", clock);
        tail.turn();
        trigger = trigger();
    }

    @AfterEach
    void close() {
        trigger.close();
        tail.close();
    }

    @Test
    void aPauseHoldsEverythingUntilResume() {
        ask(Command.PAUSE, null);
        trigger.turn();

        assertThat(outcome(DAILY)).isEqualTo(Outcome.PAUSED);
        assertThat(outcome(CALM)).isEqualTo(Outcome.WEEKLY_SUFFICES);
        assertThat(why(DAILY))
                .contains("But zoe@ops paused all launches on Thu 2026-11-05 12:00 UTC (move)")
                .contains("An operator runs nessiewatch resume to lift it.")
                .contains("Paused        all launches since Thu 2026-11-05 12:00 UTC by zoe@ops (move)");
        assertThat(why(CALM)).contains("Paused        all launches");
        assertThat(lastAnswer())
                .startsWith("DONE Nothing is launched any more until: nessiewatch resume. No run is open.");
        assertThat(trigger.board.pauses()).extracting(Pause::everything).containsExactly(true);
        trigger.turn().turn();
        assertThat(ledger.entries()).isEmpty();
        assertThat(answers()).hasSize(1);

        ask(Command.RESUME, null);
        trigger.turn();

        assertThat(lastAnswer()).isEqualTo("DONE The pause by zoe@ops at 2026-11-05T12:00:00Z (move) is lifted.");
        assertThat(runs.tables()).containsExactly("sales.daily");
        assertThat(trigger.board.pauses()).isEmpty();
    }

    @Test
    void aRestartKeepsAPause() {
        ask(Command.PAUSE, DAILY);
        trigger.turn();
        restart();
        restart();
        trigger.turn().turn();

        assertThat(outcome(DAILY)).isEqualTo(Outcome.PAUSED);
        assertThat(why(DAILY)).contains("paused this table").contains("nessiewatch resume sales.daily to lift it");
        assertThat(why(CALM)).doesNotContain("Paused");
        assertThat(ledger.entries()).isEmpty();
        assertThat(answers()).hasSize(1);

        ask(Command.RESUME, null);
        trigger.turn();
        assertThat(lastAnswer())
                .isEqualTo(
                        "NOTHING_TO_DO Launches were not paused as a whole. Still paused on their own: sales.daily on main;"
                                + " each goes on with nessiewatch resume and its name.");
        assertThat(ledger.entries()).isEmpty();

        ask(Command.RESUME, DAILY);
        trigger.turn();
        assertThat(runs.tables()).containsExactly("sales.daily");
    }

    @Test
    void openRunsGoOnUnderAPauseAndAreVerified() {
        trigger.turn();
        ask(Command.PAUSE, null);
        trigger.turn();
        assertThat(lastAnswer()).contains("1 open run goes on and will be verified.");

        runs.state = new RunState.Ended(RunState.End.FAILED, "x");
        trigger.turn();
        assertThat(ledger.verdicts()).containsExactly("Failed");
        clock.pass(Duration.ofDays(1));
        beat();
        trigger.turn();
        assertThat(outcome(DAILY)).isEqualTo(Outcome.PAUSED);
        assertThat(runs.asked).hasSize(1);
    }

    @Test
    void resumeClosesABreakerOnce() {
        openBreaker();
        restart();
        trigger.turn();
        assertThat(outcome(DAILY)).isEqualTo(Outcome.BREAKER_OPEN);
        assertThat(why(DAILY))
                .contains("Breaker       open after 3 bad ends in a row; closed by nessiewatch resume sales.daily");

        runs.state = new RunState.Running();
        ask(Command.RESUME, DAILY);
        trigger.turn();

        assertThat(lastAnswer()).isEqualTo("DONE The breaker is closed; 3 bad ends in a row are forgotten.");
        JsonNode closed = ledger.entries().get(12);
        assertThat(closed.at("/resumed/who").asText()).isEqualTo("zoe@ops");
        assertThat(closed.at("/resumed/failures").asInt()).isEqualTo(3);
        assertThat(closed.at("/failures").asInt()).isZero();
        assertThat(closed.at("/breakerOpen").asBoolean()).isFalse();
        assertThat(closed.at("/sequence").asLong()).isEqualTo(13);
        assertThat(runs.asked).as("the cause is said to be gone").hasSize(4);
        assertThat(why(DAILY)).contains("Operator      resume by zoe@ops at ").contains("The breaker is closed");

        openBreaker();
        restart();
        trigger.turn().turn();
        assertThat(outcome(DAILY)).as("the old resume is not carried out again").isEqualTo(Outcome.BREAKER_OPEN);
        assertThat(answers()).hasSize(1);
    }

    @Test
    void aResumeOfWhatWasNeverHeldSaysSo() {
        ask(Command.RESUME, CALM);
        trigger.turn();
        assertThat(lastAnswer()).isEqualTo("NOTHING_TO_DO The table was not paused, and its breaker was not open.");

        ask(Command.PAUSE, null);
        trigger.turn();
        ask(Command.RESUME, CALM);
        trigger.turn();
        assertThat(lastAnswer()).contains("All launches are still paused, by zoe@ops at ");
        ask(Command.PAUSE, null);
        trigger.turn();
        assertThat(lastAnswer())
                .startsWith("NOTHING_TO_DO It was paused already, by zoe@ops at 2026-11-05T12:00:00Z (move)");
    }

    @Test
    void aLaunchOverridesWhatThePolicyWouldWaitFor() {
        try (LogLines said = new LogLines(OperatorHand.class)) {
            trigger.turn();
            ask(Command.LAUNCH, CALM);
            trigger.turn();

            assertThat(runs.tables()).containsExactly("sales.daily", "sales.calm");
            ExpiryOrder order = runs.asked.get(1);
            assertThat(order.predictedRemoved()).isEqualTo(4);
            assertThat(order.deletesFiles()).isTrue();
            assertThat(order.cutoff()).isEqualTo(NOW.minus(Duration.ofDays(7)));
            assertThat(order.why())
                    .contains("Asked for by zoe@ops on Thu 2026-11-05 12:00 UTC (move).")
                    .contains("That overrides NOTHING_TO_EXPIRE.");
            assertThat(lastAnswer())
                    .startsWith("DONE Ordered as " + order.id()
                            + ": expire of sales.calm on main, removing 4 of 5 snapshots");
            assertThat(said.lines())
                    .singleElement()
                    .asString()
                    .contains("Operator: launch sales.calm on main, asked by zoe@ops at 2026-11-05T12:00:00Z: DONE.");
        }
        trigger.turn().turn();
        restart();
        trigger.turn().turn();
        assertThat(runs.asked).hasSize(2);
        assertThat(answers()).hasSize(1);
    }

    @Test
    void aLaunchComesSoonAfterARunInSpiteOfTheCoolDown() {
        runs.state = new RunState.Ended(RunState.End.FAILED, "x");
        trigger.turn().turn();
        assertThat(ledger.verdicts()).hasSize(1);
        assertThat(outcome(DAILY)).isEqualTo(Outcome.COOLING_DOWN);

        ask(Command.LAUNCH, DAILY);
        trigger.turn();
        assertThat(runs.asked).hasSize(2);
        assertThat(runs.asked.get(1).why()).contains("That overrides COOLING_DOWN.");
    }

    @Test
    void aTrimIsATrimAlthoughFilesCouldGo() {
        ask(command(Command.LAUNCH, CALM, "trim", clock.instant()));
        trigger.turn();

        ExpiryOrder order = runs.asked.stream()
                .filter(asked -> asked.key().equals(CALM.key()))
                .findFirst()
                .orElseThrow();
        assertThat(order.mode()).isEqualTo(ExpiryOrder.Mode.TRIM);
        assertThat(order.why())
                .contains("Mode trim, only the list gets shorter and no file goes: an operator asked for it.");
    }

    @Test
    void aLaunchIsOrderedOnceAlthoughTheTriggerDiesBetweenCommandAndIntent() {
        trigger.turn();
        ask(Command.LAUNCH, CALM);
        // It hears the command, cannot ask HEAD, and is gone.
        log.setAway(true);
        trigger.turn();
        assertThat(lastAnswer()).startsWith("WAITING Not launched yet. UNAVAILABLE");
        restart();
        assertThat(runs.tables()).containsExactly("sales.daily");

        log.setAway(false);
        runs.dies = true;
        assertThatThrownBy(() -> trigger.turn()).hasMessage("killed");
        assertThat(lastAnswer()).startsWith("DONE Ordered as ");
        restart();
        runs.dies = false;
        trigger.turn();
        restart();
        trigger.turn().turn();

        assertThat(runs.asked.stream().map(ExpiryOrder::id).distinct()).hasSize(2);
        assertThat(answers().stream().filter(answer -> answer.startsWith("DONE")))
                .hasSize(1);
    }

    @Test
    void safetyIsNeverOverridden() {
        Subject guarded = new Subject("9a4d", "main", TableKey.of("sales", "guarded"));
        Subject odd = new Subject("0dd", "main", TableKey.of("sales", "daily@dev"));
        Subject fresh = new Subject("f4e5", "main", TableKey.of("sales", "fresh"));
        commit(guarded, MetadataFile.grown("guarded", 20, NOW).property("gc.enabled", "false"));
        commit(odd, MetadataFile.grown("odd", 20, NOW));
        commit(fresh, MetadataFile.of("fresh").append(NOW.minus(Duration.ofHours(1))));
        beat();
        ask(Command.LAUNCH, guarded);
        ask(Command.LAUNCH, odd);
        ask(Command.LAUNCH, fresh);
        ask(Command.LAUNCH, new Subject("n0ne", "main", TableKey.of("sales", "none")));
        trigger.turn().turn();

        assertThat(runs.tables()).containsExactly("sales.daily");
        assertThat(answers())
                .hasSize(4)
                .allMatch(answer -> answer.startsWith("REFUSED Nothing was launched"))
                .anyMatch(answer -> answer.contains("GC_DISABLED: ") && answer.contains("ALTER TABLE"))
                .anyMatch(answer -> answer.contains("UNADDRESSABLE: "))
                .anyMatch(answer ->
                        answer.contains("LITTLE_BENEFIT: At HEAD an expiry of sales.fresh removes 0 snapshots"))
                .anyMatch(answer -> answer.contains("the table is not watched"));
    }

    @Test
    void whatHeadSaysWinsOverTheMeasurement() {
        trigger.turn();
        // Not published yet: the measurement still says that the table may be expired.
        commit(CALM, MetadataFile.grown("calm", 4, NOW).property("gc.enabled", "false"));
        ask(Command.LAUNCH, CALM);
        trigger.turn();

        assertThat(lastAnswer()).startsWith("REFUSED Nothing was launched. GC_DISABLED: ");
        assertThat(runs.tables()).containsExactly("sales.daily");
    }

    @Test
    void moreReferencesStillRefuseOrTrim() {
        log.addReference("audit");
        ask(Command.LAUNCH, CALM);
        trigger.turn();

        assertThat(lastAnswer()).startsWith("REFUSED Nothing was launched. MORE_REFERENCES: ");
        assertThat(runs.asked).isEmpty();
    }

    @Test
    void aLaunchWaitsForAnOpenRunAndExpires() {
        trigger.turn();
        ask(Command.LAUNCH, DAILY);
        trigger.turn().turn();
        assertThat(lastAnswer())
                .startsWith("WAITING Not launched yet. RUN_OPEN: ")
                .contains("until 2026-11-05T12:15:00Z");
        assertThat(why(DAILY))
                .contains("Wanted        a launch, asked for on Thu 2026-11-05 12:00 UTC by zoe@ops (move)");
        assertThat(answers()).hasSize(1);

        clock.pass(Duration.ofMinutes(15));
        trigger.turn();
        assertThat(lastAnswer()).startsWith("EXPIRED Not launched: ").contains("It was held by RUN_OPEN.");
        assertThat(why(DAILY)).doesNotContain("Wanted");
        runs.state = new RunState.Ended(RunState.End.FAILED, "x");
        trigger.turn().turn();
        assertThat(runs.asked).hasSize(1);
    }

    @Test
    void aLaunchWaitsForAPauseAndGoesOnAfterIt() {
        ask(Command.PAUSE, null);
        ask(Command.LAUNCH, CALM);
        trigger.turn();
        assertThat(lastAnswer()).startsWith("WAITING Not launched yet. PAUSED: ");
        assertThat(runs.asked).isEmpty();

        ask(Command.RESUME, null);
        trigger.turn();
        assertThat(runs.tables()).containsExactlyInAnyOrder("sales.daily", "sales.calm");
    }

    @Test
    void anOldLaunchIsReportedAndNotCarriedOut() {
        trigger.turn();
        trigger.close();
        ask(Command.LAUNCH, CALM);
        clock.pass(Duration.ofMinutes(16));
        for (int i = 0; i < 2; i++) {
            trigger = trigger();
            trigger.turn().turn();
            assertThat(answers())
                    .singleElement()
                    .asString()
                    .startsWith("EXPIRED Not launched: it was asked for at 2026-11-05T12:00:00Z");
            trigger.close();
        }
        assertThat(runs.tables()).containsExactly("sales.daily");

        ask(command(Command.LAUNCH, CALM, null, clock.instant().plus(Duration.ofHours(3))));
        restart();
        trigger.turn();
        assertThat(lastAnswer())
                .startsWith("EXPIRED Not launched: it is dated ")
                .contains("one of them is wrong");
    }

    @Test
    void ofTwoOperatorsAtOnceTheNewerHoldsAndBothAreAnswered() {
        trigger.turn();
        OperatorCommand first = command(Command.PAUSE, CALM, null, clock.instant());
        OperatorCommand second = command(Command.RESUME, CALM, null, clock.instant());
        ask(first);
        ask(second);
        trigger.turn();

        assertThat(answerTo(first)).startsWith("REPLACED Not carried out: a newer command, resume by zoe@ops");
        assertThat(answerTo(second)).startsWith("DONE The pause by zoe@ops");
        assertThat(trigger.board.pauses()).isEmpty();

        OperatorCommand one = command(Command.LAUNCH, CALM, null, clock.instant());
        OperatorCommand two = command(Command.LAUNCH, CALM, "trim", clock.instant());
        ask(one);
        ask(two);
        trigger.turn();
        assertThat(answerTo(one)).startsWith("REPLACED ");
        assertThat(answerTo(two)).startsWith("DONE Ordered as ").contains(": trim of sales.calm");
        restart();
        trigger.turn().turn();
        assertThat(runs.tables()).containsExactly("sales.daily", "sales.calm");
        assertThat(answers()).hasSize(4);
    }

    @Test
    void recordsOfOthersAreHarmless() {
        trigger.turn();
        int before = ledger.entries().size();
        String key = command(Command.LAUNCH, CALM, null, NOW).key();
        ledger.publish("operator/hold/everything", "{\"command\":\"PAUSE\"}", "dev.nessiewatch.operator.v1");
        ledger.publish("operator/hold/everything", "nonsense", "dev.nessiewatch.operator.v1");
        ledger.publish(key, "{}", "dev.nessiewatch.operator-answer.v1");
        ledger.publish("something", "{\"a\":1}", "dev.nessiewatch.later.v1");
        ledger.publish("c0ffee@main", "{\"a\":1}", "org.example.other");
        ledger.publish(key, null, "dev.nessiewatch.operator.v1");
        trigger.turn();
        restart();
        trigger.turn().turn();

        assertThat(trigger.isReady()).isTrue();
        assertThat(trigger.ended()).isZero();
        assertThat(trigger.board.pauses()).isEmpty();
        assertThat(ledger.entries()).hasSize(before);
        assertThat(answers()).isEmpty();
        runs.state = new RunState.Ended(RunState.End.FAILED, "x");
        trigger.turn();
        assertThat(ledger.verdicts()).containsExactly("Failed");
        assertThat(ledger.entries())
                .extracting(entry -> entry.at("/sequence").asLong())
                .containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void aPauseThatIsTakenOffTheTopicIsLifted() {
        ask(Command.PAUSE, null);
        trigger.turn();
        ledger.publish("operator/hold/everything", null, "dev.nessiewatch.operator.v1");
        restart();
        trigger.turn();

        assertThat(trigger.board.pauses()).isEmpty();
        assertThat(runs.tables()).containsExactly("sales.daily");
    }

    @Test
    void whyIsAnsweredWithTheTextOfThePageAndAnOldQuestionNotAtAll() {
        trigger.turn();
        ask(Command.WHY, CALM);
        trigger.turn();
        assertThat(lastAnswer()).isEqualTo("DONE " + why(CALM));
        assertThat(lastAnswer()).contains("sales.calm on main: NOTHING_TO_EXPIRE\n  Why           5 snapshots");
        trigger.turn();
        assertThat(answers()).hasSize(1);

        ask(Command.WHY, new Subject("n0ne", "main", TableKey.of("none")));
        trigger.turn();
        assertThat(lastAnswer()).startsWith("REFUSED No decision about this table");
        ask(Command.WHY, DAILY);
        clock.pass(Duration.ofMinutes(16));
        trigger.turn();
        restart();
        trigger.turn();
        assertThat(answers()).hasSize(2);
    }

    @Test
    void modeObserveSaysWhatItWouldLaunch() {
        runs.name = "observe";
        runs.state = new RunState.Ended(RunState.End.OBSERVED, "nothing");
        restart();
        ask(Command.LAUNCH, CALM);
        trigger.turn();

        assertThat(lastAnswer())
                .startsWith("DONE Mode is observe, so nothing is launched; it would be expire of sales.calm on main,"
                        + " removing 4 of 5 snapshots");
    }

    private void openBreaker() {
        runs.state = new RunState.Ended(RunState.End.FAILED, "out of memory");
        for (int i = 0; i < 30 && !isBroken(); i++) {
            trigger.turn();
            clock.pass(Duration.ofHours(1));
            beat();
        }
        assertThat(isBroken()).isTrue();
    }

    private boolean isBroken() {
        List<JsonNode> orders = ledger.entries();
        return !orders.isEmpty()
                && orders.get(orders.size() - 1).at("/breakerOpen").asBoolean();
    }

    private void beat() {
        try {
            tail.turn();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void restart() {
        trigger.close();
        trigger = trigger();
    }

    private TriggerUnderTest trigger() {
        return new TriggerUnderTest(place, log, runs, "writer-" + TESTS.incrementAndGet(), clock);
    }

    private void commit(Subject table, MetadataFile file) {
        String location = file.write(lake.resolve("v" + ++files + ".metadata.json"));
        log.put(table.key(), table.contentId(), new TableContent(location, file.currentId(), 0, 0, 0), null);
    }

    private void ask(Command command, @Nullable Subject table) {
        ask(command(command, table, null, clock.instant()));
    }

    private OperatorCommand command(Command command, @Nullable Subject table, @Nullable String mode, Instant at) {
        boolean expires = command == Command.LAUNCH || command == Command.WHY;
        return new OperatorCommand(
                OperatorCommand.SCHEMA,
                "command-" + ++commands,
                command,
                table,
                mode,
                "zoe@ops",
                "move",
                at,
                expires ? at.plus(Duration.ofMinutes(15)) : null);
    }

    private void ask(OperatorCommand command) {
        Outgoing outgoing = Records.command(place.prefix(), command);
        ledger.publish(
                outgoing.key(),
                new String(outgoing.value(), StandardCharsets.UTF_8),
                String.valueOf(outgoing.headers().get("ce_type")));
    }

    private Outcome outcome(Subject table) {
        return trigger.board.row(table.id()).orElseThrow().outcome();
    }

    private String why(Subject table) {
        return trigger.board.row(table.id()).orElseThrow().explanation().text();
    }

    private List<String> answers() {
        return ledger.records("dev.nessiewatch.operator-answer.v1").stream()
                .filter(answer -> answer.has("commandId"))
                .map(OperatorHandTest::inWords)
                .toList();
    }

    private String lastAnswer() {
        List<String> answers = answers();
        assertThat(answers).isNotEmpty();
        return answers.get(answers.size() - 1);
    }

    private String answerTo(OperatorCommand command) {
        return ledger.records("dev.nessiewatch.operator-answer.v1").stream()
                .filter(answer -> answer.at("/commandId").asText().equals(command.id()))
                .map(OperatorHandTest::inWords)
                .findFirst()
                .orElseThrow();
    }

    private static String inWords(JsonNode answer) {
        return answer.at("/outcome").asText() + " " + answer.at("/text").asText();
    }
}
