// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.lake.TableKey;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tables in some namespaces whose own name matches an expression.
 *
 * @param namespaces a table in one of these or below it is covered; empty covers all
 * @param name matches the whole last element of the key; null matches all
 */
record RuleScope(List<List<String>> namespaces, @Nullable Pattern name) implements Rule.Scope {
    RuleScope {
        namespaces = List.copyOf(namespaces);
    }

    @Override
    public boolean covers(TableKey key) {
        List<String> in = key.elements().subList(0, key.elements().size() - 1);
        return (namespaces.isEmpty() || namespaces.stream().anyMatch(namespace -> startsWith(in, namespace)))
                && (name == null || name.matcher(key.last()).matches());
    }

    private static boolean startsWith(List<String> whole, List<String> start) {
        return whole.size() >= start.size() && whole.subList(0, start.size()).equals(start);
    }

    /**
     * Reads a namespace as names are shown: elements joined by dots, in double quotes where they hold a dot or a quote,
     * with inner quotes doubled.
     *
     * @throws IllegalArgumentException saying what is wrong with it
     */
    static List<String> elements(String text) {
        List<String> elements = new ArrayList<>();
        StringBuilder element = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                boolean doubled = quoted && i + 1 < text.length() && text.charAt(i + 1) == '"';
                if (doubled) {
                    element.append('"');
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (c == '.' && !quoted) {
                elements.add(taken(element));
            } else {
                element.append(c);
            }
        }
        if (quoted) {
            throw new IllegalArgumentException("a double quote is not closed");
        }
        elements.add(taken(element));
        return List.copyOf(elements);
    }

    private static String taken(StringBuilder element) {
        if (element.isEmpty()) {
            throw new IllegalArgumentException("an element is empty");
        }
        String text = element.toString();
        element.setLength(0);
        return text;
    }
}
