// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.lake.TableKey;
import java.util.stream.Collectors;

/** Table names as Iceberg's Nessie catalog and Spark SQL read them. */
final class Names {
    private static final String QUOTES = "'`";

    private Names() {}

    /** Whether the catalog would read the table's own name as another table, branch or commit. */
    static boolean isUnaddressable(TableKey key) {
        String name = key.last();
        return name.isEmpty() || name.indexOf('@') >= 0 || name.indexOf('#') >= 0 || isQuoted(name);
    }

    /** Whether the name can stand in a statement on one line. */
    static boolean isPrintable(TableKey key) {
        return key.elements().stream().noneMatch(element -> element.chars().anyMatch(Names::isUnsafe));
    }

    /** The name for Spark SQL, each element in backticks, inner backticks doubled. */
    static String sql(TableKey key) {
        return key.elements().stream()
                .map(element -> "`" + element.replace("`", "``") + "`")
                .collect(Collectors.joining("."));
    }

    /** The name as an argument on a shell's command line. */
    static String argument(TableKey key) {
        String name = key.display();
        return name.matches("\\w[\\w.-]*") ? name : "'" + name.replace("'", "'\\''") + "'";
    }

    /** A text from outside, on one line and not longer than 60 characters. */
    static String clean(String text) {
        StringBuilder clean = new StringBuilder();
        text.chars().limit(60).forEach(c -> clean.append(isUnsafe(c) ? '?' : (char) c));
        return text.length() > 60 ? clean.append('…').toString() : clean.toString();
    }

    /** A message from outside, on one line. */
    static String line(String text) {
        StringBuilder line = new StringBuilder();
        text.chars().limit(500).forEach(c -> line.append(isUnsafe(c) ? ' ' : (char) c));
        return line.toString();
    }

    /** Single quotes and backticks are taken off by the catalog, double quotes are not. */
    private static boolean isQuoted(String name) {
        char first = name.charAt(0);
        return QUOTES.indexOf(first) >= 0 && name.charAt(name.length() - 1) == first;
    }

    private static boolean isUnsafe(int c) {
        return Character.isISOControl(c)
                || Character.getType(c) == Character.FORMAT
                || Character.getType(c) == Character.LINE_SEPARATOR
                || Character.getType(c) == Character.PARAGRAPH_SEPARATOR;
    }
}
