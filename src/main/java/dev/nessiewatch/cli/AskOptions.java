// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.event.OperatorCommand;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Who asks, why, and how long the answer is waited for. */
final class AskOptions {
    @Option(
            names = "--who",
            paramLabel = "NAME",
            description = "Who asks, as it is logged and shown (default: user and host of this process).")
    private @Nullable String who;

    @Option(
            names = "--reason",
            paramLabel = "TEXT",
            description = "Why, in a few words; it is logged and shown. At most 500 characters.")
    private @Nullable String reason;

    @Option(
            names = "--wait",
            paramLabel = "D",
            defaultValue = "60s",
            converter = InspectCommand.Age.class,
            description = "How long it may take in all until the trigger answers; at most 24h (default:"
                    + " ${DEFAULT-VALUE}).")
    private Duration wait = Duration.ofSeconds(60);

    @Option(names = "--no-wait", description = "Ends when the command is on the topic, and waits for no answer.")
    private boolean noWait;

    /** A question: nobody needs to say why. */
    static AskOptions question(Duration wait) {
        AskOptions options = new AskOptions();
        options.wait = wait;
        return options;
    }

    /**
     * Checks what was given.
     *
     * @throws ParameterException in one line, when something cannot be sent as it is
     */
    void check(CommandLine line) {
        longest(line, "--who", who, OperatorCommand.LONGEST_WHO);
        longest(line, "--reason", reason, OperatorCommand.LONGEST_REASON);
        if (wait.compareTo(Duration.ofSeconds(1)) < 0 || wait.compareTo(OperatorCommand.LONGEST_VALIDITY) > 0) {
            throw new ParameterException(line, "--wait must be 1s to 24h, or --no-wait");
        }
    }

    private static void longest(CommandLine line, String option, @Nullable String text, int longest) {
        if (text != null && text.length() > longest) {
            throw new ParameterException(
                    line, option + " has " + text.length() + " characters; give " + longest + " at most");
        }
    }

    /** The name that goes with the command; never blank. */
    String who() {
        String name = who == null ? "" : OneLine.of(who);
        return name.isEmpty() ? caller() : name;
    }

    @Nullable
    String reason() {
        return reason;
    }

    /** Zero when nothing is waited for. */
    Duration patience() {
        return noWait ? Duration.ZERO : wait;
    }

    /** {@code user@host}. */
    static String caller() {
        String user = System.getProperty("user.name", "unknown");
        String host;
        try {
            host = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            host = "unknown-host";
        }
        return OneLine.of(user + "@" + host);
    }
}
