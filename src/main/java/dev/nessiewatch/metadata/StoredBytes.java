// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes as stored, and stops at the deadline. */
final class StoredBytes extends FilterInputStream {
    private final Deadline deadline;
    private long count;

    StoredBytes(InputStream in, Deadline deadline) {
        super(in);
        this.deadline = deadline;
    }

    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        deadline.check(count);
        int read = in.read(bytes, from, length);
        if (read > 0) {
            count += read;
        }
        return read;
    }
}
