// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.event.OperatorCommand;
import dev.nessiewatch.event.OperatorCommand.Subject;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code launch}: one expiry of one table now, whatever the policy would wait for. */
@Command(
        name = "launch",
        description =
                "Launch one expiry of a table now, although the policy would wait. What keeps data safe is never overridden:"
                        + " the table is confirmed at HEAD like any other.")
public final class LaunchCommand implements Callable<Integer> {
    private final Clock clock;
    private final PrintWriter out;
    private final PrintWriter err;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before call().
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("unused") // Picocli acts on it.
    private final HelpOption help = new HelpOption();

    @Parameters(paramLabel = "TABLE", description = "Name of the table as it is shown, such as reports.daily.")
    private String table = "";

    @Option(names = "--reference", description = "Branch; needed only when several branches have such a table.")
    private @Nullable String reference;

    @Option(names = "--trim", description = "Shorten the list only; delete no file, even where HEAD would allow it.")
    private boolean trim;

    @Option(
            names = "--valid-for",
            paramLabel = "D",
            defaultValue = "15m",
            converter = InspectCommand.Age.class,
            description = "How long the launch stays wanted while something holds it; at most 24h (default:"
                    + " ${DEFAULT-VALUE}).")
    private Duration validFor = Duration.ofMinutes(15);

    @Mixin
    private final KafkaOptions kafka = new KafkaOptions();

    @Mixin
    private final AskOptions ask = new AskOptions();

    /**
     * @param clock tells when it was asked
     * @param out what was sent, and what came of it
     * @param err why nothing did
     */
    public LaunchCommand(Clock clock, PrintWriter out, PrintWriter err) {
        this.clock = clock;
        this.out = out;
        this.err = err;
    }

    /** What the exit codes of commands to the trigger mean. */
    static Map<String, String> exitCodes() {
        Map<String, String> codes = new LinkedHashMap<>();
        codes.put("0", "carried out, or with --no-wait: sent");
        codes.put("1", "refused, held, expired, not sent, or no trigger answered in time");
        codes.put("2", "wrong usage");
        return codes;
    }

    /** Asks the trigger; 0 when a run was ordered, else 1. */
    @Override
    public Integer call() {
        if (validFor.compareTo(Duration.ofSeconds(1)) < 0 || validFor.compareTo(OperatorCommand.LONGEST_VALIDITY) > 0) {
            throw new ParameterException(spec.commandLine(), "--valid-for must be 1s to 24h");
        }
        ask.check(spec.commandLine());
        AskTrigger trigger = new AskTrigger(clock, out, err, kafka.place(new CommandSettings(spec.commandLine())));
        Subject subject = trigger.table(table, reference, ask);
        return subject == null
                ? 1
                : trigger.ask(
                        new AskTrigger.Wish(
                                OperatorCommand.Command.LAUNCH, subject, trim ? OperatorCommand.TRIM : null, validFor),
                        ask);
    }
}
