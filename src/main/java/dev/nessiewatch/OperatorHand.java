// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.confirm.Confirmation;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.decide.Board;
import dev.nessiewatch.decide.Decision;
import dev.nessiewatch.decide.Draft;
import dev.nessiewatch.decide.Hand;
import dev.nessiewatch.decide.Outcome;
import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.event.OperatorAnswer;
import dev.nessiewatch.event.OperatorCommand;
import dev.nessiewatch.event.OperatorCommand.Command;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.observe.Meters;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what operators ask for, each command once: its final answer is written in the transaction that carries it
 * out. A pause holds from the moment it is heard; its answer only tells so.
 */
final class OperatorHand {
    private static final Logger LOG = Logger.getLogger(OperatorHand.class);
    /** A command dated further ahead than this was written by a clock that is wrong. */
    private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(15);

    private static final int MOST_IN_A_TURN = 100;

    /** Reasons that pass by themselves, or that an operator may lift: a launch stays wanted behind them. */
    private static final Set<Outcome> PASSING =
            EnumSet.of(Outcome.STALE, Outcome.RUN_OPEN, Outcome.WEEKLY_RUNNING, Outcome.QUEUED, Outcome.PAUSED);

    private final Books books;
    private final Ledger ledger;
    private final OperatorWords words;
    private final Meters meters;
    private final Clock clock;
    /** What was said last of a launch that waits, so that it is said once. */
    private final Map<String, String> waiting = new HashMap<>();
    /** A flood of commands must not hold up decisions: what is left over waits for the next turn. */
    private int answersLeft = MOST_IN_A_TURN;

    /** What is known: what operators said, what the topics say of tables, and the last decisions. */
    record Books(OperatorBook operators, TriggerBook tables, Board board) {}

    OperatorHand(Books books, Ledger ledger, Meters meters, Clock clock) {
        this.books = books;
        this.ledger = ledger;
        this.words = new OperatorWords(books.operators(), books.tables());
        this.meters = meters;
        this.clock = clock;
    }

    /** Carries out what needs no decision. To be called at the beginning of a turn, when the ledger is ready. */
    void turn() {
        books.operators().listen();
        answersLeft = MOST_IN_A_TURN;
        List<OperatorCommand> pending = books.operators().pending();
        // What is answered is shown already: the page is never behind the answer.
        showPauses();
        boolean goesOn = true;
        for (OperatorCommand command : pending) {
            goesOn = goesOn && answersLeft > 0 && ledger.isReady() && carryOut(command);
        }
    }

    private void showPauses() {
        List<OperatorCommand> pauses = books.operators().pauses();
        books.board().paused(pauses.stream().map(OperatorWords::pause).toList());
        boolean everything = pauses.stream().anyMatch(pause -> pause.table() == null);
        meters.paused(everything, pauses.size() - (everything ? 1 : 0));
    }

    /** Answers questions, from decisions that were just made. To be called at the end of a turn. */
    void answerQuestions() {
        boolean goesOn = true;
        for (OperatorCommand command : books.operators().pending()) {
            OperatorCommand.Subject table = command.table();
            if (command.command() == Command.WHY && table != null) {
                goesOn = goesOn && answersLeft > 0 && ledger.isReady() && tellWhy(command, table.id());
            }
        }
    }

    private boolean tellWhy(OperatorCommand command, TableId table) {
        Optional<Board.Row> row = books.board().row(table);
        return answer(
                command,
                row.isPresent() ? OperatorAnswer.Outcome.DONE : OperatorAnswer.Outcome.REFUSED,
                row.map(found -> found.explanation().text())
                        .orElse("No decision about this table: it is not watched, or not measured yet."));
    }

    /** What operators asked for about a table. */
    Hand on(TableId table, Optional<OperatorCommand> wish) {
        OperatorCommand pause = books.operators().pauseOf(table);
        OperatorAnswer last = books.operators().lastAnswer(table);
        return new Hand(
                pause == null ? null : OperatorWords.pause(pause),
                wish.map(command -> new Hand.Wish(
                                command.who(),
                                command.at(),
                                OperatorCommand.TRIM.equals(command.mode()),
                                command.reason()))
                        .orElse(null),
                last == null ? null : OperatorWords.last(last));
    }

    /** Whether launches of the table are paused at this moment. */
    boolean pauses(TableId table) {
        return books.operators().pauseOf(table) != null;
    }

    /** A launch of the table that is wanted now. */
    Optional<OperatorCommand> wish(TableId table) {
        return books.operators().wish(table).filter(command -> expiry(command) == null);
    }

    /** Tables to be decided anew for what operators did, or want. */
    Set<TableId> touched() {
        Set<TableId> touched = books.operators().takeTouched();
        books.operators().pending().stream()
                .map(OperatorCommand::table)
                .filter(table -> table != null)
                .forEach(table -> touched.add(table.id()));
        touched.retainAll(Set.copyOf(books.tables().tables()));
        return touched;
    }

    /** A wanted launch was decided against, for now or for good. */
    void held(OperatorCommand wish, Decision decision) {
        String why = decision.outcome() + ": " + decision.why() + " " + decision.next();
        if (PASSING.contains(decision.outcome())) {
            waits(wish, decision.outcome().name(), why);
        } else {
            answer(wish, OperatorAnswer.Outcome.REFUSED, "Nothing was launched. " + why);
        }
    }

    /** HEAD did not confirm a wanted launch. */
    void unconfirmed(OperatorCommand wish, Draft draft, Confirmation.Refused no) {
        String why = no.reason() + ": " + no.why() + (no.why().endsWith(".") ? "" : ".");
        if (no.reason() == Confirmation.Reason.UNAVAILABLE) {
            waits(wish, no.reason().name(), why);
        } else {
            answer(
                    wish,
                    OperatorAnswer.Outcome.REFUSED,
                    "Nothing was launched. " + why + " Measured before: " + draft.why());
        }
    }

    /** The answers that belong into the transaction of the order that a wish came to. */
    List<OperatorAnswer> ordered(OperatorCommand wish, ExpiryOrder order) {
        return answers(wish, OperatorAnswer.Outcome.DONE, OperatorWords.ordered(order, ledger.launcher()));
    }

    /** Answers are on the ledger. */
    void said(List<OperatorAnswer> answers) {
        for (OperatorAnswer answer : answers) {
            answersLeft--;
            books.operators().answered(answer);
            if (answer.isFinal()) {
                waiting.remove(answer.commandId());
                meters.commanded(answer.command().name(), answer.outcome().name());
            }
            if (answer.command() != Command.WHY) {
                LOG.infof("Operator: %s", OperatorWords.line(answer));
            }
        }
    }

    /** False when the ledger could not be written. */
    private boolean carryOut(OperatorCommand command) {
        return switch (command.command()) {
            case PAUSE -> answer(command, words.outcomeOfPause(command), words.paused(command));
            case RESUME -> resume(command);
            case LAUNCH -> checkLaunch(command);
            case WHY -> checkQuestion(command);
        };
    }

    private boolean resume(OperatorCommand command) {
        OperatorCommand.Subject table = command.table();
        LedgerEntry last =
                table == null ? null : books.tables().order(table.id()).orElse(null);
        LedgerEntry broken = last != null && last.breakerOpen() ? last : null;
        OperatorAnswer.Outcome outcome = broken != null || words.wasPaused(command)
                ? OperatorAnswer.Outcome.DONE
                : OperatorAnswer.Outcome.NOTHING_TO_DO;
        List<OperatorAnswer> answers = answers(command, outcome, words.resumed(command, broken));
        boolean written = broken == null ? ledger.answer(answers) : ledger.resumed(broken, command, answers);
        if (written) {
            said(answers);
        }
        return written;
    }

    private boolean checkLaunch(OperatorCommand command) {
        String expired = expiry(command);
        if (expired != null) {
            String held = waiting.get(command.id());
            String text = "Not launched: " + expired + (held == null ? "" : " It was held by " + held + ".");
            return answer(command, OperatorAnswer.Outcome.EXPIRED, text);
        }
        OperatorCommand.Subject table = command.table();
        if (table == null || !books.tables().isMeasured(table.id())) {
            return answer(
                    command,
                    OperatorAnswer.Outcome.REFUSED,
                    "Nothing was launched: the table is not watched, or was not measured yet.");
        }
        return true;
    }

    private boolean checkQuestion(OperatorCommand command) {
        if (expiry(command) != null) {
            books.operators().forget(command);
        }
        return true;
    }

    /** Why a command is not carried out any more; null when it is. */
    private @Nullable String expiry(OperatorCommand command) {
        Instant now = clock.instant();
        Instant until = command.expiresAt();
        if (until != null && !now.isBefore(until)) {
            return "it was asked for at " + command.at() + " and valid until " + until + "; it is " + now + " now.";
        }
        if (until != null && command.at().isAfter(now.plus(CLOCKS_DIFFER))) {
            return "it is dated " + command.at() + ", and the trigger's clock says " + now + "; one of them is wrong.";
        }
        return null;
    }

    private void waits(OperatorCommand wish, String reason, String why) {
        if (reason.equals(waiting.get(wish.id()))) {
            return;
        }
        String text = "Not launched yet. " + why + " The launch stays wanted until " + wish.expiresAt() + ".";
        if (answer(wish, OperatorAnswer.Outcome.WAITING, text)) {
            waiting.put(wish.id(), reason);
        }
    }

    private boolean answer(OperatorCommand command, OperatorAnswer.Outcome outcome, String text) {
        List<OperatorAnswer> answers = answers(command, outcome, text);
        if (!ledger.answer(answers)) {
            return false;
        }
        said(answers);
        return true;
    }

    /** What this command replaced is answered first: the newest answer of a key must be that of its newest command. */
    private List<OperatorAnswer> answers(OperatorCommand command, OperatorAnswer.Outcome outcome, String text) {
        Instant now = clock.instant();
        List<OperatorAnswer> answers = new ArrayList<>(books.operators().replacedBy(command).stream()
                .map(old -> OperatorAnswer.to(
                        old,
                        OperatorAnswer.Outcome.REPLACED,
                        OperatorWords.replacedBy(command),
                        ledger.writerId(),
                        now))
                .toList());
        answers.add(OperatorAnswer.to(command, outcome, text, ledger.writerId(), now));
        return answers;
    }
}
