// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.event.BrokerCheck;
import dev.nessiewatch.event.OperatorAnswer;
import dev.nessiewatch.event.OperatorCommand;
import dev.nessiewatch.event.OperatorCommand.Command;
import dev.nessiewatch.event.OperatorCommand.Subject;
import dev.nessiewatch.event.OperatorLine;
import dev.nessiewatch.watch.Excludes;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Sends one command to the trigger through the ledger topic, says what was sent, and waits for what comes of it. */
final class AskTrigger {
    /** Kafka's client tells of every connection; a field, because a logger that nobody holds forgets its level. */
    private static final Logger KAFKA = Logger.getLogger("org.apache.kafka");

    /** How long all may take where no answer is waited for. */
    private static final Duration SENDING = Duration.ofSeconds(60);

    /** The broker gets this long in any case: less would tell of a slow start and not of the broker. */
    private static final Duration LEAST = Duration.ofSeconds(5);

    private static final Duration LAST_CALL = Duration.ofSeconds(1);

    private final Clock clock;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Place place;
    private final long beganNanos = System.nanoTime();

    /**
     * Where the trigger listens.
     *
     * @param kafka connection settings
     * @param topicPrefix start of the topics' names
     * @param excludes what is not watched, as configured here
     */
    record Place(Map<String, Object> kafka, String topicPrefix, Excludes excludes) {}

    /**
     * What is asked.
     *
     * @param command the command
     * @param table which table; null means everything
     * @param mode {@code trim}, or null
     * @param validFor how long it is wanted; null for ever
     */
    record Wish(
            Command command,
            @Nullable Subject table,
            @Nullable String mode,
            @Nullable Duration validFor) {}

    AskTrigger(Clock clock, PrintWriter out, PrintWriter err, Place place) {
        KAFKA.setLevel(Level.OFF);
        this.clock = clock;
        this.out = out;
        this.err = err;
        this.place = place;
    }

    /** The one table of a name; null, with one line said, when there is none or more than one. */
    @Nullable
    Subject table(String name, @Nullable String reference, AskOptions options) {
        if (isAway(options)) {
            return null;
        }
        TableOnFeed.Answer answer = TableOnFeed.find(place, name, reference, left(options, LEAST));
        if (answer instanceof TableOnFeed.Found found) {
            return found.table();
        }
        complain(((TableOnFeed.NotFound) answer).why());
        return null;
    }

    /** Sends it; 0 when it was carried out or, with no patience, is on the topic; else 1. */
    int ask(Wish wish, AskOptions options) {
        if (isAway(options)) {
            return 1;
        }
        OperatorCommand command = command(wish, options.who(), options.reason());
        Duration patience = options.patience();
        OperatorLine.Outcome outcome = new OperatorLine(place.kafka(), place.topicPrefix())
                .ask(command, patience.isZero() ? patience : left(options, LAST_CALL), new Told(command));
        try {
            if (outcome instanceof OperatorLine.Outcome.NotSent notSent) {
                return complain(Advice.inOptions(notSent.message()) + "; it is safe to ask again");
            }
            if (outcome instanceof OperatorLine.Outcome.Answered answered) {
                return report(answered.answer());
            }
            return patience.isZero()
                    ? 0
                    : complain(unanswered(command, (OperatorLine.Outcome.Unanswered) outcome, patience));
        } finally {
            out.flush();
            err.flush();
        }
    }

    /** Whether no broker answers; said in one line. */
    private boolean isAway(AskOptions options) {
        Optional<String> trouble = BrokerCheck.trouble(place.kafka(), left(options, LEAST));
        trouble.ifPresent(line -> complain(Advice.inOptions(line)));
        return trouble.isPresent();
    }

    /** What is left of the time that all of it may take. */
    private Duration left(AskOptions options, Duration least) {
        Duration patience = options.patience().isZero() ? SENDING : options.patience();
        Duration left = patience.minusNanos(System.nanoTime() - beganNanos);
        return left.compareTo(least) < 0 ? least : left;
    }

    private OperatorCommand command(Wish wish, String who, @Nullable String reason) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Duration validFor = wish.validFor();
        return new OperatorCommand(
                OperatorCommand.SCHEMA,
                UUID.randomUUID().toString(),
                wish.command(),
                wish.table(),
                wish.mode(),
                who,
                reason == null ? null : OneLine.of(reason),
                now,
                validFor == null ? null : now.plus(validFor));
    }

    /** Says each step of a command; a question needs no such words. */
    private final class Told implements OperatorLine.Listener {
        private final OperatorCommand command;

        private Told(OperatorCommand command) {
            this.command = command;
        }

        @Override
        public void sent() {
            if (command.command() != Command.WHY) {
                say("Sent: " + AskTrigger.sent(command));
            }
        }

        @Override
        public void waiting(OperatorAnswer answer) {
            say(answer.text());
        }

        private void say(String line) {
            out.println(line);
            out.flush();
        }
    }

    private int report(OperatorAnswer answer) {
        boolean well = answer.outcome() == OperatorAnswer.Outcome.DONE
                || answer.outcome() == OperatorAnswer.Outcome.NOTHING_TO_DO;
        if (!well) {
            return complain(answer.text());
        }
        out.print(answer.text());
        if (!answer.text().endsWith("\n")) {
            out.println();
        }
        return 0;
    }

    private static String sent(OperatorCommand command) {
        return command.command().name().toLowerCase(Locale.ROOT) + " "
                + (command.table() == null ? "everything" : OneLine.of(command.table())) + " as command "
                + command.id() + ", by " + command.who() + ".";
    }

    private static String unanswered(
            OperatorCommand command, OperatorLine.Outcome.Unanswered outcome, Duration patience) {
        Instant until = command.expiresAt();
        String waited = "within " + patience.toSeconds() + " s";
        if (outcome.last() != null) {
            return "It was not launched " + waited + "; the launch stays wanted until " + until
                    + ", and nessiewatch why tells what came of it";
        }
        String then = until == null
                ? "The command stays on the topic and holds: a trigger carries it out when it runs"
                : "The command stays on the topic: a trigger that runs before " + until + " carries it out";
        return "No trigger answered " + waited + ". " + (command.command() == Command.WHY ? "Is one running?" : then);
    }

    private int complain(String why) {
        err.println(why);
        err.flush();
        return 1;
    }
}
