// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.nessiewatch.metadata.CensusOutcome.Counted;
import dev.nessiewatch.metadata.CensusOutcome.Kind;
import dev.nessiewatch.metadata.CensusOutcome.Unreadable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory stays flat in the file's text. */
class CensusMemoryTest {
    @Test
    void counts200000SnapshotsIn64MegabytesOfHeap() throws Exception {
        assertThat(inAChildOf64Megabytes("200000")).endsWith("200000 199999 32");
    }

    @Test
    void counts200000PackedSnapshotsIn64MegabytesOfHeap(@TempDir Path folder) throws Exception {
        Path packed = folder.resolve("packed.metadata.json");
        try (InputStream text = new LongDocument(200_000, 800).open("memory:/long");
                OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            text.transferTo(out);
        }
        assertThat(inAChildOf64Megabytes("200000", packed.toString())).endsWith("200000 199999 32");
    }

    /** Their histories together need twice the heap; only those that are being read are held. */
    @Test
    void counts50TablesOf100000SnapshotsSideBySideIn64MegabytesOfHeap() throws Exception {
        assertThat(inAChildOf64Megabytes("100000", "side by side")).endsWith("5000000 in 50");
    }

    private static String inAChildOf64Megabytes(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                LongDocument.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return said;
    }

    @Test
    void buildsNoStringsOfTextThatItSkips() {
        allocated(new LongDocument(200, 10));
        long shortTexts = allocated(new LongDocument(2_000, 10));
        long longTexts = allocated(new LongDocument(2_000, 20_000));
        long made = made(new LongDocument(2_000, 20_000)) - made(new LongDocument(2_000, 10));
        assertThat(longTexts - shortTexts - made)
                .as("bytes allocated by the reader for 40 MB more of text")
                .isLessThan(4_000_000);
    }

    @Test
    void stopsAtANumberOrNameThatNeverEnds() {
        for (String start : new String[] {"{\"a\":1", "{\"a\":{\"", "{\"format-version\":1", "{\"a\":-1.5e1"}) {
            CensusReader reader = new CensusReader(new Endless(start, "1".repeat(100_000)), CensusLimits.DEFAULT);
            Unreadable unreadable = (Unreadable) reader.read("memory:/endless", null);
            assertThat(unreadable.kind()).as(start).isEqualTo(Kind.TOO_LARGE);
            assertThat(unreadable.offset()).as(start).isLessThan(1_000_000);
        }
    }

    @Test
    void stopsAtEachLimit() {
        CensusLimits small = new CensusLimits(5_000, 20, 300, 4, CensusLimits.DEFAULT.deadline());
        String head = "{\"format-version\":2,\"table-uuid\":\"u\",";
        String five = "{\"snapshot-id\":1,\"timestamp-ms\":1},".repeat(5).replaceAll(",$", "");
        for (String document : new String[] {
            head + "\"a\":\"" + "x".repeat(5_000) + "\"}",
            head + "\"a\":" + "[".repeat(30) + "]".repeat(30) + "}",
            head + "\"" + "n".repeat(400) + "\":1}",
            head + "\"snapshots\":[" + five + "]}"
        }) {
            byte[] bytes = document.getBytes(StandardCharsets.UTF_8);
            assertThat(((Unreadable) BytesSource.read(bytes, small)).kind())
                    .as(document)
                    .isEqualTo(Kind.TOO_LARGE);
            byte[] packed = BytesSource.gzip(bytes);
            assertThat(((Unreadable) BytesSource.read(packed, small)).kind()).isEqualTo(Kind.TOO_LARGE);
        }
    }

    @Test
    void staysLinearWithABranchOnEverySnapshot() {
        int size = 20_000;
        StringBuilder refs = new StringBuilder("{\"format-version\":2,\"table-uuid\":\"u\",\"refs\":{");
        StringBuilder list = new StringBuilder("},\"snapshots\":[");
        for (int i = 1; i <= size; i++) {
            String comma = i == size ? "" : ",";
            refs.append("\"b" + i + "\":{\"snapshot-id\":" + i + ",\"type\":\"branch\",\"min-snapshots-to-keep\":"
                    + (i % 2 == 0 ? 1_000_000 : 3) + "}" + comma);
            list.append("{\"snapshot-id\":" + i + ",\"parent-snapshot-id\":" + (i - 1) + ",\"timestamp-ms\":" + i + "}"
                    + comma);
        }
        Counted counted = BytesSource.counted(refs.append(list).append("]}").toString());
        assertThat(ExpiryPreview.of(counted.history(), new ExpiryTerms(size, 1, size))
                        .removable())
                .isZero();
    }

    private static long allocated(MetadataSource source) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        assertThat(new CensusReader(source, CensusLimits.DEFAULT).read("memory:/long", null))
                .isInstanceOf(Counted.class);
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    }

    /** What making the document costs by itself. */
    private static long made(MetadataSource source) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        byte[] buffer = new byte[16_384];
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        try (InputStream in = source.open("memory:/long")) {
            while (in.read(buffer) >= 0) {
                // Only made and thrown away.
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    }

    /** A start, and then the same text again and again. */
    private record Endless(String start, String text) implements MetadataSource {
        @Override
        public InputStream open(String location) {
            byte[] first = start.getBytes(StandardCharsets.UTF_8);
            byte[] again = text.getBytes(StandardCharsets.UTF_8);
            return new InputStream() {
                private long at;

                @Override
                public int read() {
                    long i = at++;
                    return i < first.length ? first[(int) i] : again[(int) ((i - first.length) % again.length)];
                }
            };
        }
    }
}
