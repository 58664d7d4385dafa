// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * How the Iceberg table under one key differs between two commits.
 *
 * @param key the key
 * @param before what stood there at the first commit; null when no Iceberg table did
 * @param after what stands there at the second; null when no Iceberg table does
 */
public record TableDiff(
        TableKey key, @Nullable TableEntry before, @Nullable TableEntry after) {}
