// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import dev.nessiewatch.metadata.CensusOutcome.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decodes gzip, all members of it, each held against its check sum.
 *
 * <p>The JDK's own stream asks {@code available()} whether another member follows; a network stream may say 0 there, and
 * the rest of the file would be lost without a word. This one reads on.
 */
final class GzipMembers extends InputStream {
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int HEADER_CHECK = 2;

    private final InputStream in;
    private final byte[] buffer = new byte[16_384];
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private int position;
    private int end;
    private boolean insideMember;
    private boolean done;
    private boolean trailing;
    private long decoded;

    GzipMembers(InputStream in) {
        this.in = in;
    }

    static boolean startsWith(int first, int second) {
        return first == 0x1f && second == 0x8b;
    }

    /** Whether bytes that are no gzip member follow the last one. */
    boolean trailing() {
        return trailing;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        while (!done) {
            if (!insideMember) {
                beginMember();
                continue;
            }
            int count = inflate(bytes, from, length);
            if (count > 0) {
                return count;
            }
        }
        return -1;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }

    private int inflate(byte[] bytes, int from, int length) throws IOException {
        try {
            int count = inflater.inflate(bytes, from, length);
            if (count > 0) {
                crc.update(bytes, from, count);
                decoded += count;
                return count;
            }
        } catch (DataFormatException e) {
            throw broken("the packed bytes are damaged");
        }
        if (inflater.finished()) {
            position = end - inflater.getRemaining();
            endMember();
        } else if (inflater.needsDictionary()) {
            throw broken("the packed bytes ask for a dictionary");
        } else {
            if (position >= end && !fill()) {
                throw cut();
            }
            inflater.setInput(buffer, position, end - position);
            position = end;
        }
        return 0;
    }

    private void beginMember() throws IOException {
        int first = next();
        if (first < 0) {
            done = true;
            return;
        }
        int second = next();
        if (!startsWith(first, second)) {
            trailing = true;
            done = true;
            drain();
            return;
        }
        header();
        inflater.reset();
        crc.reset();
        insideMember = true;
    }

    private void header() throws IOException {
        if (need() != 8) {
            throw broken("it uses an unknown way of packing");
        }
        int flags = need();
        skip(6);
        if ((flags & EXTRA) != 0) {
            skip(need() | need() << 8);
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CHECK) != 0) {
            skip(2);
        }
    }

    private void endMember() throws IOException {
        long check = needInt();
        long size = needInt();
        if (check != crc.getValue() || size != (inflater.getBytesWritten() & 0xffff_ffffL)) {
            throw broken("the check sum does not match");
        }
        insideMember = false;
    }

    private void drain() throws IOException {
        boolean more = true;
        while (more) {
            more = fill();
        }
    }

    private void skip(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            need();
        }
    }

    private void skipText() throws IOException {
        int read = need();
        while (read != 0) {
            read = need();
        }
    }

    private long needInt() throws IOException {
        return need() | (long) need() << 8 | (long) need() << 16 | (long) need() << 24;
    }

    private int need() throws IOException {
        int read = next();
        if (read < 0) {
            throw cut();
        }
        return read;
    }

    private int next() throws IOException {
        return position < end || fill() ? buffer[position++] & 0xff : -1;
    }

    private boolean fill() throws IOException {
        int count = in.read(buffer, 0, buffer.length);
        position = 0;
        end = Math.max(count, 0);
        return count > 0;
    }

    private MetadataAccessException cut() {
        return new MetadataAccessException(
                Kind.TRUNCATED, "the gzip stream ends before its end; nothing was counted", decoded);
    }

    private MetadataAccessException broken(String how) {
        return new MetadataAccessException(Kind.MALFORMED, "not readable gzip: " + how, decoded);
    }
}
