// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RebuildPauseTest {
    private static final Duration WINDOW = Duration.ofHours(1);
    private static final long HOUR = WINDOW.toMillis();

    @Test
    void leavesATableAloneForAWindowAfterItsLastCommit() {
        List<String> daily = rebuilds(0, 24, 48, 72);

        assertThat(at(daily, 72 * HOUR + HOUR - 1)).get().asString().contains("younger than the rebuild window");
        assertThat(at(daily, 73 * HOUR)).isEmpty();
    }

    @Test
    void leavesATableAloneWhenTheNextRebuildMayHaveBegun() {
        List<String> daily = rebuilds(0, 24, 48, 73);

        assertThat(at(daily, 96 * HOUR - 1)).isEmpty();
        assertThat(at(daily, 96 * HOUR)).get().asString().contains("may be under way");
        assertThat(at(daily, 125 * HOUR)).isPresent();
        assertThat(at(daily, 125 * HOUR + 1)).isEmpty();
    }

    @Test
    void takesQuickRepetitionsForOneRebuild() {
        List<String> repeated = rebuilds(0, 24, 24.2, 48, 72);

        assertThat(at(repeated, 74 * HOUR)).isEmpty();
    }

    @Test
    void waitsForNoTableThatGrowsInAnotherWay() {
        List<String> appended = new ArrayList<>(List.of(snapshot(1, 0, "append", null)));
        appended.add(snapshot(2, HOUR, "append", 1L));
        appended.add(snapshot(3, 2 * HOUR, "append", 2L));

        assertThat(at(appended, 2 * HOUR)).isEmpty();
        assertThat(at(rebuilds(5), 5 * HOUR)).isEmpty();
        assertThat(at(List.of(), HOUR)).isEmpty();
    }

    @Test
    void doesNotTakeItsOwnRewriteForAWriter() {
        List<String> daily = rebuilds(0, 24, 48, 72);
        daily.add(snapshot(9, 75 * HOUR, "replace", 4L));

        assertThat(at(daily, 75 * HOUR + 1)).isEmpty();
    }

    @Test
    void waitsForNothingWhenToldSo() {
        assertThat(RebuildPause.reason(metadata(rebuilds(0, 24)), Duration.ZERO, 24 * HOUR))
                .isEmpty();
    }

    private static Optional<String> at(List<String> snapshots, long nowMs) {
        return RebuildPause.reason(metadata(snapshots), WINDOW, nowMs);
    }

    private static List<String> rebuilds(double... hours) {
        List<String> snapshots = new ArrayList<>();
        for (double hour : hours) {
            snapshots.add(snapshot(snapshots.size() + 1, (long) (hour * HOUR), "overwrite", null));
        }
        return snapshots;
    }

    private static String snapshot(long id, long ms, String operation, @Nullable Long parent) {
        return "{\"snapshot-id\":" + id + (parent == null ? "" : ",\"parent-snapshot-id\":" + parent)
                + ",\"sequence-number\":1,\"timestamp-ms\":" + ms + ",\"summary\":{\"operation\":\"" + operation
                + "\"},\"manifest-list\":\"file:/none\",\"schema-id\":0}";
    }

    private static TableMetadata metadata(List<String> snapshots) {
        return TableMetadataParser.fromJson(
                "{\"format-version\":2,\"table-uuid\":\"9c12d441-03fe-4693-9a96-a0705ddf69c1\","
                        + "\"location\":\"file:/t\",\"last-sequence-number\":9,\"last-updated-ms\":0,\"last-column-id\":1,"
                        + "\"current-schema-id\":0,\"schemas\":[{\"type\":\"struct\",\"schema-id\":0,\"fields\":[]}],"
                        + "\"default-spec-id\":0,\"partition-specs\":[{\"spec-id\":0,\"fields\":[]}],\"last-partition-id\":999,"
                        + "\"default-sort-order-id\":0,\"sort-orders\":[{\"order-id\":0,\"fields\":[]}],\"refs\":{},"
                        + "\"snapshots\":[" + String.join(",", snapshots) + "]}");
    }
}
