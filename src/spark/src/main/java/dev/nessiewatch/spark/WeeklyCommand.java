// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A weekly run as the process was asked for it.
 *
 * @param options what to do
 * @param catalog how the tables are reached
 */
record WeeklyCommand(WeeklyOptions options, CatalogSettings catalog) {
    private static final String MODE = "--mode";
    private static final String WEEKLY = "weekly";
    private static final String CATALOG = "--catalog";

    /** Whether the arguments ask for a weekly run. */
    static boolean isAskedFor(String[] arguments) {
        int mode = Arrays.asList(arguments).indexOf(MODE);
        return mode >= 0 && mode + 1 < arguments.length && arguments[mode + 1].equals(WEEKLY);
    }

    /**
     * Reads the arguments, strictly: an unknown or repeated one is an error.
     *
     * @param environment value of {@link CatalogSettings#ENVIRONMENT}; null when not set
     */
    static WeeklyCommand parse(String[] arguments, @Nullable String environment) throws UsageException {
        Map<WeeklyOption, String> values = new EnumMap<>(WeeklyOption.class);
        List<String> catalog = new ArrayList<>();
        boolean moded = false;
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i];
            boolean mode = name.equals(MODE);
            WeeklyOption option = mode || name.equals(CATALOG) ? null : option(name);
            if (i + 1 == arguments.length) {
                throw new UsageException(name + " needs a value");
            }
            if (name.equals(CATALOG)) {
                catalog.add(arguments[i + 1]);
            } else if ((mode && moded) || (option != null && values.put(option, arguments[i + 1]) != null)) {
                throw new UsageException(name + " is given twice");
            }
            moded |= mode;
        }
        return new WeeklyCommand(WeeklyOptions.of(values), CatalogSettings.read(catalog, environment));
    }

    private static WeeklyOption option(String argument) throws UsageException {
        for (WeeklyOption option : WeeklyOption.values()) {
            if (option.argument().equals(argument)) {
                return option;
            }
        }
        throw new UsageException(Command.unknown(argument));
    }
}
