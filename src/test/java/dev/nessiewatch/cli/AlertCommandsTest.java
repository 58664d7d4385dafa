// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.deploy.AlertRules;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Every command that an alert or the runbook tells a person to run is one that the program takes. */
class AlertCommandsTest {
    /** Commands that are still on their way, with what they will take. Once the program knows one, it is asked instead. */
    private static final Map<String, Pattern> COMING = Map.of(
            "pause", Pattern.compile("(\\S+)?( --reference \\S+)?"),
            "resume", Pattern.compile("(\\S+)?( --reference \\S+)?"),
            "launch", Pattern.compile("\\S+( --reference \\S+)?( --trim)?( --valid-for \\S+)?"));

    /** One word of a command: an option, something quoted, a placeholder, an address, or a number. */
    private static final String WORD =
            "(?:--[a-z][a-z-]*|'[^']*'|[A-Z][A-Z0-9_]*|https?://[^\\s,;)]+|[a-z]+:[0-9]+|[a-z][a-z_]*\\.[a-z_.]+|[0-9][0-9a-z]*)";

    private static final Pattern IN_SUMMARY =
            Pattern.compile("(?:: |\\()nessiewatch ([a-z]+)((?: " + WORD + ")*)(?=[,.;)]|$)");

    @Test
    void everySummaryNamesOnlyCommandsThatTheProgramTakes() {
        int found = 0;
        for (AlertRules.Alert alert : AlertRules.shipped().alerts()) {
            String text = alert.summary().replaceAll("'\\{\\{[^}]*}}'", "'x'").replaceAll("\\{\\{[^}]*}}", "");
            Matcher command = IN_SUMMARY.matcher(text);
            int here = 0;
            while (command.find()) {
                check(command.group(1) + command.group(2));
                here++;
            }
            assertThat(text.split("(?:: |\\()nessiewatch ", -1).length - 1)
                    .as(alert.name() + ": commands in: " + text)
                    .isEqualTo(here);
            found += here;
        }
        assertThat(found).isGreaterThan(10);
    }

    @Test
    void theRunbookNamesOnlyCommandsThatTheProgramTakes() throws IOException {
        String page = Files.readString(Path.of("docs/runbook.md"));
        List<String> commands = new ArrayList<>();
        Matcher block = Pattern.compile("(?m)^ {4}nessiewatch ([a-z].*)$").matcher(page);
        while (block.find()) {
            commands.add(block.group(1));
        }
        Matcher inline = Pattern.compile("`nessiewatch ([^`]+)`").matcher(page);
        while (inline.find()) {
            commands.add(inline.group(1).replaceAll("\\s+", " "));
        }
        assertThat(commands).hasSizeGreaterThan(20);
        commands.forEach(AlertCommandsTest::check);
    }

    @Test
    void aCommandThatIsWrongIsNoticed() {
        assertThat(problem("why --refrence main")).isNotEmpty();
        assertThat(problem("explain x")).isNotEmpty();
        assertThat(problem("why 'a b' --reference main")).isEmpty();
    }

    private static void check(String command) {
        assertThat(problem(command)).as("nessiewatch " + command).isEmpty();
    }

    /** Why the program would not take it; empty when it would. */
    private static String problem(String command) {
        List<String> words = words(command);
        CommandLine line = Main.line(new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()));
        String name = words.get(0);
        if (!line.getSubcommands().containsKey(name)) {
            Pattern coming = COMING.get(name);
            String rest = String.join(" ", words.subList(1, words.size()));
            return coming != null && coming.matcher(rest).matches() ? "" : "not a command: " + command;
        }
        try {
            line.parseArgs(words.toArray(String[]::new));
            return "";
        } catch (CommandLine.ParameterException e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** As a shell would split it; nothing but single quotes is used. */
    private static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher word = Pattern.compile("'([^']*)'|(\\S+)").matcher(command);
        while (word.find()) {
            words.add(word.group(1) != null ? word.group(1) : word.group(2));
        }
        return words;
    }
}
