// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.nessiewatch.metadata.CensusOutcome.Kind;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One pass over a document, in whatever order its fields come. A field counts by its place, never by its name alone:
 * {@code snapshot-id} also occurs in references, logs and statistics, and users write any name into their texts.
 */
final class DocumentWalk {
    private static final int ROOT_KEYS_REMEMBERED = 1_000;

    private final JsonParser parser;
    private final DecodedText text;
    private final Findings found = new Findings();
    private final SnapshotWalk snapshots;
    private final ReferenceWalk references;
    private final PropertyWalk properties;
    private final Set<String> rootKeys = new HashSet<>();

    DocumentWalk(JsonParser parser, DecodedText text, CensusLimits limits) {
        this.parser = parser;
        this.text = text;
        this.snapshots = new SnapshotWalk(this, found, limits.maxSnapshots());
        this.references = new ReferenceWalk(this, found);
        this.properties = new PropertyWalk(parser, found);
    }

    /** Walks the document to the end of its root object. */
    Findings walk() throws IOException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            throw new MetadataAccessException(
                    Kind.TRUNCATED,
                    text.bytes() == 0 ? "the file is empty" : "the file holds white space only",
                    text.bytes());
        }
        if (first != JsonToken.START_OBJECT) {
            throw new MetadataAccessException(Kind.NOT_A_TABLE, "JSON, but not one object", tokenStart());
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            if (!rootKeys.add(name)) {
                found.duplicateRootKeys = true;
            } else if (rootKeys.size() > ROOT_KEYS_REMEMBERED) {
                rootKeys.remove(name);
            }
            parser.nextToken();
            rootField(name);
        }
        return found;
    }

    JsonParser parser() {
        return parser;
    }

    /** Decoded byte at which the current token starts. */
    long tokenStart() {
        return parser.currentTokenLocation().getCharOffset() + text.shift();
    }

    /** Decoded byte after what was read so far. */
    long here() {
        return parser.currentLocation().getCharOffset() + text.shift();
    }

    /** A whole number that fits 64 bits; null, and a complaint, for anything else. */
    @Nullable
    Long wholeNumber(String where) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT && SnapshotIds.fits(parser)) {
            return parser.getLongValue();
        }
        found.complain(where + " is not a whole number of 64 bits", tokenStart());
        parser.skipChildren();
        return null;
    }

    private void rootField(String name) throws IOException {
        switch (name) {
            case "format-version" -> {
                found.formatVersionWritten = true;
                found.formatVersion = wholeNumber("format-version");
            }
            case "table-uuid" -> tableUuid();
            case "last-updated-ms" -> found.lastUpdatedMs = leniently();
            case "last-sequence-number" -> {
                Long last = leniently();
                found.lastSequenceNumber = last == null ? 0 : last;
            }
            case "current-snapshot-id" -> currentSnapshot();
            default -> section(name);
        }
        evidence(name);
    }

    private void section(String name) throws IOException {
        long start = tokenStart();
        switch (name) {
            case "snapshots" -> {
                snapshots.walk();
                found.snapshotBytes += here() - start;
            }
            case "refs" -> {
                references.walk();
                found.refBytes += here() - start;
            }
            case "properties" -> {
                properties.walk();
                found.propertyBytes += here() - start;
            }
            default -> countedSection(name, start);
        }
    }

    private void countedSection(String name, long start) throws IOException {
        switch (name) {
            case "schemas" -> {
                found.schemas = elements();
                found.schemaBytes += here() - start;
            }
            case "schema" -> {
                parser.skipChildren();
                found.schemaBytes += here() - start;
            }
            case "statistics" -> {
                found.statistics = elements();
                found.statisticsBytes += here() - start;
            }
            case "partition-statistics" -> {
                found.partitionStatistics = elements();
                found.statisticsBytes += here() - start;
            }
            case "snapshot-log" -> {
                found.snapshotLog = elements();
                found.logBytes += here() - start;
            }
            case "metadata-log" -> {
                found.metadataLog = elements();
                found.logBytes += here() - start;
            }
            default -> parser.skipChildren();
        }
    }

    /** What the document is, told by fields that only tables, only views or only functions have. */
    private void evidence(String name) {
        switch (name) {
            case "table-uuid", "last-column-id" -> found.strongTableField = true;
            case "partition-spec", "partition-specs", "snapshots", "current-snapshot-id", "last-partition-id" ->
                found.tableField = true;
            case "view-uuid", "current-version-id", "versions", "version-log" -> found.foreignField = "view";
            case "function-uuid", "definitions", "definition-log" -> found.foreignField = "function";
            default -> {
                // Says nothing either way.
            }
        }
    }

    private void tableUuid() throws IOException {
        found.tableUuid =
                parser.currentToken() == JsonToken.VALUE_STRING ? DecodedText.unescape(parser.getText()) : null;
        parser.skipChildren();
    }

    private void currentSnapshot() throws IOException {
        found.currentId = null;
        found.currentText = null;
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return;
        }
        long start = tokenStart();
        Long id = found.ids.read(parser);
        if (id == null) {
            found.complain("current-snapshot-id is not an id", start);
            parser.skipChildren();
        } else if (id != SnapshotHistory.NONE) {
            found.currentId = id;
            found.currentText = DecodedText.unescape(parser.getText());
        }
    }

    /** A number that no count depends on; null when it is something else. */
    private @Nullable Long leniently() throws IOException {
        Long number = parser.currentToken() == JsonToken.VALUE_NUMBER_INT && SnapshotIds.fits(parser)
                ? Long.valueOf(parser.getLongValue())
                : null;
        parser.skipChildren();
        return number;
    }

    private int elements() throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            parser.skipChildren();
            return 0;
        }
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            count++;
            parser.skipChildren();
        }
        return count;
    }
}
