// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of the weekly run, over all tables.
 *
 * @param start last scheduled start
 * @param nextEnd when the next run is expected to be done
 * @param trimmed tables that the last run was seen to trim
 * @param passedBy tables that it left as they were although it should have trimmed them
 * @param took how long after its start it trimmed the last table; null when it was not seen to trim any
 * @param expected how long it is configured to take
 * @param lastWorked when any weekly run was last seen to trim a table; null when never
 */
public record WeeklyFigures(
        Instant start,
        Instant nextEnd,
        int trimmed,
        int passedBy,
        @Nullable Duration took,
        Duration expected,
        @Nullable Instant lastWorked) {}
