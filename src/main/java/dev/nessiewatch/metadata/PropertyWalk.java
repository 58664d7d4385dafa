// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** The root object {@code properties}; only those are kept that say something about expiry or about the writer. */
final class PropertyWalk {
    static final String GC_ENABLED = "gc.enabled";
    static final String EXPIRE = "history.expire.";
    static final String CONTENT_ID = "nessie.catalog.content-id";
    private static final String DELETE_AFTER_COMMIT = "write.metadata.delete-after-commit.enabled";
    private static final String PREVIOUS_VERSIONS = "write.metadata.previous-versions-max";
    private static final int MOST = 64;

    private final JsonParser parser;
    private final Findings found;

    PropertyWalk(JsonParser parser, Findings found) {
        this.parser = parser;
        this.found = found;
    }

    /** Whether a kept property tells of expiry or clean-up, and so belongs into a census. */
    static boolean isMaintenance(String name) {
        return name.startsWith(EXPIRE) || name.equals(DELETE_AFTER_COMMIT) || name.equals(PREVIOUS_VERSIONS);
    }

    void walk() throws IOException {
        found.properties.clear();
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            if (isMaintenance(name) || name.equals(GC_ENABLED) || name.equals(CONTENT_ID)) {
                keep(DecodedText.unescape(name));
            } else {
                parser.skipChildren();
            }
        }
    }

    private void keep(String name) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NULL || token.isStructStart()) {
            found.properties.remove(name);
            parser.skipChildren();
        } else if (found.properties.size() < MOST || found.properties.containsKey(name)) {
            found.properties.put(name, DecodedText.unescape(parser.getText()));
        }
    }
}
