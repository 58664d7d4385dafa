// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import dev.nessiewatch.metadata.CensusOutcome.Counted;
import dev.nessiewatch.metadata.CensusOutcome.Unreadable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** One file held in memory, under whatever name is asked for. */
record BytesSource(byte[] bytes) implements MetadataSource {
    static final String LOCATION = "s3://lake/t/metadata/00007-a.metadata.json";

    @Override
    public InputStream open(String location) {
        return new ByteArrayInputStream(bytes);
    }

    static Counted counted(String document) {
        return (Counted) read(document.getBytes(StandardCharsets.UTF_8));
    }

    static Unreadable unreadable(String document) {
        return (Unreadable) read(document.getBytes(StandardCharsets.UTF_8));
    }

    static CensusOutcome read(byte[] bytes) {
        return read(bytes, CensusLimits.DEFAULT);
    }

    static CensusOutcome read(byte[] bytes, CensusLimits limits) {
        return new CensusReader(new BytesSource(bytes), limits).read(LOCATION, null);
    }

    static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }
}
