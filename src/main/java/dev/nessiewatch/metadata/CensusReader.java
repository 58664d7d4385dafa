// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.nessiewatch.metadata.CensusOutcome.Kind;
import dev.nessiewatch.metadata.CensusOutcome.Unreadable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a metadata file in one pass and counts it, in memory that grows with the number of snapshots (24 bytes each)
 * and not with the file's text. Safe for use by several threads.
 */
public final class CensusReader {
    private static final int ATTEMPTS = 3;

    private final MetadataSource source;
    private final CensusLimits limits;
    private final JsonFactory json;

    /**
     * @param source opens locations
     * @param limits bounds for one file
     */
    public CensusReader(MetadataSource source, CensusLimits limits) {
        this.source = source;
        this.limits = limits;
        this.json = factory(limits);
    }

    /**
     * Counts one file. A read that broke off, or a file that ends early, is read again from its start, at most twice and
     * inside the deadline: stores close connections, and that must never look like a shorter list.
     *
     * @param location as Nessie holds it, or a plain path
     * @param nessieSnapshotId the snapshot that Nessie names as current, which overrides the file's own for all
     *     questions about {@code main}; -1 for none; null when Nessie was not asked
     * @return all of the file counted, or one clear reason why not; never an exception for what a file or a store does
     */
    public CensusOutcome read(String location, @Nullable Long nessieSnapshotId) {
        Deadline deadline = new Deadline(limits.deadline());
        CensusOutcome outcome = attempt(location, nessieSnapshotId, deadline);
        for (int i = 1; i < ATTEMPTS && brokeOff(outcome) && !deadline.passed(); i++) {
            outcome = attempt(location, nessieSnapshotId, deadline);
        }
        return outcome;
    }

    private static boolean brokeOff(CensusOutcome outcome) {
        return outcome instanceof Unreadable unreadable
                && (unreadable.kind() == Kind.TRUNCATED || unreadable.kind() == Kind.UNAVAILABLE)
                && unreadable.offset() != null;
    }

    private CensusOutcome attempt(String location, @Nullable Long nessieSnapshotId, Deadline deadline) {
        try (InputStream opened = source.open(location)) {
            return count(location, nessieSnapshotId, new StoredBytes(opened, deadline), deadline);
        } catch (MetadataAccessException e) {
            return unreadable(location, e);
        } catch (IOException e) {
            return unreadable(location, brokenOff(e, null));
        }
    }

    private CensusOutcome count(String location, @Nullable Long nessieSnapshotId, StoredBytes stored, Deadline deadline)
            throws IOException {
        PushbackInputStream peeked = new PushbackInputStream(stored, 2);
        GzipMembers gzip = isGzip(peeked) ? new GzipMembers(peeked) : null;
        DecodedText text = new DecodedText(gzip == null ? peeked : gzip, limits.maxDecodedBytes(), deadline);
        try (text;
                JsonParser parser = json.createParser(text)) {
            Findings found = walk(parser, text);
            long end = parser.currentLocation().getCharOffset() + text.shift();
            if (text.invalidAt() >= 0 && text.invalidAt() < end) {
                throw new MetadataAccessException(Kind.MALFORMED, "not UTF-8", text.invalidAt());
            }
            text.drain();
            boolean trailing = text.lastInk() >= end || gzip != null && gzip.trailing();
            Tally tally = new Tally(found, new Tally.File(location, gzip != null, stored.count(), text, trailing));
            return tally.outcome(nessieSnapshotId);
        } catch (MetadataAccessException e) {
            boolean brokeOff = e.kind() == Kind.UNAVAILABLE && e.offset() == null;
            throw brokeOff ? new MetadataAccessException(e.kind(), e.line(), text.bytes()) : e;
        } catch (IOException e) {
            throw brokenOff(e, text.bytes());
        }
    }

    private Findings walk(JsonParser parser, DecodedText text) throws IOException {
        try {
            return new DocumentWalk(parser, text, limits).walk();
        } catch (StreamConstraintsException e) {
            throw new MetadataAccessException(
                    Kind.TOO_LARGE, "over a limit: " + Shown.line(e.getOriginalMessage()), text.bytes());
        } catch (JsonParseException e) {
            throw notJson(e, parser, text);
        }
    }

    private static MetadataAccessException notJson(JsonParseException e, JsonParser parser, DecodedText text) {
        long offset = e.getLocation() == null ? text.bytes() : e.getLocation().getCharOffset() + text.shift();
        // A word or number that the end of the file cuts is no end-of-input to the parser.
        boolean cutToken = text.ended() && !parser.getParsingContext().inRoot();
        if (e instanceof JsonEOFException || cutToken) {
            return new MetadataAccessException(
                    Kind.TRUNCATED, "the document ends before its end; nothing was counted", text.bytes());
        }
        return new MetadataAccessException(Kind.MALFORMED, "not JSON: " + Shown.line(e.getOriginalMessage()), offset);
    }

    static boolean isGzip(PushbackInputStream in) throws IOException {
        byte[] magic = new byte[2];
        int count = in.readNBytes(magic, 0, 2);
        in.unread(magic, 0, count);
        return count == 2 && GzipMembers.startsWith(magic[0] & 0xff, magic[1] & 0xff);
    }

    private static MetadataAccessException brokenOff(IOException e, @Nullable Long offset) {
        return new MetadataAccessException(
                Kind.UNAVAILABLE,
                "reading broke off (" + Shown.line(String.valueOf(e.getMessage())) + "); this is worth a retry",
                offset);
    }

    private static Unreadable unreadable(String location, MetadataAccessException e) {
        Long offset = e.offset();
        String at = offset == null ? "" : ", at byte " + offset;
        return new Unreadable(location, e.kind(), Shown.line(location) + ": " + e.line() + at, offset);
    }

    static JsonFactory factory(CensusLimits limits) {
        return new JsonFactoryBuilder()
                // Names come from outside: a table of them, kept for later, is memory that a file can fill.
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(limits.maxNesting())
                        .maxNameLength(limits.maxNameLength())
                        .maxStringLength(limits.maxNameLength())
                        .build())
                .build();
    }
}
