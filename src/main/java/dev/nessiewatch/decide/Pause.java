// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An operator's pause: nothing is launched until it is lifted. Runs that are open go on.
 *
 * @param table which table; null means everything
 * @param key its name as the operator saw it; null means everything
 * @param who who paused
 * @param since since when
 * @param reason in the operator's words; null when none was given
 */
public record Pause(
        @Nullable TableId table,
        @Nullable TableKey key,
        String who,
        Instant since,
        @Nullable String reason) {

    /** Whether it holds every table. */
    public boolean everything() {
        return table == null;
    }

    /** What is paused, by whom, since when and why, as one line without a full stop. */
    public String text() {
        return subject() + " since " + Words.time(since) + " by " + Names.line(who) + Asked.reason(reason);
    }

    /** Everything, or the table and its branch. */
    public String subject() {
        return table == null || key == null ? "all launches" : key.display() + " on " + Names.clean(table.reference());
    }
}
