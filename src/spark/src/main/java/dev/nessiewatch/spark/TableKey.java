// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.TableReference;

/**
 * The name of a table as Nessie keeps it: a list of elements, which may hold dots, blanks and quotes.
 *
 * @param elements namespace elements, then the table's own name; at least one, none empty
 */
record TableKey(List<String> elements) {
    private static final ObjectMapper JSON = new ObjectMapper();

    TableKey {
        elements = List.copyOf(elements);
        if (elements.isEmpty() || elements.contains("")) {
            throw new IllegalArgumentException("a table key needs at least one element, and none may be empty");
        }
    }

    /** Reads a key from the base64url form of a JSON array of strings: text that passes every shell unharmed. */
    static TableKey decode(String text) throws UsageException {
        try {
            return fromJson(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            throw new UsageException("--table must be the base64url form of a JSON array of key elements");
        }
    }

    /**
     * Reads a key from a JSON array of strings.
     *
     * @throws IllegalArgumentException when the text is something else
     */
    static TableKey fromJson(String json) {
        List<String> elements = new ArrayList<>();
        try {
            JsonNode array = JSON.readTree(json);
            for (JsonNode element : array) {
                if (!array.isArray() || !element.isTextual()) {
                    throw new IllegalArgumentException("not an array of strings");
                }
                elements.add(element.textValue());
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not JSON", e);
        }
        return new TableKey(elements);
    }

    TableIdentifier identifier() {
        int last = elements.size() - 1;
        return TableIdentifier.of(Namespace.of(elements.subList(0, last).toArray(String[]::new)), elements.get(last));
    }

    ContentKey contentKey() {
        return ContentKey.of(elements);
    }

    /**
     * Says why Iceberg's Nessie catalog cannot reach this table; empty when it can. The catalog reads the last element as
     * {@code name@reference#hash}, optionally in quotes, so that some names mean another table or another branch.
     */
    Optional<String> unaddressable() {
        String name = elements.get(elements.size() - 1);
        try {
            TableReference read = TableReference.parse(name);
            boolean literal = read.getName().equals(name)
                    && read.getReference() == null
                    && read.getHash() == null
                    && read.getTimestamp() == null;
            return literal ? Optional.empty() : Optional.of(misread());
        } catch (IllegalArgumentException e) {
            return Optional.of(misread());
        }
    }

    private String misread() {
        return display() + " cannot be addressed: Iceberg's Nessie catalog gives a meaning of its own to @, # and"
                + " enclosing quotes in a table's name; rename the table";
    }

    /**
     * The name for people: elements joined by dots, an element that is not a plain identifier in double quotes. Control
     * characters are written as {@code \\uXXXX}.
     */
    String display() {
        return elements.stream().map(TableKey::quoted).collect(Collectors.joining("."));
    }

    @Override
    public String toString() {
        return display();
    }

    private static String quoted(String element) {
        if (element.chars().allMatch(TableKey::isPlain)) {
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
        } else if (Character.isISOControl(c)
                || Character.getType(c) == Character.FORMAT
                || c == '\u2028'
                || c == '\u2029') {
            text.append(String.format("\\u%04x", (int) c));
        } else {
            text.append(c);
        }
    }

    private static boolean isPlain(int c) {
        return c == '_' || c == '-' || (Character.isLetterOrDigit(c) && Character.isDefined(c));
    }
}
