// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.metadata.Census;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The last time that snapshots left a list, and what that was. A drop is never growth, and never the success of a run that
 * was not its cause. It may be hidden: where more came than went in one look, the list is longer after it.
 *
 * @param kind what it was
 * @param at when the list was measured without them
 * @param before length before
 * @param after length after
 * @param gone snapshots that left, at least
 */
public record Drop(Kind kind, Instant at, int before, int after, int gone) {
    /** Snapshots that came in the same look, as far as they are known. */
    public int came() {
        return after - before + gone;
    }

    /** What took snapshots from a list. */
    public enum Kind {
        /** A run of this service: its signed commit was seen. */
        OWN_RUN,
        /** Nessie's REST catalog took the table over: it keeps the current snapshot only. */
        REST_COLLAPSE,
        /** An expiry that nobody signed: the weekly run, or a person. Old snapshots went, new ones stayed. */
        WEEKLY_OR_USER_EXPIRY,
        /** New snapshots went: a rollback, a reassigned branch, or a replace that lost a race and won it later. */
        ROLLBACK_OR_RACE
    }

    /** The last drop of a table; null when none was seen. */
    static @Nullable Drop of(SnapshotCount event) {
        SnapshotCount.Drop seen = event.growth().lastDrop();
        if (seen == null) {
            return null;
        }
        Census census = event.census();
        boolean restManaged = census != null && census.flags().contains(Census.Flag.REST_MANAGED);
        int gone = seen.gone() == null ? seen.before() - seen.after() : seen.gone();
        return new Drop(kind(seen, restManaged), seen.at(), seen.before(), seen.after(), gone);
    }

    /**
     * A signature is proof, so it is asked first. Without one: an expiry leaves the current snapshot as it is; with
     * commits in the same look it leaves the one that was current before in the list, or takes snapshots from the old end;
     * anything else took them from the new end.
     */
    static Kind kind(SnapshotCount.Drop seen, boolean restManaged) {
        if (!seen.signatures().isEmpty()) {
            return Kind.OWN_RUN;
        }
        if (restManaged && seen.after() == 1) {
            return Kind.REST_COLLAPSE;
        }
        if (seen.sameSnapshot()) {
            return Kind.WEEKLY_OR_USER_EXPIRY;
        }
        boolean expiry = Boolean.TRUE.equals(seen.previousKept()) || (seen.oldestGone() && !seen.reassigned());
        return expiry ? Kind.WEEKLY_OR_USER_EXPIRY : Kind.ROLLBACK_OR_RACE;
    }
}
