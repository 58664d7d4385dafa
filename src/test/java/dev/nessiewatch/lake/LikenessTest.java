// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LikenessTest {
    @Test
    void theNearestComesFirst() {
        assertThat(Likeness.near("orders", List.of("order", "borders", "orders_old", "calm", "ordres")))
                .containsExactly("borders", "order", "ordres");
    }

    @Test
    void caseDoesNotCount() {
        assertThat(Likeness.near("Reports.Daily", List.of("reports.daily"))).containsExactly("reports.daily");
    }

    @Test
    void anEndBehindADotIsNear() {
        assertThat(Likeness.near("daily", List.of("a.very.long.namespace.daily", "holidaily")))
                .containsExactly("a.very.long.namespace.daily");
    }

    @Test
    void whatIsLongIsNotCompared() {
        String name = "x".repeat(500);
        assertThat(Likeness.near(name, List.of(name + "y"))).isEmpty();
    }
}
