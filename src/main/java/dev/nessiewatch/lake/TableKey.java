// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.lake;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The name of a table as Nessie keeps it: a list of elements, never a joined string. An element may hold dots, blanks,
 * quotes or any other character, so a joined name cannot be split again.
 *
 * @param elements namespace elements, then the table's own name; at least one
 */
public record TableKey(@JsonValue List<String> elements) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public TableKey {
        elements = List.copyOf(elements);
        if (elements.isEmpty()) {
            throw new IllegalArgumentException("A table key needs at least one element");
        }
    }

    public static TableKey of(String... elements) {
        return new TableKey(List.of(elements));
    }

    /** The table's own name, without its namespace. */
    public String last() {
        return elements.get(elements.size() - 1);
    }

    /**
     * The name for people: elements joined by dots, an element that is not a plain identifier in double quotes with
     * inner quotes doubled. Two different keys never have the same display name. Control characters are written as
     * {@code \\uXXXX}, so that a hostile name cannot break a log line.
     */
    public String display() {
        return elements.stream().map(TableKey::quoted).collect(Collectors.joining("."));
    }

    @Override
    public String toString() {
        return display();
    }

    private static String quoted(String element) {
        boolean plain = !element.isEmpty() && element.chars().allMatch(TableKey::isPlain);
        if (plain) {
            return element;
        }
        StringBuilder text = new StringBuilder("\"");
        element.chars().forEach(c -> append(text, (char) c));
        return text.append('"').toString();
    }

    private static void append(StringBuilder text, char c) {
        if (c == '"') {
            text.append("\"\"");
        } else if (c == '\\') {
            text.append("\\\\");
        } else {
            OutsideText.escape(text, c);
        }
    }

    private static boolean isPlain(int c) {
        return c == '_' || c == '-' || (Character.isLetterOrDigit(c) && Character.isDefined(c));
    }
}
