// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import java.util.List;

/** Which references a Nessie server has. */
public sealed interface References {
    /**
     * The names.
     *
     * @param names of all branches and tags, in the server's order
     * @param complete false when there are more than were read
     */
    record Known(List<String> names, boolean complete) implements References {
        public Known {
            names = List.copyOf(names);
        }
    }

    /**
     * The server could not be asked.
     *
     * @param message one line: which address, what happened, what to check
     */
    record Unavailable(String message) implements References {}
}
