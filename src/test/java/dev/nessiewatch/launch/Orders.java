// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Instant;

/** Orders for tests. */
final class Orders {
    private Orders() {}

    static ExpiryOrder of(String id, TableKey key) {
        return new ExpiryOrder(
                id,
                new TableId("c0ffee", "main"),
                key,
                "11111111-2222-3333-4444-555555555555",
                ExpiryOrder.Mode.EXPIRE,
                Instant.parse("2026-11-01T00:00:00Z"),
                1,
                12,
                Instant.parse("2026-11-02T00:00:00Z"),
                new ExpiryOrder.Before("abcd", "file:/lake/00001.metadata.json", 20, 4096),
                "because");
    }
}
