// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** A metadata file of any length that is made while it is read, and never held. */
record LongDocument(int snapshots, int textLength) implements MetadataSource {
    @Override
    public InputStream open(String location) {
        return new SequenceInputStream(new Pieces(snapshots, "x".repeat(textLength)));
    }

    /**
     * A child process: counts and previews a long list, and prints the numbers. Arguments: snapshots; then nothing, the
     * file that holds them, or {@code side by side} for fifty such tables.
     */
    public static void main(String[] args) throws InterruptedException {
        int snapshots = Integer.parseInt(args[0]);
        if (args.length > 1 && args[1].equals("side by side")) {
            sideBySide(new LongDocument(snapshots, 10));
            return;
        }
        MetadataSource source = args.length > 1 ? new LocalFiles() : new LongDocument(snapshots, 800);
        CensusOutcome outcome =
                new CensusReader(source, CensusLimits.DEFAULT).read(args.length > 1 ? args[1] : "memory:/long", null);
        if (outcome instanceof CensusOutcome.Counted counted) {
            long newest = counted.history().newestMs();
            int removable = ExpiryPreview.of(counted.history(), new ExpiryTerms(newest, 1, newest))
                    .removable();
            int points = AgeCurve.of(counted.history(), newest).size();
            System.out.println(counted.census().snapshots().onMain() + " " + removable + " " + points);
        } else {
            System.out.println(outcome);
        }
    }

    private static void sideBySide(MetadataSource source) throws InterruptedException {
        CensusReader reader = new CensusReader(source, CensusLimits.DEFAULT);
        try (CensusReads reads = new CensusReads(reader, 4, Duration.ofMinutes(2))) {
            List<CensusReads.Request> tables = Collections.nCopies(50, new CensusReads.Request("memory:/long", null));
            List<Integer> totals = reads.readAll(
                    tables,
                    () -> {},
                    (index, outcome) -> ((CensusOutcome.Counted) outcome)
                            .census()
                            .snapshots()
                            .total());
            System.out.println(totals.stream().mapToInt(Integer::intValue).sum() + " in " + totals.size());
        }
    }

    private static final class Pieces implements Enumeration<InputStream> {
        private final int snapshots;
        private final String text;
        private int next;

        Pieces(int snapshots, String text) {
            this.snapshots = snapshots;
            this.text = text;
        }

        @Override
        public boolean hasMoreElements() {
            return next <= snapshots + 1;
        }

        @Override
        public InputStream nextElement() {
            int i = next++;
            String piece = i == 0
                    ? "{\"format-version\":2,\"table-uuid\":\"u\",\"snapshots\":["
                    : i > snapshots ? "],\"current-snapshot-id\":" + id(snapshots) + "}" : snapshot(i);
            return new ByteArrayInputStream(piece.getBytes(StandardCharsets.UTF_8));
        }

        private String snapshot(int i) {
            return (i > 1 ? ",{\"parent-snapshot-id\":" + id(i - 1) + "," : "{") + "\"snapshot-id\":" + id(i)
                    + ",\"timestamp-ms\":" + (1_700_000_000_000L + i) + ",\"summary\":{\"operation\":\"" + text
                    + "\",\"key-" + i + "\":\"v\"}}";
        }

        private static long id(int i) {
            return (i * 0x9e37_79b9_7f4a_7c15L) >>> 1;
        }
    }
}
