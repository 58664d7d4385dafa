// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** How an order ended, as measured at HEAD and not as the run says. */
public sealed interface Verdict {
    /** The word on the wire and in the metrics. */
    default String kind() {
        return getClass().getSimpleName();
    }

    /** The words of all verdicts there are. Written down, as a native image does not tell who implements an interface. */
    static List<String> kinds() {
        return List.of(
                "Effective",
                "CleanupIncomplete",
                "NoEffect",
                "Resurrected",
                "Changed",
                "TooLate",
                "Failed",
                "Unproven",
                "Observed");
    }

    /** In words. */
    String cause();

    /** Numbers behind the verdict; null when nothing was measured. */
    @Nullable
    Measured measured();

    /** Whether the next order of this table should wait for a person after too many of these. */
    default boolean isBad() {
        return true;
    }

    /** Whether it tells nothing of the table and of the job: bad ends in a row stay as many as they were. */
    default boolean isBlameless() {
        return false;
    }

    /**
     * What was measured.
     *
     * @param removed predicted minus still removable
     * @param stillRemovable what the order's cut-off would still remove at HEAD
     * @param snapshotsAfter length of the list in the signed commit, or at HEAD when none was seen
     * @param signedCommit the run's commit; null when none was seen
     */
    record Measured(
            int removed,
            int stillRemovable,
            int snapshotsAfter,
            @Nullable String signedCommit) {}

    /** The signed commit was seen, and nothing that was to go is left. */
    record Effective(Measured measured, String cause) implements Verdict {
        @Override
        public boolean isBad() {
            return false;
        }
    }

    /** As {@link Effective}, but the run says that not all files were deleted; the orphan clean-up is to find them. */
    record CleanupIncomplete(Measured measured, String cause) implements Verdict {
        @Override
        public boolean isBad() {
            return false;
        }
    }

    /** The run ended, and what was to go is still there. */
    record NoEffect(@Nullable Measured measured, String cause) implements Verdict {}

    /** The signed commit was seen, and afterwards expired snapshots came back: their files are gone. */
    record Resurrected(Measured measured, String cause) implements Verdict {}

    /** The run did nothing: it would have removed more than predicted. */
    record Changed(@Nullable Measured measured, String cause) implements Verdict {
        @Override
        public boolean isBad() {
            return false;
        }
    }

    /** The run did nothing: its window to commit had closed. */
    record TooLate(@Nullable Measured measured, String cause) implements Verdict {
        @Override
        public boolean isBad() {
            return false;
        }
    }

    /**
     * The run broke before it committed.
     *
     * @param blameless whether a neighbour was away, so that neither the table nor the job is at fault
     */
    record Failed(@Nullable Measured measured, String cause, boolean blameless) implements Verdict {
        /** One that has to be looked into. */
        public Failed(@Nullable Measured measured, String cause) {
            this(measured, cause, false);
        }

        @Override
        public boolean isBad() {
            return !blameless;
        }

        @Override
        public boolean isBlameless() {
            return blameless;
        }
    }

    /** Nobody could measure the effect before the deadline. */
    record Unproven(String cause) implements Verdict {
        @Override
        public @Nullable Measured measured() {
            return null;
        }
    }

    /** Nothing was launched: the service only observes. */
    record Observed(String cause) implements Verdict {
        @Override
        public @Nullable Measured measured() {
            return null;
        }

        @Override
        public boolean isBad() {
            return false;
        }
    }
}
