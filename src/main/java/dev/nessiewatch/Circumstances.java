// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.decide.Decision;
import dev.nessiewatch.decide.MissedWindows;
import dev.nessiewatch.decide.Past;
import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.decide.Situation;
import dev.nessiewatch.decide.WeeklyTally;
import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.lake.TableId;
import java.time.Instant;
import java.util.Optional;

/**
 * What a decision is told beside the forecast: earlier orders of the table, the runs of all tables, the weekly run, and
 * the quiet windows that passed. The last two are learned as decisions are made.
 */
final class Circumstances {
    private final TriggerBook book;
    private final int maxOpenRuns;
    private final WeeklyTally weekly;
    private final MissedWindows windows;

    Circumstances(TriggerBook book, Policy policy, int maxOpenRuns) {
        this.book = book;
        this.maxOpenRuns = maxOpenRuns;
        this.weekly = new WeeklyTally(policy);
        this.windows = new MissedWindows(policy);
    }

    /** The moment, after the table itself was taken in. */
    Situation situation(SnapshotCount count, Forecast forecast) {
        Instant now = forecast.at();
        weekly.note(forecast);
        return new Situation(now, book.heartbeat(count.table().reference()), false, weekly.watch(now));
    }

    /** Earlier orders and runs. */
    Past past(TableId table) {
        Optional<LedgerEntry> last = book.order(table);
        int open = book.openOrders().size();
        int missed = windows.of(table);
        if (last.isEmpty()) {
            return new Past(false, null, false, 0, null, null, missed, open, maxOpenRuns, false);
        }
        LedgerEntry entry = last.get();
        LedgerEntry.Verdict verdict = entry.verdict();
        return new Past(
                entry.isOpen(),
                entry.coolDownUntil(),
                entry.breakerOpen(),
                entry.failures(),
                verdict == null ? null : verdict.kind(),
                entry.isOpen() ? null : entry.at(),
                missed,
                open,
                maxOpenRuns,
                false,
                verdict == null
                        ? null
                        : new Past.LastRun(
                                entry.at(),
                                entry.order().predictedRemoved(),
                                verdict.removed(),
                                verdict.snapshotsAfter()));
    }

    void decided(Forecast forecast, Decision decision) {
        windows.note(forecast, decision);
    }

    void ordered(TableId table) {
        windows.forget(table);
    }

    void forget(TableId table) {
        windows.forget(table);
        weekly.forget(table);
    }
}
