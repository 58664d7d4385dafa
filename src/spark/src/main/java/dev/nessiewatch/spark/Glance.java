// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * What the survey wants of a table's metadata file, read as a stream: memory does not grow with the list.
 *
 * @param snapshots length of the snapshot list
 * @param oldestMs time of its oldest snapshot; null when there is none
 * @param places where the table keeps files: its location, and where its properties send files to
 */
record Glance(int snapshots, @Nullable Long oldestMs, List<String> places) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Set<String> PATHS =
            Set.of("write.data.path", "write.metadata.path", "write.object-storage.path", "write.folder-storage.path");
    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;

    Glance {
        places = List.copyOf(places);
    }

    /** Reads a metadata file, packed or not, and closes it. */
    static Glance at(InputStream file) throws IOException {
        try (InputStream plain = unpacked(new BufferedInputStream(file, 1 << 16));
                JsonParser json = JSON.createParser(plain)) {
            return new Reading(json).read();
        }
    }

    private static InputStream unpacked(BufferedInputStream file) throws IOException {
        file.mark(2);
        boolean packed = file.read() == GZIP_FIRST && file.read() == GZIP_SECOND;
        file.reset();
        return packed ? new GZIPInputStream(file, 1 << 16) : file;
    }

    /** One pass over the file, in whatever order it is. */
    private static final class Reading {
        private final JsonParser json;
        private final List<String> places = new ArrayList<>();
        private int snapshots;
        private @Nullable Long oldest;
        private boolean located;

        Reading(JsonParser json) {
            this.json = json;
        }

        Glance read() throws IOException {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("not table metadata: no JSON object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                if (name.equals("location") && value == JsonToken.VALUE_STRING) {
                    places.add(json.getText());
                    located = true;
                } else if (name.equals("properties") && value == JsonToken.START_OBJECT) {
                    properties();
                } else if (name.equals("snapshots") && value == JsonToken.START_ARRAY) {
                    list();
                } else {
                    json.skipChildren();
                }
            }
            if (!located) {
                throw new IOException("not table metadata: it names no location");
            }
            return new Glance(snapshots, oldest, places);
        }

        private void properties() throws IOException {
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String name = json.currentName();
                if (json.nextToken() == JsonToken.VALUE_STRING && PATHS.contains(name)) {
                    places.add(json.getText());
                }
                json.skipChildren();
            }
        }

        private void list() throws IOException {
            while (json.nextToken() == JsonToken.START_OBJECT) {
                snapshots++;
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    boolean time = json.currentName().equals("timestamp-ms");
                    if (json.nextToken() == JsonToken.VALUE_NUMBER_INT && time) {
                        long ms = json.getLongValue();
                        oldest = oldest == null ? ms : Math.min(oldest, ms);
                    }
                    json.skipChildren();
                }
            }
        }
    }
}
