// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.event.OperatorCommand.Command;
import dev.nessiewatch.event.OperatorCommand.Subject;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pause} and {@code resume}: hold launches, of everything or of one table, and let them go on. */
public final class PauseCommand implements Callable<Integer> {
    private final Clock clock;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Command command;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before call().
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("unused") // Picocli acts on it.
    private final HelpOption help = new HelpOption();

    @Parameters(
            arity = "0..1",
            paramLabel = "TABLE",
            description = "Name of the table as it is shown, such as reports.daily; without it, everything is meant.")
    private @Nullable String table;

    @Option(names = "--reference", description = "Branch; needed only when several branches have such a table.")
    private @Nullable String reference;

    @Mixin
    private final KafkaOptions kafka = new KafkaOptions();

    @Mixin
    private final AskOptions ask = new AskOptions();

    private PauseCommand(Clock clock, PrintWriter out, PrintWriter err, Command command) {
        this.clock = clock;
        this.out = out;
        this.err = err;
        this.command = command;
    }

    /** The command {@code pause}. */
    public static CommandLine pause(Clock clock, PrintWriter out, PrintWriter err) {
        return line(
                new PauseCommand(clock, out, err, Command.PAUSE),
                "pause",
                "Launch nothing any more, for everything or one table, until resume. Open runs go on and are verified.");
    }

    /** The command {@code resume}. */
    public static CommandLine resume(Clock clock, PrintWriter out, PrintWriter err) {
        return line(
                new PauseCommand(clock, out, err, Command.RESUME),
                "resume",
                "Let launches go on: of everything, or of one table, whose open breaker it closes, too.");
    }

    private static CommandLine line(PauseCommand command, String name, String description) {
        CommandLine line = new CommandLine(command);
        line.getCommandSpec().name(name);
        line.getCommandSpec()
                .usageMessage()
                .description(description)
                .exitCodeListHeading("Exit codes:%n")
                .exitCodeList(LaunchCommand.exitCodes());
        return line;
    }

    /** Asks the trigger; 0 when it did, else 1. */
    @Override
    public Integer call() {
        ask.check(spec.commandLine());
        AskTrigger trigger = new AskTrigger(clock, out, err, kafka.place(new CommandSettings(spec.commandLine())));
        Subject subject = table == null ? null : trigger.table(table, reference, ask);
        if (table != null && subject == null) {
            return 1;
        }
        return trigger.ask(new AskTrigger.Wish(command, subject, null, null), ask);
    }
}
