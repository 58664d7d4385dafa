// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusReader;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What left a list is seen even where more came in the same look. A snapshot's time is ten times its id here. */
class LossTest {
    private static final Instant START = Instant.parse("2026-11-30T00:00:00Z");
    private static final int CASES = 2_000;

    private long sequence;
    private @Nullable SnapshotCount last;

    @Test
    void anExpiryHiddenByGrowthIsADropAndTheGrowthIsCountedWhole() {
        look(ids(1, 100));
        SnapshotCount count = look(ids(31, 135));

        SnapshotCount.Drop drop = Objects.requireNonNull(count.growth().lastDrop());
        assertThat(drop.before()).isEqualTo(100);
        assertThat(drop.after()).isEqualTo(105);
        assertThat(drop.gone()).isEqualTo(30);
        assertThat(drop.previousKept()).isTrue();
        assertThat(drop.oldestGone()).isTrue();
        assertThat(newest(count).gone()).isEqualTo(30);
    }

    @Test
    void anExpiryHiddenByGrowthIsSeenAlsoWhereATagHoldsTheOldest() {
        look(ids(1, 100));
        SnapshotCount.Drop drop = Objects.requireNonNull(
                look(plus(ids(1, 1), ids(32, 135))).growth().lastDrop());

        assertThat(drop.gone()).isEqualTo(30);
        assertThat(drop.previousKept()).isTrue();
        assertThat(drop.oldestGone()).isFalse();
    }

    @Test
    void aLostRaceHiddenByNewCommitsIsNoExpiry() {
        look(ids(1, 100));
        SnapshotCount.Drop drop = Objects.requireNonNull(
                look(plus(ids(1, 97), ids(101, 110))).growth().lastDrop());

        assertThat(drop.gone()).isEqualTo(3);
        assertThat(drop.previousKept()).isFalse();
        assertThat(drop.oldestGone()).isFalse();
    }

    /** Snapshots of a merged branch are older than the newest one, so they cannot be told from those that stayed. */
    @Test
    void anExpiryHiddenByAMergeOfOlderSnapshotsIsSeenByTheOldestTime() {
        look(evens(2, 200));
        SnapshotCount.Drop drop = Objects.requireNonNull(
                look(plus(evens(68, 200), odds(101, 181))).growth().lastDrop());

        assertThat(drop.after()).isGreaterThan(drop.before());
        assertThat(drop.gone()).isEqualTo(33);
        assertThat(drop.oldestGone()).isTrue();
    }

    /** A watcher that was away over Sunday compares contents; the weekly run shows all the same. */
    @Test
    void anExpiryIsSeenAlsoWhereContentsWereCompared() {
        look(ids(1, 100));
        SnapshotCount.Drop drop =
                Objects.requireNonNull(look(ids(31, 135), true).growth().lastDrop());

        assertThat(drop.gone()).isEqualTo(30);
        assertThat(drop.previousKept()).isTrue();
    }

    /** Thirteen in the list, seven on main. */
    @Test
    void aRollbackLeavesItsSnapshotsInTheListAndIsNoDrop() {
        look(ids(1, 13), 13, false);
        SnapshotCount count = look(ids(1, 13), 7, false);

        assertThat(Objects.requireNonNull(count.census()).snapshots().total()).isEqualTo(13);
        assertThat(count.growth().lastDrop()).isNull();
        assertThat(newest(count).gone()).isNull();
        assertThat(newest(count).snapshotId()).isEqualTo(7);
    }

    @Test
    void growthAloneIsNoDrop() {
        look(ids(1, 100));
        SnapshotCount count = look(ids(1, 135));

        assertThat(count.growth().lastDrop()).isNull();
        assertThat(newest(count).gone()).isNull();
    }

    @Test
    void aHistoryThatIsAnotherOneNowIsJudgedByItsLengthAlone() {
        look(ids(1, 100));
        assertThat(look(ids(200, 305), true).growth().lastDrop()).isNull();
        assertThat(Objects.requireNonNull(look(ids(1, 100), true).growth().lastDrop())
                        .gone())
                .isEqualTo(6);
    }

    @Test
    void aListThatWasEmptyOrBecomesEmptyIsCountedToo() {
        look(ids(1, 0));
        assertThat(look(ids(1, 5)).growth().lastDrop()).isNull();
        SnapshotCount.Drop emptied =
                Objects.requireNonNull(look(ids(1, 0)).growth().lastDrop());
        assertThat(emptied.gone()).isEqualTo(5);
    }

    @Test
    void neverClaimsMoreThanWentAndMissesNothingWhereOnlyNewerOnesCame() {
        long seed = Long.getLong("nessiewatch.seed", new Random().nextLong());
        System.out.println("LossTest: replay with -Dnessiewatch.seed=" + seed);
        Random random = new Random(seed);
        for (int i = 0; i < CASES; i++) {
            last = null;
            List<Long> before = picked(random, 1, 120, 1 + random.nextInt(4));
            look(before);
            int kept = random.nextInt(4);
            List<Long> after = before.stream()
                    .filter(id -> random.nextInt(4) <= kept)
                    .collect(Collectors.toCollection(ArrayList::new));
            int went = before.size() - after.size();
            boolean onlyNewer = random.nextBoolean();
            after.addAll(picked(random, 121, 160, 1 + random.nextInt(3)));
            if (!onlyNewer) {
                LongStream.range(1_000, 1_000 + random.nextInt(30)).forEach(after::add);
            }
            SnapshotCount count = look(after);
            Integer told = newest(count).gone();
            int gone = told == null ? 0 : told;
            assertThat(gone).as("seed %d, case %d", seed, i).isLessThanOrEqualTo(went);
            if (onlyNewer) {
                assertThat(gone).as("seed %d, case %d", seed, i).isEqualTo(went);
            }
        }
    }

    private static SnapshotCount.Observation newest(SnapshotCount count) {
        List<SnapshotCount.Observation> all = count.growth().observations();
        return all.get(all.size() - 1);
    }

    private static List<Long> ids(long from, long to) {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }

    private static List<Long> evens(long from, long to) {
        return ids(from, to).stream().filter(id -> id % 2 == 0).toList();
    }

    private static List<Long> odds(long from, long to) {
        return ids(from, to).stream().filter(id -> id % 2 == 1).toList();
    }

    private static List<Long> plus(List<Long> some, List<Long> more) {
        List<Long> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }

    private static List<Long> picked(Random random, long from, long to, int oneOf) {
        return ids(from, to).stream().filter(id -> random.nextInt(oneOf) == 0).toList();
    }

    private SnapshotCount look(List<Long> ids) {
        return look(ids, false);
    }

    private SnapshotCount look(List<Long> ids, boolean compared) {
        return look(ids, ids.isEmpty() ? -1 : ids.get(ids.size() - 1), compared);
    }

    /** Ids from 1000 on stand for snapshots of a merged branch: their times are old. */
    private SnapshotCount look(List<Long> ids, long current, boolean compared) {
        sequence++;
        String list = ids.stream()
                .map(id -> "{\"snapshot-id\":" + id + ",\"timestamp-ms\":" + (id < 1_000 ? id * 10 : id - 700) + "}")
                .collect(Collectors.joining(","));
        String file =
                "{\"format-version\":2,\"table-uuid\":\"u\",\"last-updated-ms\":1796100000000,\"current-snapshot-id\":"
                        + current + ",\"snapshots\":[" + list + "]}";
        CensusReader reader = new CensusReader(
                location -> new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)), CensusLimits.DEFAULT);
        SnapshotCounts.Found found = new SnapshotCounts.Found(
                Samples.TABLE,
                Samples.KEY,
                new TableContent("memory:/t", current, 0, 0, 0),
                new SnapshotCount.Commits(
                        sequence,
                        "a",
                        "b",
                        START.plusSeconds(sequence),
                        1,
                        Map.of("dbt", 1),
                        Map.of(),
                        Map.of(),
                        List.of()),
                compared);
        last = SnapshotCounts.measured(last, found, reader.read("memory:/t", current), START.plusSeconds(sequence));
        return last;
    }
}
