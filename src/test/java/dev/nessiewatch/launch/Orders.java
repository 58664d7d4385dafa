// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Orders for tests. */
final class Orders {
    private Orders() {}

    static ExpiryOrder of(String id, TableKey key) {
        return with(
                id,
                key,
                "11111111-2222-3333-4444-555555555555",
                new ExpiryOrder.Before("abcd", "file:/lake/00001.metadata.json", 20, 4096));
    }

    /** The same order of another table. */
    static ExpiryOrder on(TableId table, ExpiryOrder order) {
        return new ExpiryOrder(
                order.id(),
                table,
                order.key(),
                order.uuid(),
                order.mode(),
                order.cutoff(),
                order.retainLast(),
                order.predictedRemoved(),
                order.commitBefore(),
                order.before(),
                order.why());
    }

    static ExpiryOrder withUuid(String id, @Nullable String uuid) {
        return with(id, TableKey.of("ns", "t"), uuid, new ExpiryOrder.Before("abcd", "file:/x", 20, 4096));
    }

    static ExpiryOrder with(String id, TableKey key, @Nullable String uuid, ExpiryOrder.Before before) {
        return new ExpiryOrder(
                id,
                new TableId("c0ffee", "main"),
                key,
                uuid,
                ExpiryOrder.Mode.EXPIRE,
                Instant.parse("2026-11-01T00:00:00Z"),
                1,
                12,
                Instant.parse("2026-11-02T00:00:00Z"),
                before,
                "because");
    }
}
