// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * Every class whose annotations and fields the command line reads, and the factories of types that its converters look up
 * by name, so that a native image keeps them.
 */
@RegisterForReflection(
        targets = {
            AskOptions.class,
            AuditCommand.class,
            BacktestCommand.class,
            HelpOption.class,
            InspectCommand.class,
            InspectCommand.Age.class,
            KafkaOptions.class,
            LaunchCommand.class,
            Main.class,
            NessieOptions.class,
            Path.class,
            Paths.class,
            PauseCommand.class,
            PolicyOptions.class,
            ProveCommand.class,
            RunCommand.class,
            RunCommand.Role.class,
            StoreOptions.class,
            UndoCommand.class,
            Version.class,
            WhyCommand.class
        },
        classNames = CommandTypes.HELP)
final class CommandTypes {
    /** The options {@code --help} and {@code --version}, which are picocli's own. */
    static final String HELP = "picocli.CommandLine$AutoHelpMixin";

    private CommandTypes() {}
}
