// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import dev.nessiewatch.metadata.CensusOutcome.Kind;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body whose length the store declared: an early end is an error, not an end. */
final class DeclaredLength extends FilterInputStream {
    private final long declared;
    private long seen;

    DeclaredLength(InputStream in, long declared) {
        super(in);
        this.declared = declared;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int count = in.read(bytes, from, length);
        if (count > 0) {
            seen += count;
        }
        if (count < 0 && seen < declared) {
            throw new MetadataAccessException(
                    Kind.UNAVAILABLE,
                    "the store sent " + seen + " of " + declared + " bytes and stopped; read it again");
        }
        return count;
    }
}
