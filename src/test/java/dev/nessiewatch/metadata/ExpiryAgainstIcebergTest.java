// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The preview against Iceberg itself, on random lives of tables. */
class ExpiryAgainstIcebergTest {
    private static final int HISTORIES = 6_000;

    @BeforeAll
    static void keepIcebergQuiet() {
        Logger.getLogger("org.apache.iceberg").setLevel(Level.WARNING);
    }

    @Test
    void removesTheSameSetAsIcebergDoes() {
        long seed = Seeds.pick(getClass());
        int removing = 0;
        for (int i = 0; i < HISTORIES; i++) {
            Random random = new Random(seed + i);
            long nowMs = System.currentTimeMillis();
            RandomHistory life = new RandomHistory(random, nowMs);
            ExpiryTerms terms = new ExpiryTerms(life.cutoff(), 1 + random.nextInt(6), nowMs);
            String json = life.json();
            Preview preview = ExpiryPreview.of(BytesSource.counted(json).history(), terms);
            Set<Long> removed = new TreeSet<>();
            Arrays.stream(preview.removedIds()).forEach(removed::add);
            String what = "seed " + (seed + i) + ", " + terms + ", " + json;
            assertThat(removed).as(what).isEqualTo(IcebergExpiry.removed(json, terms));
            assertThat(preview.removable()).as(what).isEqualTo(removed.size());
            removing += removed.isEmpty() ? 0 : 1;
        }
        System.out.println("ExpiryAgainstIcebergTest: " + HISTORIES + " histories, " + removing + " with removals");
        assertThat(removing).as("histories in which something goes").isGreaterThan(HISTORIES / 3);
    }

    @Test
    void saysTheFloorThatIcebergLeavesAtNow() {
        long seed = Seeds.pick(getClass());
        for (int i = 0; i < 1_000; i++) {
            long nowMs = System.currentTimeMillis();
            RandomHistory life = new RandomHistory(new Random(seed + i), nowMs);
            String json = life.json();
            int left = life.ids.size()
                    - IcebergExpiry.removed(json, new ExpiryTerms(nowMs, 1, nowMs))
                            .size();
            Floor floor = Floor.of(BytesSource.counted(json).history(), nowMs);
            assertThat(floor.total()).as("seed " + (seed + i) + ", " + json).isEqualTo(left);
        }
    }

    @Test
    void drawsTheCurveThatPreviewsDraw() {
        long seed = Seeds.pick(getClass());
        for (int i = 0; i < 1_000; i++) {
            long nowMs = 1_790_000_000_000L;
            RandomHistory life = new RandomHistory(new Random(seed + i), nowMs);
            SnapshotHistory history = BytesSource.counted(life.json()).history();
            List<AgePoint> curve = AgeCurve.of(history, nowMs);
            List<AgePoint> previews = new ArrayList<>();
            for (AgePoint point : curve) {
                ExpiryTerms terms = new ExpiryTerms(point.cutoffMs(), 1, nowMs);
                previews.add(new AgePoint(
                        point.cutoffMs(), ExpiryPreview.of(history, terms).removable()));
            }
            assertThat(curve).as("seed " + (seed + i)).isEqualTo(previews).hasSizeLessThanOrEqualTo(32);
            assertThat(curve.get(curve.size() - 1).cutoffMs()).isEqualTo(nowMs);
            assertThat(curve.stream().map(AgePoint::cutoffMs)).isSorted().doesNotHaveDuplicates();
            assertThat(curve.stream().map(AgePoint::removable)).isSorted();
        }
    }

    @Test
    void limitsAPassAtTheLatestCutOffThatFits() {
        long seed = Seeds.pick(getClass());
        for (int i = 0; i < 2_000; i++) {
            Random random = new Random(seed + i);
            long nowMs = 1_790_000_000_000L;
            RandomHistory life = new RandomHistory(random, nowMs);
            SnapshotHistory history = BytesSource.counted(life.json()).history();
            ExpiryTerms terms = new ExpiryTerms(life.cutoff(), 1 + random.nextInt(3), nowMs);
            int most = 1 + random.nextInt(6);
            long cutoff = Cutoffs.limitedTo(history, terms, most);
            String what = "seed " + (seed + i) + ", " + terms + ", at most " + most + ", " + cutoff;
            assertThat(cutoff).as(what).isLessThanOrEqualTo(terms.cutoffMs());
            int removed = removable(history, terms, cutoff);
            int wanted = removable(history, terms, terms.cutoffMs());
            int first = smallestRemoval(history, terms);
            assertThat(removed).as(what).isEqualTo(first > most ? first : Math.min(removed, most));
            assertThat(removed == 0).as(what).isEqualTo(wanted == 0);
            if (cutoff < terms.cutoffMs()) {
                assertThat(removable(history, terms, cutoff + 1)).as(what).isGreaterThan(Math.max(removed, most));
            }
        }
    }

    private static int smallestRemoval(SnapshotHistory history, ExpiryTerms terms) {
        int smallest = Integer.MAX_VALUE;
        List<Long> cutoffs = new ArrayList<>(List.of(0L, terms.cutoffMs()));
        for (int i = 0; i < history.size(); i++) {
            cutoffs.add(Math.min(history.timeMs(i) + 1, terms.cutoffMs()));
        }
        for (long cutoff : cutoffs) {
            int removed = removable(history, terms, cutoff);
            smallest = removed > 0 ? Math.min(smallest, removed) : smallest;
        }
        return smallest == Integer.MAX_VALUE ? 0 : smallest;
    }

    private static int removable(SnapshotHistory history, ExpiryTerms terms, long cutoffMs) {
        return ExpiryPreview.of(history, new ExpiryTerms(cutoffMs, terms.retainLast(), terms.nowMs()))
                .removable();
    }
}
