// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import io.quarkus.runtime.annotations.QuarkusMain;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** The door of the program: names the commands and hands over. Without a command, the service runs. */
@QuarkusMain
@Command(
        name = "nessiewatch",
        description = "Watches a Nessie commit log, measures Iceberg snapshot lists, starts the one expiry that helps.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
public final class Main {
    private Main() {}

    public static void main(String... arguments) {
        System.exit(execute(arguments));
    }

    static int execute(String... arguments) {
        String[] words = arguments.length == 0 ? new String[] {"run"} : arguments;
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        return line(out, err).execute(words);
    }

    /** All commands, speaking through these writers. */
    static CommandLine line(PrintWriter out, PrintWriter err) {
        CommandLine line = new CommandLine(new Main())
                .addSubcommand(new RunCommand(err))
                .addSubcommand(new InspectCommand(Clock.systemUTC(), out, err))
                .addSubcommand(new ProveCommand(Clock.systemUTC(), out, err))
                .addSubcommand(new WhyCommand(Clock.systemUTC(), out, err))
                .addSubcommand(PauseCommand.pause(Clock.systemUTC(), out, err))
                .addSubcommand(PauseCommand.resume(Clock.systemUTC(), out, err))
                .addSubcommand(new LaunchCommand(Clock.systemUTC(), out, err))
                .addSubcommand(new AuditCommand(Clock.systemUTC(), out, err))
                .addSubcommand(new UndoCommand(out, err))
                .addSubcommand(new BacktestCommand(out, err))
                .setCaseInsensitiveEnumValuesAllowed(true);
        line.setOut(out);
        line.setErr(err);
        line.setParameterExceptionHandler((wrong, arguments) -> usage(wrong));
        return line;
    }

    /** One line, and where to read on: the whole help would push what is wrong out of sight. */
    private static int usage(ParameterException wrong) {
        CommandLine command = wrong.getCommandLine();
        String said = OneLine.of(String.valueOf(wrong.getMessage()).replace("option option ", "option "));
        command.getErr().println(said + "; see " + command.getCommandSpec().qualifiedName() + " --help");
        command.getErr().flush();
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }
}
