// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the {@code snapshot-log} of a file that a census has counted before; the census itself does not keep it. */
public final class SnapshotLogReader {
    private final MetadataSource source;
    private final CensusLimits limits;
    private final JsonFactory json;

    /**
     * @param source opens locations
     * @param limits bounds for one file
     */
    public SnapshotLogReader(MetadataSource source, CensusLimits limits) {
        this.source = source;
        this.limits = limits;
        this.json = CensusReader.factory(limits);
    }

    /**
     * The log; empty when the file has none. Entries that are no time and id are left out.
     *
     * @throws IOException when the file cannot be read any more
     */
    public SnapshotLog read(String location) throws IOException {
        Deadline deadline = new Deadline(limits.deadline());
        try (InputStream opened = source.open(location)) {
            PushbackInputStream peeked = new PushbackInputStream(new StoredBytes(opened, deadline), 2);
            InputStream decoded = CensusReader.isGzip(peeked) ? new GzipMembers(peeked) : peeked;
            try (DecodedText text = new DecodedText(decoded, limits.maxDecodedBytes(), deadline);
                    JsonParser parser = json.createParser(text)) {
                return walk(parser);
            }
        }
    }

    private SnapshotLog walk(JsonParser parser) throws IOException {
        SnapshotLog log = SnapshotLog.NONE;
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            return log;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean wanted = parser.currentName().equals("snapshot-log");
            JsonToken value = parser.nextToken();
            if (wanted && value == JsonToken.START_ARRAY) {
                log = entries(parser);
            } else {
                parser.skipChildren();
            }
        }
        return log;
    }

    private SnapshotLog entries(JsonParser parser) throws IOException {
        List<SnapshotLog.Entry> entries = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                parser.skipChildren();
                continue;
            }
            Long time = null;
            Long id = null;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                if (name.equals("timestamp-ms")) {
                    time = number(parser);
                } else if (name.equals("snapshot-id")) {
                    id = number(parser);
                } else {
                    parser.skipChildren();
                }
            }
            if (time != null && id != null && entries.size() < limits.maxSnapshots()) {
                entries.add(new SnapshotLog.Entry(time, id));
            }
        }
        return new SnapshotLog(entries);
    }

    private static @Nullable Long number(JsonParser parser) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT && SnapshotIds.fits(parser)) {
            return parser.getLongValue();
        }
        parser.skipChildren();
        return null;
    }
}
