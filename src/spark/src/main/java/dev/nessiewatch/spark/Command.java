// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the process was asked to do.
 *
 * @param order the order
 * @param catalog how the table is reached
 */
record Command(Order order, CatalogSettings catalog) {
    static final String USAGE = "usage: MaintenanceJob --mode expire|trim --order-id ID --reference NAME"
            + " --content-id ID --uuid UUID|- --table BASE64URL --older-than-ms N --retain-last N --predicted-removed N"
            + " [--commit-before-ms N|-] --catalog uri=... --catalog warehouse=... [--catalog key=value]...";

    private static final String CATALOG = "--catalog";
    /** Says that there is none, where an argument cannot be left out. */
    private static final String NONE = "-";

    private static final String COMMIT_BEFORE = "--commit-before-ms";
    private static final Set<String> KNOWN = Set.of(
            "--mode",
            "--order-id",
            "--reference",
            "--content-id",
            "--uuid",
            "--table",
            "--older-than-ms",
            "--retain-last",
            "--predicted-removed",
            COMMIT_BEFORE);

    /**
     * Reads the arguments, strictly: an unknown, missing or repeated one is an error.
     *
     * @param environment value of {@link CatalogSettings#ENVIRONMENT}; null when not set
     */
    static Command parse(String[] arguments, @Nullable String environment) throws UsageException {
        Map<String, String> values = new HashMap<>();
        List<String> catalog = new ArrayList<>();
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i];
            if (!KNOWN.contains(name) && !name.equals(CATALOG)) {
                throw new UsageException(unknown(name));
            }
            if (i + 1 == arguments.length) {
                throw new UsageException(name + " needs a value");
            }
            if (name.equals(CATALOG)) {
                catalog.add(arguments[i + 1]);
            } else if (values.put(name, arguments[i + 1]) != null) {
                throw new UsageException(name + " is given twice");
            }
        }
        return new Command(order(values), CatalogSettings.read(catalog, environment));
    }

    /** Says that an argument is not known, without what may be its value. */
    static String unknown(String argument) {
        return argument.startsWith("--")
                ? "unknown argument " + nameOnly(argument)
                : "an argument has no name before it";
    }

    private static Order order(Map<String, String> values) throws UsageException {
        String uuid = text(values, "--uuid");
        return new Order(
                mode(text(values, "--mode")),
                text(values, "--order-id"),
                text(values, "--reference"),
                TableKey.decode(text(values, "--table")),
                text(values, "--content-id"),
                uuid.equals(NONE) ? null : uuid,
                number(values, "--older-than-ms", 0, Long.MAX_VALUE),
                (int) number(values, "--retain-last", 1, Integer.MAX_VALUE),
                (int) number(values, "--predicted-removed", 0, Integer.MAX_VALUE),
                "-".equals(values.getOrDefault(COMMIT_BEFORE, "-"))
                        ? null
                        : (Long) number(values, COMMIT_BEFORE, 0, Long.MAX_VALUE));
    }

    private static Mode mode(String word) throws UsageException {
        for (Mode mode : Mode.values()) {
            if (mode.word().equals(word)) {
                return mode;
            }
        }
        throw new UsageException("--mode must be expire, trim or weekly");
    }

    private static String text(Map<String, String> values, String name) throws UsageException {
        String value = values.get(name);
        if (value == null || value.isBlank()) {
            throw new UsageException(name + " is missing");
        }
        return value;
    }

    private static long number(Map<String, String> values, String name, long least, long most) throws UsageException {
        try {
            long value = Long.parseLong(text(values, name));
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below, in the same words as a number out of range.
        }
        throw new UsageException(name + " must be a whole number from " + least + " to " + most);
    }

    /** {@code --name=value} is a likely slip; what follows the sign may be a secret. */
    private static String nameOnly(String name) {
        int equals = name.indexOf('=');
        return equals < 0 ? name : name.substring(0, equals) + " (write the value as the next argument)";
    }
}
