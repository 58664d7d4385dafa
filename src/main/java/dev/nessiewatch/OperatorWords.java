// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.decide.Pause;
import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.event.OperatorAnswer;
import dev.nessiewatch.event.OperatorCommand;
import dev.nessiewatch.event.OperatorCommand.Command;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the trigger says to operators, and about them. */
final class OperatorWords {
    private static final int MOST_NAMES = 5;

    private final OperatorBook operators;
    private final TriggerBook tables;

    OperatorWords(OperatorBook operators, TriggerBook tables) {
        this.operators = operators;
        this.tables = tables;
    }

    /** The pause as decisions know it. */
    static Pause pause(OperatorCommand command) {
        OperatorCommand.Subject table = command.table();
        return new Pause(
                table == null ? null : table.id(),
                table == null ? null : table.key(),
                command.who(),
                command.at(),
                command.reason());
    }

    /** One line about an answer: what was asked, by whom, when, what came of it. */
    static String line(OperatorAnswer answer) {
        OperatorCommand.Subject table = answer.table();
        String subject = table == null ? "everything" : table.key().display() + " on " + table.reference();
        return answer.command().name().toLowerCase(Locale.ROOT) + " " + subject + ", asked by " + answer.who() + " at "
                + answer.askedAt() + ": " + answer.outcome() + ". " + answer.text();
    }

    /** The last command about a table, for its lines in {@code why}. */
    static String last(OperatorAnswer answer) {
        return answer.command().name().toLowerCase(Locale.ROOT) + " by " + answer.who() + " at "
                + answer.askedAt().truncatedTo(ChronoUnit.SECONDS) + ": " + answer.outcome() + ". " + answer.text();
    }

    static String replacedBy(OperatorCommand newer) {
        return "Not carried out: a newer command, " + newer.command().name().toLowerCase(Locale.ROOT) + " by "
                + newer.who() + " at " + newer.at() + ", came first.";
    }

    /** What a wanted launch came to. */
    static String ordered(ExpiryOrder order, String launcher) {
        boolean observes = launcher.equals("observe");
        return (observes ? "Mode is observe, so nothing is launched; it would be " : "Ordered as " + order.id() + ": ")
                + order.mode().text() + " of " + order.key().display() + " on "
                + order.table().reference() + ", removing " + order.predictedRemoved() + " of "
                + order.before().snapshots() + " snapshots, those older than " + order.cutoff()
                + (observes ? "." : ", by launcher " + launcher + ".") + " " + order.why();
    }

    OperatorAnswer.Outcome outcomeOfPause(OperatorCommand command) {
        return wasPaused(command) ? OperatorAnswer.Outcome.NOTHING_TO_DO : OperatorAnswer.Outcome.DONE;
    }

    /** Whether the same subject was paused before this command. */
    boolean wasPaused(OperatorCommand command) {
        OperatorCommand before = operators.before(command);
        return before != null && before.command() == Command.PAUSE;
    }

    String paused(OperatorCommand command) {
        OperatorCommand before = operators.before(command);
        if (before != null && before.command() == Command.PAUSE) {
            return "It was paused already, by " + by(before) + "; it stays paused, now in the name of " + command.who()
                    + ".";
        }
        OperatorCommand.Subject table = command.table();
        long open = table == null
                ? tables.openOrders().size()
                : tables.openOrders().stream()
                        .filter(entry -> entry.id().equals(table.id()))
                        .count();
        return "Nothing is launched " + (table == null ? "any more" : "for this table any more") + " until: nessiewatch"
                + " resume" + (table == null ? "" : " " + argument(table)) + ". "
                + (open == 0 ? "No run is open." : runs(open) + " on and will be verified.")
                + (command.reason() == null ? "" : " Reason: " + command.reason());
    }

    /** The table as a shell takes it for one argument. */
    private static String argument(OperatorCommand.Subject table) {
        String name = table.key().display();
        return name.matches("[\\w.-]+") ? name : "'" + name.replace("'", "'\\''") + "'";
    }

    /**
     * What a resume came to.
     *
     * @param broken the record that holds the open breaker; null when there is none
     */
    String resumed(OperatorCommand command, @Nullable LedgerEntry broken) {
        List<String> done = new ArrayList<>();
        OperatorCommand before = operators.before(command);
        if (before != null && before.command() == Command.PAUSE) {
            done.add("The pause by " + by(before) + " is lifted.");
        }
        if (broken != null) {
            done.add("The breaker is closed; " + broken.failures() + " bad ends in a row are forgotten.");
        }
        if (done.isEmpty()) {
            done.add(
                    command.table() == null
                            ? "Launches were not paused as a whole."
                            : "The table was not paused, and its breaker was not open.");
        }
        done.addAll(stillHeld(command));
        return String.join(" ", done);
    }

    private List<String> stillHeld(OperatorCommand command) {
        List<String> held = new ArrayList<>();
        OperatorCommand all = operators.pauseOfAll();
        if (command.table() != null) {
            if (all != null) {
                held.add("All launches are still paused, by " + by(all) + ".");
            }
            return held;
        }
        List<String> paused = operators.pauses().stream()
                .filter(pause -> pause.table() != null)
                .map(OperatorCommand::subject)
                .toList();
        add(held, "paused on their own", paused);
        add(
                held,
                "held by an open breaker",
                tables.closedOrders().stream()
                        .filter(LedgerEntry::breakerOpen)
                        .map(entry -> entry.order().key().display() + " on "
                                + entry.order().reference())
                        .sorted()
                        .toList());
        return held;
    }

    private static void add(List<String> held, String how, List<String> names) {
        if (!names.isEmpty()) {
            held.add("Still " + how + ": "
                    + names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
                    + (names.size() > MOST_NAMES ? " and " + (names.size() - MOST_NAMES) + " more" : "")
                    + "; each goes on with nessiewatch resume and its name.");
        }
    }

    private static String by(OperatorCommand command) {
        return command.who() + " at " + command.at() + (command.reason() == null ? "" : " (" + command.reason() + ")");
    }

    private static String runs(long open) {
        return open == 1 ? "1 open run goes" : open + " open runs go";
    }
}
