// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Orders for tests; each has an id of its own. */
final class OrderBuilder {
    private static final AtomicInteger IDS = new AtomicInteger();

    String contentId = "";
    String uuid = "";
    long olderThan;
    int predicted;

    private final TableKey key;
    private Mode mode = Mode.EXPIRE;
    private @Nullable Long before;

    private OrderBuilder(TableKey key) {
        this.key = key;
    }

    /** An order that removes as many of the oldest snapshots as told, and predicts so. */
    static OrderBuilder upTo(Lake lake, TableKey key, int removed) throws Exception {
        OrderBuilder order = new OrderBuilder(key);
        order.contentId = lake.contentId(key);
        order.uuid = lake.load(key).operations().current().uuid();
        order.olderThan = lake.snapshots(key).get(removed).timestampMillis();
        order.predicted = removed;
        return order;
    }

    OrderBuilder mode(Mode newMode) {
        mode = newMode;
        return this;
    }

    OrderBuilder predicting(int removed) {
        predicted = removed;
        return this;
    }

    OrderBuilder olderThan(long millis) {
        olderThan = millis;
        return this;
    }

    OrderBuilder before(long millis) {
        before = millis;
        return this;
    }

    Order build() {
        return build(key, "main", contentId, uuid);
    }

    Order buildWith(String otherContentId, String otherUuid) {
        return build(key, "main", otherContentId, otherUuid);
    }

    Order buildAt(TableKey otherKey, String reference) {
        return build(otherKey, reference, contentId, uuid);
    }

    private Order build(TableKey table, String reference, String id, String tableUuid) {
        return new Order(
                mode,
                String.valueOf(IDS.incrementAndGet()),
                reference,
                table,
                id,
                tableUuid,
                olderThan,
                1,
                predicted,
                before);
    }
}
