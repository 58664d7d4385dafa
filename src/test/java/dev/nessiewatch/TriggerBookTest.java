// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static dev.nessiewatch.Facts.NOW;
import static dev.nessiewatch.Facts.count;
import static dev.nessiewatch.Facts.entry;
import static dev.nessiewatch.Facts.id;
import static dev.nessiewatch.Facts.position;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.event.LedgerEntry.Phase;
import dev.nessiewatch.event.Partition;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TriggerBookTest {
    private final TriggerBook book = new TriggerBook();

    @Test
    void hasCaughtUpOnceEachPartitionIsAtOrPastItsEnd() {
        Partition one = new Partition("t", 0);
        Partition two = new Partition("t", 1);
        Map<Partition, Long> ends = Map.of(one, 10L, two, -1L);
        assertThat(book.hasReached(ends)).isFalse();

        book.reached(one, 9);
        assertThat(book.hasReached(ends)).isFalse();

        // Record 10 was compacted away meanwhile; what comes after it says as much.
        book.reached(one, 12);
        assertThat(book.hasReached(ends)).isTrue();
        book.reached(one, 3);
        assertThat(book.hasReached(ends)).as("a channel that reads again").isTrue();
        assertThat(book.hasReached(Map.of(two, 0L))).isFalse();
        assertThat(book.hasReached(Map.of())).isTrue();
    }

    @Test
    void anOlderRecordOfTheLedgerIsIgnored() {
        book.ordered(entry("A", 5, Phase.LAUNCHED));
        book.takeChanged();
        book.ordered(entry("A", 4, Phase.INTENDED));
        book.ordered(entry("A", 5, Phase.INTENDED));

        assertThat(book.order(id("A")).orElseThrow().phase()).isEqualTo(Phase.LAUNCHED);
        assertThat(book.newestEntry().orElseThrow().sequence()).isEqualTo(5);
    }

    @Test
    void anUndoIsRememberedUntilTheTableLeaves() {
        book.measured(count("A", "a", 1));
        assertThat(book.undoneAt(id("A"))).isNull();

        book.measured(Facts.undone("A", 2, NOW));
        book.measured(count("A", "a", 3));
        assertThat(book.undoneAt(id("A"))).isEqualTo(NOW);
        assertThat(book.undoneAt(id("B"))).isNull();

        book.left(id("A"));
        assertThat(book.undoneAt(id("A"))).isNull();
    }

    @Test
    void openOrdersAreThoseWithoutAVerdict() {
        book.ordered(entry("A", 1, Phase.INTENDED));
        book.ordered(entry("B", 2, Phase.VERIFIED));
        book.ordered(entry("C", 3, Phase.ENDED));

        assertThat(book.openOrders())
                .extracting(open -> open.order().contentId())
                .containsExactlyInAnyOrder("A", "C");
        book.orderForgotten(id("A"));
        assertThat(book.openOrders()).hasSize(1);
    }

    @Test
    void whatChangedIsTakenOnce() {
        book.measured(count("A", "a", 1));
        book.measured(count("A", "a", 2));
        book.ordered(entry("unmeasured", 1, Phase.VERIFIED));

        assertThat(book.takeChanged()).containsExactly(id("A"));
        assertThat(book.takeChanged()).isEmpty();

        book.ordered(entry("A", 2, Phase.VERIFIED));
        assertThat(book.takeChanged()).containsExactly(id("A"));
    }

    @Test
    void whatLeftIsTakenOnceUnlessItCameBack() {
        book.measured(count("A", "a", 1));
        book.measured(count("B", "b", 1));
        book.left(id("A"));
        book.left(id("B"));
        book.measured(count("B", "b", 3));

        assertThat(book.takeChanged()).containsExactly(id("B"));
        assertThat(book.takeGone()).containsExactly(id("A"));
        assertThat(book.takeGone()).isEmpty();
        assertThat(book.measurement(id("A"))).isEmpty();
        assertThat(book.tables()).containsExactly(id("B"));
    }

    @Test
    void theNewestHeartbeatCounts() {
        assertThat(book.heartbeat("main")).isNull();
        book.moved(position("main", 2, NOW.plusSeconds(60)));
        book.moved(position("main", 1, NOW));
        assertThat(book.heartbeat("main")).isEqualTo(NOW.plusSeconds(60));

        book.referenceForgotten("main");
        assertThat(book.heartbeat("main")).isNull();
    }
}
