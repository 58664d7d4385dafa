// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.metadata.CensusReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a record keeps of the last time that a list became shorter. */
class LastDropTest {
    private static final Instant START = Instant.parse("2026-11-30T00:00:00Z");

    private long sequence;
    private @Nullable SnapshotCount last;

    @Test
    void aListThatOnlyGrowsHasNone() {
        assertThat(look(1, 5, false).growth().lastDrop()).isNull();
        assertThat(look(1, 6, false).growth().lastDrop()).isNull();
        assertThat(look(1, 6, false).growth().lastDrop()).isNull();
    }

    @Test
    void anExpiryLeavesTheCurrentSnapshotAndTakesTheOldest() {
        look(1, 9, false);
        SnapshotCount.Drop drop = look(6, 9, false, "17@cc").growth().lastDrop();

        assertThat(drop)
                .isEqualTo(new SnapshotCount.Drop(
                        START.plusSeconds(2), 2, 9, 4, true, true, false, List.of("17@cc"), 5, true));
    }

    @Test
    void aLostRaceTakesTheNewest() {
        look(1, 9, false);
        SnapshotCount.Drop drop = look(1, 6, false).growth().lastDrop();

        assertThat(drop)
                .isEqualTo(new SnapshotCount.Drop(
                        START.plusSeconds(2), 2, 9, 6, false, false, false, List.of(), 3, false));
    }

    @Test
    void itIsRememberedUntilTheNextOne() {
        look(1, 9, false);
        SnapshotCount.Drop first = look(6, 9, false).growth().lastDrop();
        assertThat(look(6, 12, false).growth().lastDrop()).isEqualTo(first);
        assertThat(unreadable().growth().lastDrop()).isEqualTo(first);
        SnapshotCount.Drop second = look(9, 12, true).growth().lastDrop();
        assertThat(second).isNotEqualTo(first);
        assertThat(second).extracting(SnapshotCount.Drop::reassigned).isEqualTo(true);
    }

    @Test
    void commitsAreTalliedEvenWhileTheListCannotBeRead() {
        look(1, 9, false);
        SnapshotCount.Tally tally = unreadable().growth().tally();

        assertThat(tally).extracting(SnapshotCount.Tally::commits).isEqualTo(2);
    }

    /** A list of the snapshots {@code from} to {@code to}, the last one current. */
    private SnapshotCount look(int from, int to, boolean reassigned, String... signatures) {
        StringBuilder list = new StringBuilder();
        for (int i = from; i <= to; i++) {
            list.append(i > from ? "," : "")
                    .append("{\"snapshot-id\":" + i + ",\"timestamp-ms\":" + (1_796_000_000_000L + i * 1000L) + "}");
        }
        String file =
                "{\"format-version\":2,\"table-uuid\":\"u\",\"last-updated-ms\":1796100000000,\"current-snapshot-id\":"
                        + to + ",\"snapshots\":[" + list + "]}";
        CensusReader reader = new CensusReader(
                location -> new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)), CensusLimits.DEFAULT);
        return next(found(to, reassigned, signatures), reader.read("memory:/t", (long) to));
    }

    private SnapshotCount unreadable() {
        CensusOutcome trouble =
                new CensusOutcome.Unreadable("memory:/t", CensusOutcome.Kind.UNAVAILABLE, "memory:/t: no answer", null);
        return next(found(99, false), trouble);
    }

    private SnapshotCount next(SnapshotCounts.Found found, CensusOutcome outcome) {
        last = SnapshotCounts.measured(last, found, outcome, START.plusSeconds(sequence));
        return last;
    }

    private SnapshotCounts.Found found(long snapshot, boolean reassigned, String... signatures) {
        sequence++;
        return new SnapshotCounts.Found(
                Samples.TABLE,
                Samples.KEY,
                new TableContent("memory:/t", snapshot, 0, 0, 0),
                new SnapshotCount.Commits(
                        sequence,
                        "a",
                        "b",
                        START.plusSeconds(sequence),
                        1,
                        Map.of("dbt", 1),
                        Map.of("spark", 1),
                        Map.of("append", 1),
                        List.of(signatures)),
                reassigned);
    }
}
