// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunNameTest {
    private static final String LABEL = "[a-z0-9]([a-z0-9-]*[a-z0-9])?";

    @Test
    void fitsAKubernetesNameWhateverTheTableIsCalled() {
        for (String element : List.of(
                "orders",
                "x".repeat(500),
                "Größe 表",
                "{{workflow.name}}",
                "$(rm -rf /)",
                "-_-",
                "a'b\"c",
                "UPPER.case",
                "\u0000\n")) {
            String name = RunName.of(Orders.of("1-abc", TableKey.of("ns", element)));

            assertThat(name).as(element).hasSizeLessThanOrEqualTo(63).matches(LABEL);
        }
    }

    @Test
    void isTheSameForOneOrderAndAnotherForAnother() {
        TableKey key = TableKey.of("ns", "orders");

        assertThat(RunName.of(Orders.of("1-abc", key))).isEqualTo(RunName.of(Orders.of("1-abc", key)));
        assertThat(RunName.of(Orders.of("1-abc", key))).isNotEqualTo(RunName.of(Orders.of("2-abc", key)));
    }

    @Test
    void aNameThatIsCutIsStillAnotherForAnotherOrder() {
        String start = "y".repeat(60);

        assertThat(RunName.of(Orders.of("1-a", TableKey.of(start + "a"))))
                .isNotEqualTo(RunName.of(Orders.of("2-a", TableKey.of(start + "b"))));
    }

    /** Two installations in one namespace may come to the same order id. */
    @Test
    void isAnotherForAnotherTableOrBranchOfTheSameOrderId() {
        ExpiryOrder order = Orders.of("1-a", TableKey.of("ns", "orders"));
        String name = RunName.of(order);

        for (TableId other : List.of(new TableId("deca0f", "main"), new TableId("c0ffee", "dev"))) {
            assertThat(RunName.of(Orders.on(other, order))).isNotEqualTo(name);
            assertThat(RunName.belongsTo(name, order.id(), other)).isFalse();
        }
        assertThat(RunName.belongsTo(name, order.id(), order.table())).isTrue();
    }
}
