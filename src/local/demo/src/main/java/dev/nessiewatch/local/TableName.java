// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The name of a table for people, as nessiewatch writes it: an element that is no plain word stands in quotes. */
final class TableName {
    private TableName() {}

    static String of(JsonNode elements) {
        List<String> parts = new ArrayList<>();
        for (JsonNode element : elements) {
            String text = element.asText();
            parts.add(text.matches("[\\p{L}\\p{N}_-]+") ? text : '"' + text.replace("\"", "\"\"") + '"');
        }
        return String.join(".", parts);
    }
}
