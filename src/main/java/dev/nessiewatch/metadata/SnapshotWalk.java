// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.nessiewatch.metadata.CensusOutcome.Kind;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The root array {@code snapshots}. */
final class SnapshotWalk {
    private final DocumentWalk document;
    private final JsonParser parser;
    private final Findings found;
    private final int most;

    private @Nullable Long id;
    private @Nullable Long parent;
    private @Nullable Long timeMs;

    SnapshotWalk(DocumentWalk document, Findings found, int most) {
        this.document = document;
        this.parser = document.parser();
        this.found = found;
        this.most = most;
    }

    void walk() throws IOException {
        found.snapshots = new SnapshotColumns();
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return;
        }
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            found.complain("snapshots is not a list", document.tokenStart());
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (found.snapshots.size() >= most) {
                throw new MetadataAccessException(
                        Kind.TOO_LARGE,
                        "more than " + most + " snapshots (nessiewatch.metadata.max-snapshots)",
                        document.tokenStart());
            }
            entry();
        }
    }

    private void entry() throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            found.complain(where() + " is not an object", document.tokenStart());
            parser.skipChildren();
            return;
        }
        id = null;
        parent = null;
        timeMs = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            parser.nextToken();
            field(name);
        }
        if (id == null || id == SnapshotHistory.NONE) {
            found.complain(where() + " has no snapshot-id", document.here());
        } else if (timeMs == null) {
            found.complain(where() + " has no timestamp-ms", document.here());
        } else {
            found.snapshots.add(id, parent == null ? SnapshotHistory.NONE : parent, timeMs);
        }
    }

    private void field(String name) throws IOException {
        switch (name) {
            case "snapshot-id" -> id = readId(name);
            case "parent-snapshot-id" -> parent = parser.currentToken() == JsonToken.VALUE_NULL ? null : readId(name);
            case "timestamp-ms" -> timeMs = document.wholeNumber(where() + ": timestamp-ms");
            default -> parser.skipChildren();
        }
    }

    private @Nullable Long readId(String name) throws IOException {
        Long value = found.ids.read(parser);
        if (value == null) {
            found.complain(where() + ": " + name + " is not an id", document.tokenStart());
            parser.skipChildren();
        }
        return value;
    }

    private String where() {
        return "snapshot number " + (found.snapshots.size() + 1) + " of the list";
    }
}
