// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.testing.RegularMetadata;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Holds docs/commands.md against the commands: each has a chapter, and the page knows all their options. */
class CommandsPageTest {
    private final StringWriter out = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void everyCommandHasAChapterThatNamesEachOfItsOptions() throws IOException {
        String page = Files.readString(Path.of("docs/commands.md"));
        CommandLine main = Main.line(new PrintWriter(out), new PrintWriter(out));
        for (CommandLine command : main.getSubcommands().values()) {
            String name = command.getCommandName();
            int from = page.indexOf("\n## " + name + "\n");
            assertThat(from).as("chapter of " + name).isPositive();
            int to = page.indexOf("\n## ", from + 1);
            String chapter = page.substring(from, to < 0 ? page.length() : to);
            command.getCommandSpec().options().stream()
                    .filter(option -> !option.usageHelp() && !option.versionHelp())
                    .forEach(option -> assertThat(chapter)
                            .as(name + " " + option.longestName())
                            .contains("`" + option.longestName()));
        }
    }

    @Test
    void inspectAnswersAsThePageShows() throws IOException {
        Path file = new RegularMetadata()
                .snapshots(1200, AuditLake.NOW, Duration.ofMinutes(30))
                .write(folder.resolve("00041-a.metadata.json"));
        for (String name : new String[] {"inspect", "inspect --json"}) {
            out.getBuffer().setLength(0);
            PrintWriter writer = new PrintWriter(out);
            CommandLine line =
                    new CommandLine(new InspectCommand(Clock.fixed(AuditLake.NOW, ZoneOffset.UTC), writer, writer));
            int exit =
                    name.endsWith("--json") ? line.execute("--json", file.toString()) : line.execute(file.toString());
            assertThat(exit).isZero();
            Examples.check(name, out.toString().replace(folder.toString(), "/lake"));
        }
    }
}
