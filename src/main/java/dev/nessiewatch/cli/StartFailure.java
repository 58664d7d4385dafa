// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigValidationException;
import java.io.PrintWriter;
import java.net.BindException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in plain lines why the service did not start: one line a problem, naming the property and the remedy. */
final class StartFailure {
    private static final Pattern UNKNOWN = Pattern.compile("SRCFG00050: (\\S+) in .* does not map to any root");
    private static final Pattern UNREADABLE = Pattern.compile(
            "SRCFG00039: The config property (\\S+) with the config value \"(.*)\" threw an Exception whilst being"
                    + " converted (.*)");
    private static final Pattern NOT_A_NUMBER =
            Pattern.compile("SRCFG000\\d\\d: Expected an? (.+) value for property (\\S+), got \"(.*)\"");
    private static final Pattern MISSING = Pattern.compile("SRCFG00014: The config property (\\S+) is required.*");
    private static final Pattern EMPTY =
            Pattern.compile("SRCFG00040: The config property (\\S+) is defined as the empty String.*");
    private static final String SEE = "; docs/configuration.md lists every property with what it may be";

    private StartFailure() {}

    /** Prints the reasons; returns the exit code. A reason that nobody foresaw comes with its trace. */
    static int report(Throwable failure, PrintWriter err) {
        Throwable root = failure;
        while (root.getCause() != null && !(root instanceof ConfigValidationException)) {
            root = root.getCause();
        }
        for (String problem : problems(root)) {
            err.println("nessiewatch does not start: " + problem);
        }
        if (!isForeseen(root)) {
            failure.printStackTrace(err);
        }
        err.flush();
        return 1;
    }

    private static boolean isForeseen(Throwable root) {
        return root instanceof ConfigurationException
                || root instanceof ConfigValidationException
                || root instanceof IllegalArgumentException
                || root instanceof BindException;
    }

    private static List<String> problems(Throwable root) {
        if (root instanceof ConfigValidationException validation) {
            List<String> problems = new ArrayList<>();
            for (int i = 0; i < validation.getProblemCount(); i++) {
                problems.add(inWords(validation.getProblem(i).getMessage()));
            }
            return problems;
        }
        if (root instanceof BindException) {
            return List.of(root.getMessage()
                    + "; set quarkus.http.port or quarkus.management.port to a free port, or end the process that"
                    + " holds it");
        }
        String message = String.valueOf(root.getMessage());
        return root instanceof ConfigurationException ? message.lines().toList() : List.of(inWords(message));
    }

    /** One line in the words of this program; what is not known is passed on without its codes. */
    static String inWords(String raw) {
        String line = raw.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ").strip();
        Matcher unknown = UNKNOWN.matcher(line);
        if (unknown.find()) {
            return unknown.group(1) + " is not a property of nessiewatch" + SEE;
        }
        Matcher unreadable = UNREADABLE.matcher(line);
        if (unreadable.find()) {
            return unreadable.group(1) + " is '" + unreadable.group(2) + "', which cannot be read: "
                    + plain(unreadable.group(3)) + SEE;
        }
        Matcher number = NOT_A_NUMBER.matcher(line);
        if (number.find()) {
            return number.group(2) + " is '" + number.group(3) + "', which is not an " + number.group(1) + SEE;
        }
        Matcher empty = EMPTY.matcher(line);
        if (empty.find()) {
            return empty.group(1) + " is empty; leave it out for its default, or give it a value" + SEE;
        }
        Matcher missing = MISSING.matcher(line);
        if (missing.find()) {
            return missing.group(1) + " is not set" + SEE;
        }
        return plain(line);
    }

    private static String plain(String line) {
        return line.replaceAll("\\b(?:[a-z]+\\.)+[A-Z]\\w*Exception: ", "")
                .replaceAll("SRCFG\\d+: ", "")
                .replaceAll("to enum class [\\w.$]+", "to one of the words it may be");
    }
}
