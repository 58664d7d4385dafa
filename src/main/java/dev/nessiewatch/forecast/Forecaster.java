// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import dev.nessiewatch.event.SnapshotCount;
import java.time.Instant;

/** Turns one measurement into a forecast. Pure: the same event and moment give the same forecast. */
public final class Forecaster {
    /** What is known of the table of {@code event} at {@code now}; total, for any event. */
    public Forecast forecast(SnapshotCount event, Instant now) {
        return Reading.of(event, now);
    }
}
