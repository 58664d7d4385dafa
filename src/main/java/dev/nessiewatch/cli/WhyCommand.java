// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.event.OperatorCommand;
import dev.nessiewatch.event.OperatorCommand.Subject;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code why}: asks a running instance why a table is launched or held. */
@Command(
        name = "why",
        description =
                "Say why a table is expired or left alone: the numbers, the arithmetic, the outcome, what comes next.")
public final class WhyCommand implements Callable<Integer> {
    private static final Duration LONGEST_SKEW = Duration.ofMinutes(15);

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

    @Option(
            names = "--server",
            paramLabel = "URL",
            description = "Ask this running instance with the trigger role over HTTP, such as http://localhost:8080"
                    + " (default: ask through Kafka).")
    private @Nullable String server;

    @Option(
            names = "--wait",
            paramLabel = "D",
            defaultValue = "60s",
            converter = InspectCommand.Age.class,
            description = "How long an answer through Kafka may take in all; 1s to 24h (default: ${DEFAULT-VALUE}).")
    private Duration wait = Duration.ofSeconds(60);

    @Mixin
    private final KafkaOptions kafka = new KafkaOptions();

    /**
     * @param clock tells when it was asked
     * @param out the answer
     * @param err why there is none
     */
    public WhyCommand(Clock clock, PrintWriter out, PrintWriter err) {
        this.clock = clock;
        this.out = out;
        this.err = err;
    }

    /** Asks; 0 when answered, else 1. */
    @Override
    public Integer call() {
        return server == null ? askThroughKafka() : askServer(server);
    }

    private int askThroughKafka() {
        if (wait.compareTo(Duration.ofSeconds(1)) < 0 || wait.compareTo(OperatorCommand.LONGEST_VALIDITY) > 0) {
            throw new ParameterException(spec.commandLine(), "--wait must be 1s to 24h");
        }
        AskOptions question = AskOptions.question(wait);
        AskTrigger trigger = new AskTrigger(clock, out, err, kafka.place(new CommandSettings(spec.commandLine())));
        Subject subject = trigger.table(table, reference, question);
        return subject == null
                ? 1
                : trigger.ask(
                        new AskTrigger.Wish(
                                OperatorCommand.Command.WHY,
                                subject,
                                null,
                                // Clocks may differ a little; an answer that nobody hears any more does no harm.
                                wait.compareTo(LONGEST_SKEW) > 0 ? wait : LONGEST_SKEW),
                        question);
    }

    private int askServer(String server) {
        ServerQuestion.Answer answer = new ServerQuestion(spec.commandLine(), server).why(table, reference);
        if (answer.said()) {
            out.print(answer.text());
            out.flush();
            return 0;
        }
        err.println(answer.text());
        err.flush();
        return 1;
    }
}
