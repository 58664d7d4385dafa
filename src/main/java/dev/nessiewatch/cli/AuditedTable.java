// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.decide.Decision;
import dev.nessiewatch.decide.Rule;
import dev.nessiewatch.forecast.Growth;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.watch.TableEntry;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * One table of an audit.
 *
 * @param entry the table as Nessie holds it
 * @param decision what the service would decide about it, if it knew of no earlier run
 * @param measured the numbers; null when the metadata could not be read
 * @param trouble why it could not be read; null when it could
 */
record AuditedTable(
        TableEntry entry, Decision decision, @Nullable Measured measured, CensusOutcome.@Nullable Unreadable trouble) {

    /** Over a limit first, the farthest over first; then by the day it will be; then by what is used of the limit. */
    static final Comparator<AuditedTable> WORST_FIRST = Comparator.comparing(AuditedTable::isOver)
            .reversed()
            .thenComparing(table -> table.isOver() ? -table.used() : 0)
            .thenComparing(AuditedTable::crossesAt, Comparator.nullsLast(Comparator.naturalOrder()))
            .thenComparing(table -> -table.used())
            .thenComparing(AuditedTable::name);

    /** The name for people. */
    String name() {
        return entry.key().display();
    }

    /** Whether a limit is exceeded now; false when that is not known. */
    boolean isOver() {
        return measured != null && measured.isOver();
    }

    private double used() {
        return measured == null ? 0 : measured.used();
    }

    private @Nullable Instant crossesAt() {
        return measured == null ? null : measured.crossesAt();
    }

    /**
     * The numbers.
     *
     * @param snapshots length of the list
     * @param decodedBytes size of the metadata file, decoded
     * @param growth how fast both grow, from the times in the list
     * @param limits what both must stay under
     * @param crossesAt when the first of them will be over its limit; null when not within ten years
     * @param weekly the weekly run that is waited for
     * @param removable snapshots that an expiry by the policy would remove now, exactly
     * @param floor snapshots that no expiry can remove now
     */
    record Measured(
            int snapshots,
            long decodedBytes,
            Growth growth,
            Rule.Limits limits,
            @Nullable Instant crossesAt,
            WeeklyRun weekly,
            int removable,
            int floor) {
        boolean isOver() {
            return snapshots > limits.snapshots() || decodedBytes > limits.bytes();
        }

        /** Whether the weekly run is done before a limit is crossed. */
        boolean weeklyInTime() {
            return crossesAt == null || !crossesAt.isBefore(weekly.doneAt());
        }

        double used() {
            return Math.max(snapshots / (double) limits.snapshots(), decodedBytes / (double) limits.bytes());
        }
    }

    /** When the weekly run starts, and when it has usually handled every table. */
    record WeeklyRun(Instant startsAt, Instant doneAt) {}
}
