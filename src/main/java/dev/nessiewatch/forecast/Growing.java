// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import dev.nessiewatch.event.SnapshotCount;
import java.time.Instant;

final class Growing {
    Growing(SnapshotCount event, Instant now) {}

    Growth growth() {
        return Growth.UNKNOWN;
    }

    Rhythm rhythm() {
        return Rhythm.UNKNOWN;
    }
}
