// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import java.util.List;

/**
 * A table as Nessie holds it.
 *
 * @param key elements of its name
 * @param content metadata location, snapshot, schema, partition spec and sort order, as text
 */
record State(List<String> key, List<String> content) {
    State {
        key = List.copyOf(key);
        content = List.copyOf(content);
    }

    /** The last element of its name, which is what an exclude looks at. */
    String name() {
        return key.get(key.size() - 1);
    }
}
