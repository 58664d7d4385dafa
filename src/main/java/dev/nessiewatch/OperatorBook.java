// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.event.OperatorAnswer;
import dev.nessiewatch.event.OperatorCommand;
import dev.nessiewatch.event.OperatorCommand.Command;
import dev.nessiewatch.event.Received;
import dev.nessiewatch.lake.TableId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What operators asked for and what came of it, as read from the ledger topic. Of each kind and subject the newest command
 * holds, by its place in the topic. A pause is a state; everything else is carried out when it has no final answer yet.
 * The channels write, the trigger's turn reads; every access holds the one lock.
 */
final class OperatorBook {
    /** Answers of this process that the topic may still be about to repeat. */
    private static final int MOST_ANSWERED = 10_000;

    private final Map<String, Heard> newest = new HashMap<>();
    private final Map<String, OperatorCommand> holdBefore = new HashMap<>();
    private final Map<String, OperatorAnswer> answers = new HashMap<>();
    private final Map<String, List<OperatorCommand>> replaced = new HashMap<>();
    private final Set<TableId> touched = new LinkedHashSet<>();
    private final Map<String, Boolean> answered = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_ANSWERED;
        }
    };
    private boolean listening;

    private record Heard(OperatorCommand command, Place place) {}

    private record Place(int partition, long offset) {}

    /** From now on somebody waits for an answer to each command that is replaced before it was carried out. */
    synchronized void listen() {
        listening = true;
    }

    /** A command, and where it was read. */
    synchronized void commanded(OperatorCommand command, Received received) {
        String key = command.key();
        Place place = new Place(received.partition().number(), received.offset());
        Heard before = newest.get(key);
        if (before != null
                && before.place().partition() == place.partition()
                && before.place().offset() >= place.offset()) {
            return;
        }
        newest.put(key, new Heard(command, place));
        if (before != null && isHold(command)) {
            holdBefore.put(key, before.command());
        }
        if (before != null && listening && !isAnswered(before.command())) {
            replaced.computeIfAbsent(key, k -> new ArrayList<>()).add(before.command());
        }
        touch(command.table());
    }

    /** An answer, of this process or an earlier one. */
    synchronized void answered(OperatorAnswer answer) {
        if (answer.isFinal()) {
            answered.put(answer.commandId(), true);
        }
        if (answer.command() == Command.WHY) {
            newest.computeIfPresent(
                    answer.commandKey(),
                    (key, heard) -> heard.command().id().equals(answer.commandId()) ? null : heard);
        } else if (answer.outcome() != OperatorAnswer.Outcome.REPLACED) {
            answers.put(answer.commandKey(), answer);
        }
        List<OperatorCommand> waiting = replaced.get(answer.commandKey());
        if (waiting != null) {
            waiting.removeIf(command -> command.id().equals(answer.commandId()));
        }
        touch(answer.table());
    }

    /** A command was taken off the topic: it is as if it had never been given. */
    synchronized void withdrawn(String key) {
        Heard heard = newest.remove(key);
        if (heard != null) {
            holdBefore.remove(key);
            touch(heard.command().table());
        }
    }

    /** A question that nobody waits for any more. */
    synchronized void forget(OperatorCommand question) {
        newest.computeIfPresent(question.key(), (key, heard) -> heard.command().equals(question) ? null : heard);
    }

    /** The newest command of each kind and subject that has no final answer, in the order in which they were given. */
    synchronized List<OperatorCommand> pending() {
        return newest.values().stream()
                .map(Heard::command)
                .filter(command -> !isAnswered(command))
                .sorted(Comparator.comparing(OperatorCommand::at).thenComparing(OperatorCommand::id))
                .toList();
    }

    /** Commands that this one replaced and that have no answer. They are to be answered no later than this one. */
    synchronized List<OperatorCommand> replacedBy(OperatorCommand command) {
        return replaced.getOrDefault(command.key(), List.of()).stream()
                .filter(old -> !isAnswered(old))
                .toList();
    }

    /** The hold before this one; null when there was none, or the topic does not tell any more. */
    synchronized @Nullable OperatorCommand before(OperatorCommand hold) {
        return holdBefore.get(hold.key());
    }

    /** The pause of everything; null when there is none. */
    synchronized @Nullable OperatorCommand pauseOfAll() {
        return pauses().stream()
                .filter(pause -> pause.table() == null)
                .findFirst()
                .orElse(null);
    }

    /** What is paused: everything first, then tables by name. */
    synchronized List<OperatorCommand> pauses() {
        return newest.values().stream()
                .map(Heard::command)
                .filter(command -> command.command() == Command.PAUSE)
                .sorted(Comparator.comparing((OperatorCommand pause) -> pause.table() != null)
                        .thenComparing(OperatorCommand::subject))
                .toList();
    }

    /** What pauses the table: a pause of everything, or its own; null when nothing does. */
    synchronized @Nullable OperatorCommand pauseOf(TableId table) {
        OperatorCommand all = newestOf("hold/everything");
        if (all != null && all.command() == Command.PAUSE) {
            return all;
        }
        OperatorCommand own = newestOf("hold/" + table.text());
        return own != null && own.command() == Command.PAUSE ? own : null;
    }

    /** A launch of the table that has no final answer; empty when none is wanted. */
    synchronized Optional<OperatorCommand> wish(TableId table) {
        return Optional.ofNullable(newestOf("launch/" + table.text())).filter(launch -> !isAnswered(launch));
    }

    /** The newest answer to a command about the table; null when there is none. */
    synchronized @Nullable OperatorAnswer lastAnswer(TableId table) {
        OperatorAnswer hold = answers.get("operator/hold/" + table.text());
        OperatorAnswer launch = answers.get("operator/launch/" + table.text());
        if (hold == null || launch == null) {
            return hold == null ? launch : hold;
        }
        return hold.at().isAfter(launch.at()) ? hold : launch;
    }

    /** Tables that a command or an answer was about since the last call. */
    synchronized Set<TableId> takeTouched() {
        Set<TableId> taken = new HashSet<>(touched);
        touched.clear();
        return taken;
    }

    private @Nullable OperatorCommand newestOf(String kindAndSubject) {
        Heard heard = newest.get("operator/" + kindAndSubject);
        return heard == null ? null : heard.command();
    }

    private boolean isAnswered(OperatorCommand command) {
        OperatorAnswer last = answers.get(command.key());
        return answered.containsKey(command.id())
                || (last != null && last.isFinal() && last.commandId().equals(command.id()));
    }

    private void touch(OperatorCommand.@Nullable Subject table) {
        if (table != null) {
            touched.add(table.id());
        }
    }

    private static boolean isHold(OperatorCommand command) {
        return command.command() == Command.PAUSE || command.command() == Command.RESUME;
    }
}
