// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static dev.nessiewatch.Facts.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.event.OperatorAnswer;
import dev.nessiewatch.event.OperatorAnswer.Outcome;
import dev.nessiewatch.event.OperatorCommand;
import dev.nessiewatch.event.OperatorCommand.Command;
import dev.nessiewatch.event.OperatorCommand.Subject;
import dev.nessiewatch.event.Partition;
import dev.nessiewatch.event.Received;
import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OperatorBookTest {
    private static final Subject TABLE = new Subject("A", "main", TableKey.of("a"));

    private final OperatorBook book = new OperatorBook();
    private long offset;

    @Test
    void theNewestHoldOfASubjectIsItsState() {
        hear(command("1", Command.PAUSE, TABLE));
        assertThat(book.pauseOf(TABLE.id())).isNotNull();
        hear(command("2", Command.PAUSE, null));
        hear(command("3", Command.RESUME, TABLE));

        assertThat(book.pauseOf(TABLE.id())).isEqualTo(command("2", Command.PAUSE, null));
        hear(command("4", Command.RESUME, null));
        assertThat(book.pauseOf(TABLE.id())).isNull();
        assertThat(book.pauses()).isEmpty();
    }

    @Test
    void aLaunchIsNoHold() {
        hear(command("1", Command.PAUSE, TABLE));
        hear(command("2", Command.LAUNCH, TABLE));

        assertThat(book.pauseOf(TABLE.id())).isNotNull();
        assertThat(book.wish(TABLE.id())).contains(command("2", Command.LAUNCH, TABLE));
    }

    @Test
    void aTopicThatIsReadAgainChangesNothing() {
        OperatorCommand pause = command("1", Command.PAUSE, TABLE);
        hear(pause);
        hear(command("2", Command.RESUME, TABLE));
        book.commanded(pause, received(0));

        assertThat(book.pauseOf(TABLE.id())).isNull();
        assertThat(book.pending()).extracting(OperatorCommand::id).containsExactly("2");
    }

    @Test
    void anAnswerIsFinalUnlessItSaysThatMoreFollows() {
        OperatorCommand launch = command("1", Command.LAUNCH, TABLE);
        hear(launch);
        book.answered(answer(launch, Outcome.WAITING));
        assertThat(book.wish(TABLE.id())).isPresent();

        book.answered(answer(launch, Outcome.DONE));
        // What the topic still repeats comes later than what this process already knows.
        book.answered(answer(launch, Outcome.WAITING));
        assertThat(book.wish(TABLE.id())).isEmpty();
        assertThat(book.pending()).isEmpty();
    }

    @Test
    void answersMayBeReadBeforeTheirCommands() {
        OperatorCommand launch = command("1", Command.LAUNCH, TABLE);
        book.answered(answer(launch, Outcome.DONE));
        hear(launch);

        assertThat(book.pending()).isEmpty();
    }

    @Test
    void whatWasReplacedIsToldOnlyWhereSomebodyWaits() {
        OperatorCommand one = command("1", Command.PAUSE, TABLE);
        OperatorCommand two = command("2", Command.RESUME, TABLE);
        hear(one);
        hear(two);
        assertThat(book.replacedBy(two)).as("before anybody listened").isEmpty();

        book.listen();
        OperatorCommand three = command("3", Command.PAUSE, TABLE);
        hear(three);
        assertThat(book.replacedBy(three)).containsExactly(two);
        book.answered(answer(two, Outcome.REPLACED));
        assertThat(book.replacedBy(three)).isEmpty();
        assertThat(book.pending()).containsExactly(three);
    }

    @Test
    void aTombstoneTakesACommandBack() {
        hear(command("1", Command.PAUSE, null));
        book.withdrawn("operator/hold/everything");
        book.withdrawn("operator/hold/nobody");

        assertThat(book.pauseOfAll()).isNull();
        assertThat(book.pending()).isEmpty();
    }

    /** Whatever is heard in whatever order: each command is pending at most until its answer, and states are the newest. */
    @Test
    void anyHistoryReadInAnyInterleavingOfItsPartitionsGivesTheSameState() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 300; run++) {
            List<OperatorCommand> commands = new ArrayList<>();
            List<OperatorAnswer> answers = new ArrayList<>();
            Map<String, OperatorCommand> newest = new HashMap<>();
            Set<String> answered = new HashSet<>();
            for (int i = 0; i < 12; i++) {
                OperatorCommand next = command(
                        run + "-" + i,
                        List.of(Command.PAUSE, Command.RESUME, Command.LAUNCH).get(random.nextInt(3)),
                        TABLE);
                commands.add(next);
                newest.put(next.key(), next);
                if (random.nextBoolean()) {
                    answers.add(answer(next, Outcome.DONE));
                    answered.add(next.id());
                }
            }
            OperatorBook read = new OperatorBook();
            int c = 0;
            int a = 0;
            while (c < commands.size() || a < answers.size()) {
                if (a == answers.size() || (c < commands.size() && random.nextBoolean())) {
                    read.commanded(commands.get(c), received(c++));
                } else {
                    read.answered(answers.get(a++));
                }
            }
            assertThat(read.pending())
                    .as("seed " + seed + ", run " + run)
                    .containsExactlyInAnyOrderElementsOf(newest.values().stream()
                            .filter(command -> !answered.contains(command.id()))
                            .toList());
        }
    }

    private void hear(OperatorCommand command) {
        book.commanded(command, received(offset++));
    }

    @SuppressWarnings("NullAway") // It does not see an array's @Nullable in a class file.
    private static Received received(long offset) {
        return new Received(new Partition("t", 0), offset, "k", null, Map.of());
    }

    private static OperatorCommand command(String id, Command command, @Nullable Subject table) {
        boolean expires = command == Command.LAUNCH;
        return new OperatorCommand(
                OperatorCommand.SCHEMA,
                id,
                command,
                table,
                null,
                "zoe",
                null,
                NOW,
                expires ? NOW.plus(Duration.ofMinutes(15)) : null);
    }

    private static OperatorAnswer answer(OperatorCommand command, Outcome outcome) {
        return OperatorAnswer.to(command, outcome, "said", "w", NOW);
    }
}
