// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.metadata.SnapshotLog.Entry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** The log is read from its own place only, and odd entries are left out. */
class SnapshotLogReaderTest {
    private static final String LOG = "[{\"timestamp-ms\":5,\"snapshot-id\":1},{\"snapshot-id\":-7,\"timestamp-ms\":6,"
            + "\"more\":{\"snapshot-id\":9}}]";

    @Test
    void readsThePlainAndThePackedFile() throws IOException {
        String text = "{\"properties\":{\"snapshot-log\":[{\"timestamp-ms\":1,\"snapshot-id\":8}]},\"snapshot-log\":"
                + LOG + ",\"snapshots\":[]}";
        byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(plain);
        }

        assertThat(read(plain).entries()).containsExactly(new Entry(5, 1), new Entry(6, -7));
        assertThat(read(packed.toByteArray())).isEqualTo(read(plain));
    }

    @Test
    void leavesOddEntriesOutAndTakesTheLastLog() throws IOException {
        assertThat(read("{\"snapshot-log\":" + LOG + ",\"snapshot-log\":[1,[2],{},{\"timestamp-ms\":\"7\","
                                + "\"snapshot-id\":1},{\"timestamp-ms\":7,\"snapshot-id\":1e3},{\"timestamp-ms\":8,"
                                + "\"snapshot-id\":123456789012345678901},{\"timestamp-ms\":9,\"snapshot-id\":2}]}")
                        .entries())
                .containsExactly(new Entry(9, 2));
        assertThat(read("{\"snapshot-log\":null}")).isEqualTo(SnapshotLog.NONE);
        assertThat(read("[]")).isEqualTo(SnapshotLog.NONE);
    }

    private static SnapshotLog read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static SnapshotLog read(byte[] bytes) throws IOException {
        MetadataSource source = location -> new ByteArrayInputStream(bytes);
        return new SnapshotLogReader(source, CensusLimits.DEFAULT).read("/log");
    }
}
