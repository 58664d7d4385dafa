// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import dev.nessiewatch.metadata.CensusOutcome.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/**
 * The decoded file as characters, one for each byte, so that the parser's character offset is the byte offset.
 *
 * <p>Structure of JSON is ASCII. Bytes above it only occur inside strings, and become lone low surrogates
 * ({@code U+DC80} to {@code U+DCFF}), which no writer escapes by itself; {@link #unescape} turns kept text back. That
 * lets Jackson's reader-based parser do the work: its byte-based one can neither be kept from building tables of field
 * names, which hostile names make as large as they like, nor give offsets without them. UTF-8 is checked here instead.
 */
final class DecodedText extends Reader {
    private static final int MARK = 3;

    private final InputStream in;
    private final long maxBytes;
    private final Deadline deadline;
    private final byte[] chunk = new byte[16_384];
    private int held;
    private boolean started;
    private boolean ended;
    private boolean byteOrderMark;
    private long bytes;
    private long lastInk = -1;
    private long invalidAt = -1;
    private int following;
    private int lowest = 0x80;
    private int highest = 0xbf;

    DecodedText(InputStream in, long maxBytes, Deadline deadline) {
        this.in = in;
        this.maxBytes = maxBytes;
        this.deadline = deadline;
    }

    /** Decoded bytes so far, a byte-order mark included. */
    long bytes() {
        return bytes;
    }

    /** Whether the end was reached. */
    boolean ended() {
        return ended;
    }

    boolean byteOrderMark() {
        return byteOrderMark;
    }

    /** Offset of the first character in the file. */
    long shift() {
        return byteOrderMark ? MARK : 0;
    }

    /** Offset of the last byte that is not white space; -1 when there is none. */
    long lastInk() {
        return lastInk;
    }

    /** Offset of the first byte that is not UTF-8; -1 when there is none. */
    long invalidAt() {
        return invalidAt;
    }

    /** Reads to the end, for the counts. */
    void drain() throws IOException {
        char[] rest = new char[chunk.length];
        int count = 0;
        while (count >= 0) {
            count = read(rest, 0, rest.length);
        }
    }

    @Override
    public int read(char[] text, int from, int length) throws IOException {
        if (!started) {
            start();
        }
        if (held == 0) {
            held = Math.max(in.read(chunk, 0, Math.min(length, chunk.length)), 0);
        }
        if (held == 0) {
            ended = true;
            return -1;
        }
        int count = Math.min(held, length);
        for (int i = 0; i < count; i++) {
            int b = chunk[i];
            if (b >= 0 && following == 0) {
                text[from + i] = (char) b;
            } else {
                check(b & 0xff, bytes + i);
                text[from + i] = (char) (b >= 0 ? b : 0xdc00 | b & 0xff);
            }
        }
        took(count);
        return count;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private void start() throws IOException {
        started = true;
        while (held < MARK) {
            int count = in.read(chunk, held, chunk.length - held);
            if (count <= 0) {
                break;
            }
            held += count;
        }
        byteOrderMark =
                held >= MARK && (chunk[0] & 0xff) == 0xef && (chunk[1] & 0xff) == 0xbb && (chunk[2] & 0xff) == 0xbf;
        if (byteOrderMark) {
            bytes = MARK;
            held -= MARK;
            System.arraycopy(chunk, MARK, chunk, 0, held);
        }
    }

    private void took(int count) throws MetadataAccessException {
        for (int i = count - 1; i >= 0; i--) {
            if (chunk[i] != ' ' && chunk[i] != '\n' && chunk[i] != '\r' && chunk[i] != '\t') {
                lastInk = bytes + i;
                break;
            }
        }
        held -= count;
        System.arraycopy(chunk, count, chunk, 0, held);
        bytes += count;
        if (bytes > maxBytes) {
            throw new MetadataAccessException(
                    Kind.TOO_LARGE,
                    "more than " + maxBytes + " decoded bytes (nessiewatch.metadata.max-decoded-bytes)",
                    maxBytes);
        }
        deadline.check(bytes);
    }

    /** One byte of a UTF-8 sequence: no overlong forms, no surrogates, nothing beyond U+10FFFF. */
    private void check(int b, long offset) {
        if (following > 0) {
            if (b < lowest || b > highest) {
                invalid(offset);
                following = 0;
                return;
            }
            following--;
            bounds(0x80, 0xbf);
            return;
        }
        if (b < 0xc2 || b > 0xf4) {
            invalid(offset);
            return;
        }
        following = b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
        bounds(b == 0xe0 ? 0xa0 : b == 0xf0 ? 0x90 : 0x80, b == 0xed ? 0x9f : b == 0xf4 ? 0x8f : 0xbf);
    }

    private void bounds(int low, int high) {
        lowest = low;
        highest = high;
    }

    private void invalid(long offset) {
        if (invalidAt < 0) {
            invalidAt = offset;
        }
    }

    /** Text as the parser gave it, with the bytes above ASCII decoded. */
    static String unescape(String text) {
        int i = 0;
        while (i < text.length() && !isByte(text, i)) {
            i++;
        }
        if (i == text.length()) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length()).append(text, 0, i);
        while (i < text.length()) {
            int from = i;
            while (i < text.length() && isByte(text, i)) {
                i++;
            }
            if (i > from) {
                plain.append(decode(text, from, i));
            } else {
                plain.append(text.charAt(i++));
            }
        }
        return plain.toString();
    }

    private static boolean isByte(String text, int i) {
        char c = text.charAt(i);
        return c >= '\udc80' && c <= '\udcff' && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }

    private static String decode(String text, int from, int to) {
        byte[] raw = new byte[to - from];
        for (int i = from; i < to; i++) {
            raw[i - from] = (byte) text.charAt(i);
        }
        return new String(raw, StandardCharsets.UTF_8);
    }
}
