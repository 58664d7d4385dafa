// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.nessiewatch.metadata.CensusOutcome.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The manifest lists that a metadata file names: without its own, a snapshot of the list cannot be read. What removes files
 * that no current list names takes the oldest first, so the oldest tell whether it was there.
 */
public final class ManifestLists {
    private final MetadataSource source;
    private final CensusLimits limits;

    /**
     * @param source opens locations
     * @param limits bounds for one file
     */
    public ManifestLists(MetadataSource source, CensusLimits limits) {
        this.source = source;
        this.limits = limits;
    }

    private record Named(long timestampMs, String location) {}

    /**
     * Which of the oldest manifest lists do not exist any more. Snapshots that name none (format version 1 may list
     * manifests instead) are passed over.
     *
     * @param location metadata file
     * @param most how many of the oldest snapshots are looked at
     * @return their locations, oldest first; empty when all exist
     * @throws MetadataAccessException when the metadata file, or whether a list exists, cannot be read
     */
    public List<String> missing(String location, int most) throws MetadataAccessException {
        List<String> missing = new ArrayList<>();
        for (String list : oldest(location, most)) {
            try (InputStream opened = source.open(list)) {
                opened.read();
            } catch (MetadataAccessException e) {
                if (e.kind() != Kind.MISSING) {
                    throw e;
                }
                missing.add(list);
            } catch (IOException e) {
                throw unreadable(list, e);
            }
        }
        return missing;
    }

    private List<String> oldest(String location, int most) throws MetadataAccessException {
        PriorityQueue<Named> oldest =
                new PriorityQueue<>(Comparator.comparingLong(Named::timestampMs).reversed());
        Deadline deadline = new Deadline(limits.deadline());
        try (InputStream opened = source.open(location);
                PushbackInputStream peeked = new PushbackInputStream(new StoredBytes(opened, deadline), 2);
                DecodedText text = new DecodedText(
                        CensusReader.isGzip(peeked) ? new GzipMembers(peeked) : peeked,
                        limits.maxDecodedBytes(),
                        deadline);
                JsonParser parser = CensusReader.factory(limits).createParser(text)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean snapshots = parser.currentName().equals("snapshots");
                if (parser.nextToken() == JsonToken.START_ARRAY && snapshots) {
                    // Of a key that is written twice, the last one counts.
                    oldest.clear();
                    list(parser, oldest, most);
                } else {
                    parser.skipChildren();
                }
            }
        } catch (MetadataAccessException e) {
            throw e;
        } catch (IOException e) {
            throw unreadable(location, e);
        }
        return oldest.stream()
                .sorted(Comparator.comparingLong(Named::timestampMs))
                .map(Named::location)
                .toList();
    }

    private static void list(JsonParser parser, PriorityQueue<Named> oldest, int most) throws IOException {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            Named named = named(parser);
            if (named != null) {
                oldest.add(named);
                if (oldest.size() > most) {
                    oldest.remove();
                }
            }
        }
    }

    private static @Nullable Named named(JsonParser parser) throws IOException {
        long timestampMs = 0;
        String location = null;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            if (field.equals("timestamp-ms") && value.isNumeric()) {
                timestampMs = parser.getValueAsLong();
            } else if (field.equals("manifest-list") && value == JsonToken.VALUE_STRING) {
                location = DecodedText.unescape(parser.getText());
            } else {
                parser.skipChildren();
            }
        }
        return location == null ? null : new Named(timestampMs, location);
    }

    private static MetadataAccessException unreadable(String location, IOException e) {
        return new MetadataAccessException(
                Kind.UNAVAILABLE, location + " cannot be read: " + Shown.line(String.valueOf(e.getMessage())));
    }
}
