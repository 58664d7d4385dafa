// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.nessiewatch.metadata.CensusOutcome.Kind;
import dev.nessiewatch.metadata.SnapshotHistory.Ref;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The root object {@code refs}: Iceberg's own branches and tags. */
final class ReferenceWalk {
    private static final int MOST = 100_000;

    private final DocumentWalk document;
    private final JsonParser parser;
    private final Findings found;

    private @Nullable Long snapshotId;
    private @Nullable String type;
    private @Nullable Long minSnapshotsToKeep;
    private @Nullable Long maxSnapshotAgeMs;
    private @Nullable Long maxRefAgeMs;

    ReferenceWalk(DocumentWalk document, Findings found) {
        this.document = document;
        this.parser = document.parser();
        this.found = found;
    }

    void walk() throws IOException {
        found.refs.clear();
        found.refsWritten = parser.currentToken() != JsonToken.VALUE_NULL;
        if (!found.refsWritten) {
            return;
        }
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            found.complain("refs is not an object", document.tokenStart());
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = DecodedText.unescape(parser.currentName());
            parser.nextToken();
            reference(name);
            if (found.refs.size() > MOST) {
                throw new MetadataAccessException(
                        Kind.TOO_LARGE, "more than " + MOST + " branches and tags", document.here());
            }
        }
    }

    private void reference(String name) throws IOException {
        if (parser.currentToken() != JsonToken.START_OBJECT) {
            found.complain(where(name) + " is not an object", document.tokenStart());
            parser.skipChildren();
            return;
        }
        snapshotId = null;
        type = null;
        minSnapshotsToKeep = null;
        maxSnapshotAgeMs = null;
        maxRefAgeMs = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            field(name, field);
        }
        boolean branch = "branch".equals(type);
        if (snapshotId == null || type == null || !branch && !"tag".equals(type)) {
            found.complain(where(name) + " is not a branch or tag with a snapshot-id", document.here());
            return;
        }
        found.refs.put(
                name, new Ref(name, snapshotId, branch, clamped(minSnapshotsToKeep), maxSnapshotAgeMs, maxRefAgeMs));
    }

    private void field(String ref, String name) throws IOException {
        switch (name) {
            case "snapshot-id" -> {
                snapshotId = found.ids.read(parser);
                parser.skipChildren();
            }
            case "type" -> {
                type = parser.currentToken() == JsonToken.VALUE_STRING
                        ? parser.getText().toLowerCase(Locale.ROOT)
                        : null;
                parser.skipChildren();
            }
            case "min-snapshots-to-keep" -> minSnapshotsToKeep = setting(ref, name);
            case "max-snapshot-age-ms" -> maxSnapshotAgeMs = setting(ref, name);
            case "max-ref-age-ms" -> maxRefAgeMs = setting(ref, name);
            default -> parser.skipChildren();
        }
    }

    private @Nullable Long setting(String ref, String name) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return null;
        }
        return document.wholeNumber(where(ref) + ": " + name);
    }

    private static @Nullable Integer clamped(@Nullable Long value) {
        return value == null ? null : (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
    }

    private static String where(String name) {
        return "the reference " + name;
    }
}
