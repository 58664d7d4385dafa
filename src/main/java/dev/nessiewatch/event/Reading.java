// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.util.Map;

/** What reading topics whole came to. */
public sealed interface Reading {
    /**
     * All that was committed when the reading began was handed over.
     *
     * @param records number of records handed over
     * @param lastOffsets offset of the last record handed over, per partition; -1 for a partition without records
     */
    record Done(long records, Map<Partition, Long> lastOffsets) implements Reading {
        public Done {
            lastOffsets = Map.copyOf(lastOffsets);
        }
    }

    /**
     * Not all could be read; what was handed over is incomplete and must be thrown away.
     *
     * @param message one line: which topic, what happened, what to check
     */
    record Unavailable(String message) implements Reading {}
}
