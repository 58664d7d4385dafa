// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.util.List;

/** Launch or hold, with its reasons in words that stand alone. */
public sealed interface Decision {
    TableId table();

    TableKey key();

    /** The first outcome that applies. */
    Outcome outcome();

    /** The inputs, the arithmetic and the result in plain words. */
    String why();

    /** What happens next, and who does it. */
    String next();

    /**
     * Further outcomes that would hold the table too, in order of precedence; {@code WEEKLY_RUNNING} also where the weekly
     * run is said to be under way for too long to be waited for, and then beside a launch too.
     */
    List<Outcome> also();

    /** Whether a person has to look, because waiting does not help. */
    boolean urgent();

    /**
     * Expire now.
     *
     * @param draft what to expire; to be confirmed at HEAD before anything is ordered
     * @param next what happens next
     * @param also what was not waited for
     * @param urgent whether the expiry alone is not enough
     */
    record Launch(Draft draft, String next, List<Outcome> also, boolean urgent) implements Decision {
        public Launch {
            also = List.copyOf(also);
        }

        @Override
        public TableId table() {
            return draft.table();
        }

        @Override
        public TableKey key() {
            return draft.key();
        }

        @Override
        public Outcome outcome() {
            return Outcome.LAUNCH;
        }

        @Override
        public String why() {
            return draft.why();
        }
    }

    /** Do nothing now. */
    record Hold(
            TableId table, TableKey key, Outcome outcome, String why, String next, List<Outcome> also, boolean urgent)
            implements Decision {
        public Hold {
            also = List.copyOf(also);
        }
    }
}
