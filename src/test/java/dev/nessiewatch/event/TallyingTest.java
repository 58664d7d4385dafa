// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.event.SnapshotCount.Commits;
import dev.nessiewatch.event.SnapshotCount.Tally;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TallyingTest {
    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

    @Test
    void addsUpCommitsByWhoAndHow() {
        Tally first = next(null, START, 2, Map.of("dbt", 2), List.of());
        Tally second = next(first, START.plusSeconds(3600), 3, Map.of("dbt", 1, "adam", 2), List.of());

        assertThat(second.since()).isEqualTo(START);
        assertThat(second.until()).isEqualTo(START.plusSeconds(3600));
        assertThat(second.commits()).isEqualTo(5);
        assertThat(second.writers()).isEqualTo(Map.of("dbt", 3, "adam", 2));
    }

    @Test
    void ownMaintenanceMakesNoListGrow() {
        Tally first = next(null, START, 2, Map.of("dbt", 2), List.of());

        assertThat(next(first, START.plusSeconds(1), 1, Map.of("nessiewatch", 1), List.of("17@cc")))
                .isSameAs(first);
        Tally mixed = next(first, START.plusSeconds(1), 2, Map.of("dbt", 1, "nessiewatch", 1), List.of("17@cc"));
        assertThat(mixed.commits()).isEqualTo(3);
        assertThat(mixed.writers()).isEqualTo(Map.of("dbt", 3));
        assertThat(mixed.applications()).doesNotContainKey("nessiewatch");
    }

    /** Its expiry, its compaction, its archive: signed by no order, made by no writer of the table. */
    @Test
    void theWeeklyRunMakesNoListGrow() {
        Tally first = next(null, START, 2, Map.of("dbt", 2), List.of());

        Commits weekly =
                commits(START.plusSeconds(1), 3, Map.of("nessiewatch", 3), Map.of("nessiewatch", 3), List.of());
        assertThat(Tallying.next(first, weekly, START)).isSameAs(first);
        Commits mixed = commits(
                START.plusSeconds(2),
                4,
                Map.of("nessiewatch", 3, "dbt", 1),
                Map.of("nessiewatch", 3, "spark", 1),
                List.of());
        assertThat(Tallying.next(first, mixed, START)).satisfies(tally -> {
            assertThat(tally.commits()).isEqualTo(3);
            assertThat(tally.writers()).isEqualTo(Map.of("dbt", 3));
            assertThat(tally.applications()).isEqualTo(Map.of("spark", 3));
        });
    }

    @Test
    void commitsThatTheLogDidNotShowAreNotCountedTwice() {
        Tally first = next(null, START, 2, Map.of("dbt", 2), List.of());

        assertThat(next(first, START.plusSeconds(1), 0, Map.of("dbt", 2), List.of()))
                .isSameAs(first);
        assertThat(Tallying.next(null, commits(START, 0, Map.of(), List.of()), START))
                .isNull();
    }

    @Test
    void keepsTheRateWhileItForgetsWhatIsOlderThanTwoWeeks() {
        Tally tally = null;
        for (int hour = 0; hour < 24 * 100; hour++) {
            tally = next(tally, START.plus(Duration.ofHours(hour)), 1, Map.of("dbt", 1), List.of());
            Duration reach = Duration.between(tally.since(), tally.until());
            assertThat(reach).isLessThanOrEqualTo(Tallying.REACH);
            if (reach.compareTo(Duration.ofDays(2)) > 0) {
                assertThat(tally.commits() / (double) reach.toHours()).isBetween(0.9, 1.1);
            }
        }
    }

    @Test
    void holdsAtMostSixteenNames() {
        Map<String, Integer> many = new HashMap<>();
        for (int i = 0; i < 40; i++) {
            many.put("writer-" + i, i + 1);
        }
        Tally tally = next(null, START, 820, many, List.of());

        assertThat(tally.writers())
                .hasSize(Tallying.NAMES)
                .containsKey("writer-39")
                .doesNotContainKey("writer-0");
    }

    private static Tally next(
            @Nullable Tally before, Instant at, int count, Map<String, Integer> writers, List<String> signatures) {
        Tally next = Tallying.next(before, commits(at, count, writers, signatures), at);
        assertThat(next).isNotNull();
        return java.util.Objects.requireNonNull(next);
    }

    private static Commits commits(Instant at, int count, Map<String, Integer> writers, List<String> signatures) {
        return commits(
                at,
                count,
                writers,
                signatures.isEmpty() ? Map.of("spark", count) : Map.of("nessiewatch", 1),
                signatures);
    }

    private static Commits commits(
            Instant at,
            int count,
            Map<String, Integer> writers,
            Map<String, Integer> applications,
            List<String> signatures) {
        return new Commits(1, "a", "b", at, count, writers, applications, Map.of("append", count), signatures);
    }
}
