// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import org.jspecify.annotations.Nullable;

/** Tables in words. */
final class Names {
    private Names() {}

    static String of(TableId table, @Nullable Standing standing) {
        return of(table, standing == null ? null : standing.key());
    }

    /** Name and content id; the content id alone when no name is known. Control characters are gone. */
    static String of(TableId table, @Nullable TableKey key) {
        String id = table.contentId().replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
        return key == null ? "content id " + id : key.display() + " (" + id + ")";
    }
}
