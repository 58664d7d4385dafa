// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.decide.Outcome;
import dev.nessiewatch.event.FeedIdentity;
import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.event.Records;
import dev.nessiewatch.event.TransactionalFeed;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.launch.Launched;
import dev.nessiewatch.launch.Launcher;
import dev.nessiewatch.launch.ObserveLauncher;
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
import java.util.LinkedHashMap;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The second and third door on a real broker: an order's way through the ledger, whatever dies in between. */
class TriggerDoorsTest {
    private static final Instant NOW = Instant.parse("2026-11-05T12:00:00Z");
    private static final TableId TABLE = new TableId("c0ffee", "main");
    private static final TableKey KEY = TableKey.of("sales", "daily");
    private static final AtomicInteger TESTS = new AtomicInteger();

    private static LocalKafka kafka;

    @TempDir
    Path lake;

    private final SetClock clock = new SetClock(NOW);
    private final ListedLog log = new ListedLog();
    private final Runs runs = new Runs();
    private final MetadataFile table = MetadataFile.grown("u", 40, NOW);
    private TailUnderTest.Place place;
    private LedgerTopic ledger;
    private TailUnderTest tail;
    private TriggerUnderTest trigger;
    private int files;

    /** A launcher that remembers what the ledger held when it was asked. */
    private final class Runs implements Launcher {
        final Map<String, Integer> asked = new LinkedHashMap<>();
        final List<List<String>> ledgerWhenAsked = new ArrayList<>();
        RunState state = new RunState.Running();
        String name = "fake";
        boolean dies;

        @Nullable
        Launched answer;

        @Override
        public String name() {
            return name;
        }

        @Override
        public Launched launch(ExpiryOrder order) {
            ledgerWhenAsked.add(ledger.phases());
            int times = asked.merge(order.id(), 1, Integer::sum);
            if (dies) {
                throw new IllegalStateException("killed");
            }
            return answer != null ? answer : new Launched.Run("run-" + order.id(), times > 1);
        }

        @Override
        public RunState state(String run) {
            return state;
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
        place = new TailUnderTest.Place(kafka.bootstrapServers(), "trigger-" + TESTS.incrementAndGet());
        ledger = new LedgerTopic(place);
        commit(table, null);
        tail = new TailUnderTest(
                place, log, new TailUnderTest.Watched(List.of("main"), List.of("(?!)")), "tail", clock);
        tail.turn();
        trigger = trigger("first");
    }

    @AfterEach
    void close() {
        trigger.close();
        tail.close();
    }

    @Test
    void theIntentIsOnTheLedgerBeforeAnythingIsCreated() {
        trigger.turn();

        assertThat(runs.ledgerWhenAsked).containsExactly(List.of("INTENDED"));
        assertThat(ledger.phases()).containsExactly("INTENDED", "LAUNCHED");
        JsonNode order = ledger.entries().get(0).at("/order");
        assertThat(order.at("/predictedRemoved").asInt()).isEqualTo(40);
        assertThat(order.at("/snapshotsBefore").asInt()).isEqualTo(41);
        assertThat(order.at("/head").asText()).isEqualTo(log.headHash());
        assertThat(ledger.entries().get(1).at("/run").asText())
                .isEqualTo("run-" + order.at("/id").asText());

        trigger.turn().turn();
        assertThat(ledger.phases()).hasSize(2);
        assertThat(runs.asked).hasSize(1);
    }

    @Test
    void aRestartBetweenAnyTwoStepsNeitherForgetsNorDoubles() {
        runs.dies = true;
        assertThatThrownBy(() -> trigger.turn()).hasMessage("killed");
        assertThat(ledger.phases()).containsExactly("INTENDED");

        restart();
        runs.dies = false;
        trigger.turn();
        assertThat(ledger.phases()).containsExactly("INTENDED", "LAUNCHED");
        assertThat(runs.asked).hasSize(1).containsValue(2);

        restart();
        trigger.turn();
        assertThat(ledger.phases()).hasSize(2);

        runs.state = new RunState.Ended(RunState.End.DONE, "done");
        log.setAway(true);
        restart();
        trigger.turn();
        assertThat(ledger.phases()).containsExactly("INTENDED", "LAUNCHED", "ENDED");

        log.setAway(false);
        commit(table.expire(NOW.minus(Duration.ofDays(7))), orderId());
        restart();
        trigger.turn().turn();
        assertThat(ledger.phases()).containsExactly("INTENDED", "LAUNCHED", "ENDED", "VERIFIED");
        assertThat(ledger.verdicts()).containsExactly("Effective");
        assertThat(ledger.entries())
                .extracting(entry -> entry.at("/sequence").asLong())
                .containsExactly(1L, 2L, 3L, 4L);
        assertThat(runs.asked).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"FAILED, Failed", "REFUSED, Failed", "DONE, NoEffect"})
    void badEndsDoubleTheCoolDownAndThenOpenTheBreaker(RunState.End end, String verdict) throws InterruptedException {
        runs.state = new RunState.Ended(end, "out of memory");
        List<Long> coolDowns = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            turns(2);
            assertThat(ledger.verdicts()).hasSize(i);
            JsonNode last = ledger.entries().get(ledger.entries().size() - 1);
            Instant until = Instant.parse(last.at("/coolDownUntil").asText());
            coolDowns.add(Duration.between(clock.instant(), until).toHours());
            assertThat(last.at("/breakerOpen").asBoolean()).isEqualTo(i == 3);
            clock.pass(Duration.between(clock.instant(), until).minusSeconds(1));
            turns(1);
            assertThat(ledger.verdicts()).as("while it cools down").hasSize(i);
            clock.pass(Duration.ofSeconds(2));
        }

        assertThat(coolDowns).containsExactly(2L, 4L, 8L);
        turns(2);
        assertThat(ledger.verdicts()).containsExactly(verdict, verdict, verdict);
        assertThat(outcome()).isEqualTo(Outcome.BREAKER_OPEN);
        restart();
        turns(2);
        assertThat(ledger.verdicts()).hasSize(3);
    }

    /** What mode observe says of each of its own runs would be untrue of a run that was launched. */
    @Test
    void aRunOfAnotherModeIsNotSpokenForButAwaitedAndJudgedByHead() throws InterruptedException {
        trigger.turn();
        runs.name = "observe";
        runs.state = ObserveLauncher.ENDED;
        restart();
        turns(3);
        assertThat(ledger.phases()).containsExactly("INTENDED", "LAUNCHED");

        commit(table.expire(NOW.minus(Duration.ofDays(7))), orderId());
        clock.pass(Duration.ofHours(2).plusSeconds(1));
        turns(2);
        assertThat(ledger.verdicts()).containsExactly("Effective");
        assertThat(ledger.entries().get(3).at("/verdict/cause").asText())
                .contains("it was started in mode fake, whose runs mode observe does not see");
        assertThat(runs.asked).hasSize(1);
    }

    @Test
    void anOrderThatWasOnlyObservedIsNotLaunchedByALaterMode() throws InterruptedException {
        runs.name = "observe";
        runs.dies = true;
        restart();
        assertThatThrownBy(() -> trigger.turn()).hasMessage("killed");
        assertThat(ledger.entries().get(0).at("/launcher").asText()).isEqualTo("observe");

        runs.dies = false;
        runs.name = "fake";
        restart();
        turns(1);
        assertThat(ledger.verdicts()).containsExactly("Observed");
        assertThat(runs.asked).as("asked for by observe, and not again").containsOnly(Map.entry(orderId(), 1));
    }

    /** It tells nothing of the table: it neither opens the breaker nor forgives what was bad before. */
    @Test
    void anEndBecauseNessieWasAwayLeavesTheBadOnesAsTheyWere() throws InterruptedException {
        runs.state = new RunState.Ended(RunState.End.FAILED, "out of memory");
        turns(2);
        runs.state = new RunState.Ended(RunState.End.UNAVAILABLE, "Nessie does not answer at http://nessie/");
        for (int i = 0; i < 4; i++) {
            clock.pass(Duration.ofHours(3));
            turns(2);
        }

        JsonNode last = ledger.entries().get(ledger.entries().size() - 1);
        assertThat(ledger.verdicts()).containsOnly("Failed").hasSize(5);
        assertThat(last.at("/verdict/cause").asText())
                .isEqualTo("Nessie was away while the job ran: Nessie does not answer at http://nessie/");
        assertThat(last.at("/failures").asInt()).isEqualTo(1);
        assertThat(last.at("/breakerOpen").asBoolean()).isFalse();
    }

    @Test
    void aGoodEndForgivesTheBadOnes() throws InterruptedException {
        runs.state = new RunState.Ended(RunState.End.FAILED, "out of memory");
        turns(2);
        clock.pass(Duration.ofHours(3));
        runs.state = new RunState.Running();
        turns(2);
        commit(table.expire(NOW.minus(Duration.ofDays(8))), orderId());
        runs.state = new RunState.Ended(RunState.End.DONE, "done");
        turns(2);

        assertThat(ledger.verdicts()).containsExactly("Failed", "Effective");
        assertThat(ledger.entries()
                        .get(ledger.entries().size() - 1)
                        .at("/failures")
                        .asInt())
                .isZero();
    }

    @Test
    void aRunThatCannotBeCreatedIsTriedAgainAndGivenUpInTheEnd() throws InterruptedException {
        runs.answer = new Launched.Later("no room");
        turns(3);
        assertThat(ledger.phases()).containsExactly("INTENDED");

        clock.pass(Duration.ofHours(3));
        turns(1);
        assertThat(ledger.verdicts()).containsExactly("Failed");
        assertThat(ledger.phases()).containsExactly("INTENDED", "ENDED", "VERIFIED");
        assertThat(ledger.entries().get(2).at("/verdict/cause").asText()).contains("no room");
    }

    @Test
    void aRunWhoseCreateWasNeverAnsweredIsJudgedByHeadInTheEnd() throws InterruptedException {
        runs.answer = new Launched.Later("no answer");
        turns(2);
        commit(table.expire(NOW.minus(Duration.ofDays(7))), orderId());

        clock.pass(Duration.ofHours(3));
        turns(1);
        assertThat(ledger.verdicts()).containsExactly("CleanupIncomplete");
    }

    @Test
    void aRunThatHangsIsGivenUpAfterItsDeadline() throws InterruptedException {
        turns(2);
        clock.pass(Duration.ofHours(2).plusSeconds(1));
        turns(1);

        assertThat(ledger.verdicts()).containsExactly("Failed");
        assertThat(ledger.entries().get(3).at("/verdict/cause").asText()).contains("nessiewatch.launch.run-deadline");
    }

    @Test
    void aClockThatIsSetNeitherGivesARunUpEarlyNorKeepsItForEver() throws InterruptedException {
        for (Duration jump : new Duration[] {Duration.ofHours(5), Duration.ofHours(-9)}) {
            turns(2);
            int before = ledger.verdicts().size();
            clock.jump(jump);
            turns(2);
            assertThat(ledger.verdicts()).as("%s, at once", jump).hasSize(before);
            clock.pass(Duration.ofHours(2).minusSeconds(1));
            turns(1);
            assertThat(ledger.verdicts()).as("%s, before its time", jump).hasSize(before);
            clock.pass(Duration.ofSeconds(2));
            turns(1);
            assertThat(ledger.verdicts()).as("%s, past its time", jump).hasSize(before + 1);
            clock.pass(Duration.ofDays(2));
        }
    }

    @Test
    void aVerdictThatIsDueComesInTimeWhateverTheClockIsSetTo() throws InterruptedException {
        turns(2);
        runs.state = new RunState.Ended(RunState.End.DONE, "done");
        log.setAway(true);
        trigger.turn();
        assertThat(ledger.phases()).endsWith("ENDED");

        clock.jump(Duration.ofHours(7));
        trigger.turn();
        assertThat(ledger.verdicts()).isEmpty();
        clock.jump(Duration.ofHours(-12));
        clock.pass(Duration.ofMinutes(30).plusSeconds(1));
        trigger.turn();
        assertThat(ledger.verdicts()).containsExactly("Unproven");
    }

    @Test
    void whatHeadRefusedIsAskedForAgainInItsTimeWhateverTheClockIsSetTo() {
        log.addReference("audit");
        trigger.turn();
        log.removeReference("audit");
        for (Duration jump : new Duration[] {Duration.ofMinutes(20), Duration.ofMinutes(-20)}) {
            clock.jump(jump);
            trigger.deafTurn();
            assertThat(ledger.phases()).as("%s, before its time", jump).isEmpty();
        }
        clock.pass(Duration.ofSeconds(31));
        trigger.deafTurn();
        assertThat(ledger.phases()).containsExactly("INTENDED", "LAUNCHED");
    }

    @Test
    void whatHeadDoesNotConfirmIsNotOrdered() {
        log.addReference("audit");
        trigger.turn();

        assertThat(ledger.phases()).isEmpty();
        assertThat(outcome()).isEqualTo(Outcome.LAUNCH);
        log.removeReference("audit");
        trigger.turn();
        assertThat(ledger.phases()).containsExactly("INTENDED", "LAUNCHED");
    }

    @Test
    void aStaleFeedLaunchesNothing() {
        clock.pass(Duration.ofMinutes(26));

        trigger.turn();

        assertThat(outcome()).isEqualTo(Outcome.STALE);
        assertThat(ledger.phases()).isEmpty();
    }

    @Test
    void anOrderOfAnUnknownModeIsLeftAloneAndHoldsUpNothing() {
        LedgerEntry strange = Facts.entry("other", 1, LedgerEntry.Phase.INTENDED);
        String json = new String(
                        new Records(new FeedIdentity("test", place.prefix()))
                                .ledger(strange)
                                .value(),
                        StandardCharsets.UTF_8)
                .replace("\"expire\"", "\"shrink\"");
        ledger.publish(strange.id().text(), json, "dev.nessiewatch.ledger.v1");

        trigger.turn();

        assertThat(trigger.book.openOrders()).hasSize(2);
        assertThat(ledger.phases()).containsExactlyInAnyOrder("INTENDED", "INTENDED", "LAUNCHED");
    }

    @Test
    void ofTwoTriggersExactlyOneGoesOn() throws InterruptedException {
        turns(2);
        try (TriggerUnderTest second = trigger("second");
                LogLines said = new LogLines(Exit.class)) {
            second.turn();
            runs.state = new RunState.Ended(RunState.End.FAILED, "x");
            second.turn();
            assertThat(ledger.phases()).containsExactly("INTENDED", "LAUNCHED", "ENDED", "VERIFIED");

            trigger.deafTurn();
            assertThat(trigger.isReady()).as("its own write was refused").isFalse();
            for (int i = 0; i < 3 && trigger.ended() == 0; i++) {
                trigger.turn();
            }
            assertThat(trigger.ended()).isEqualTo(1);
            assertThat(said.lines()).singleElement().asString().contains("Another trigger (second) writes since ");
            second.turn();
            assertThat(second.ended()).isZero();
            assertThat(ledger.phases()).hasSize(4);
        }
    }

    @Test
    void aTriggerThatIsAloneGoesOnWhenItsProducerIsLost() throws InterruptedException {
        turns(2);
        // What the ledger holds was written by an earlier process.
        restart("second");
        turns(1);
        try (TransactionalFeed passing = new TransactionalFeed(place.config(), place.clients(), "trigger")) {
            passing.open();
        }
        runs.state = new RunState.Ended(RunState.End.FAILED, "x");
        turns(3);

        assertThat(trigger.ended()).isZero();
        assertThat(ledger.verdicts()).containsExactly("Failed");
    }

    private void turns(int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            tail.turn();
            trigger.turn();
        }
    }

    private void restart() {
        restart("writer-" + TESTS.incrementAndGet());
    }

    private void restart(String writer) {
        trigger.close();
        trigger = trigger(writer);
    }

    private TriggerUnderTest trigger(String writer) {
        return new TriggerUnderTest(place, log, runs, writer, clock);
    }

    private void commit(MetadataFile file, @Nullable String orderId) {
        String location = file.write(lake.resolve("v" + ++files + ".metadata.json"));
        log.put(KEY, TABLE.contentId(), new TableContent(location, file.currentId(), 0, 0, 0), orderId);
    }

    private Outcome outcome() {
        return trigger.board.row(TABLE).orElseThrow().outcome();
    }

    private String orderId() {
        return ledger.entries().get(ledger.entries().size() - 1).at("/order/id").asText();
    }
}
