// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import org.jspecify.annotations.Nullable;

/**
 * One table in numbers, as its last decision saw it.
 *
 * @param table identity
 * @param key name
 * @param excluded whether it is left alone: it counts in sums, and is never shown by name
 * @param size how large list and file are
 * @param outlook what is to be expected
 * @param state what was decided, and what went wrong
 */
public record TableFigures(TableId table, TableKey key, boolean excluded, Size size, Outlook outlook, State state) {

    /** Whether a person may have to know of it, whatever its size. */
    boolean needsEyes() {
        return state.urgent()
                || state.breakerOpen()
                || state.resurrected()
                || state.badEnds() > 0
                || state.unreadable() != null;
    }

    /**
     * How large list and file are. Shares are of the tighter of two limits, on snapshots and on bytes; 1 is at the limit.
     *
     * @param snapshots length of the list
     * @param decodedBytes size of the metadata file, decoded
     * @param limitShare share of the limit
     * @param hardShare share of the limit times the hard factor
     */
    public record Size(int snapshots, long decodedBytes, double limitShare, double hardShare) {}

    /**
     * What is to be expected.
     *
     * @param perDay snapshots a day by which the list grows
     * @param secondsToLimit until a limit is crossed, if nothing is expired; infinite when not in sight
     * @param beforeWeekly whether that is before the next weekly run is done
     * @param floor snapshots that an expiry now would leave
     * @param floorShare share of the limit that an expiry now would leave
     */
    public record Outlook(double perDay, double secondsToLimit, boolean beforeWeekly, int floor, double floorShare) {}

    /**
     * What was decided, and what went wrong.
     *
     * @param outcome of the last decision
     * @param urgent whether a person has to look
     * @param breakerOpen whether it is held until a person resumes it
     * @param badEnds orders that ended badly in a row
     * @param badKind verdict on the last of them; null when there is none
     * @param resurrected whether expired snapshots came back
     * @param unreadable why the newest metadata cannot be read; null when it can
     */
    public record State(
            String outcome,
            boolean urgent,
            boolean breakerOpen,
            int badEnds,
            @Nullable String badKind,
            boolean resurrected,
            @Nullable String unreadable) {}
}
