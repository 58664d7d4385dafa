// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.decide.MissedWindows;
import dev.nessiewatch.decide.Past;
import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.decide.Situation;
import dev.nessiewatch.decide.WeeklyTally;
import dev.nessiewatch.decide.WeeklyWatch;
import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.launch.WeeklyRun;
import dev.nessiewatch.observe.WeeklyFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a decision is told beside the forecast: earlier orders of the table, the runs of all tables, the quiet
 * windows that passed, and the weekly run. Only the last is learned, from the tables themselves, round by round.
 */
final class Circumstances {
    /** A schedule in another time zone than the policy's is still the same run. */
    private static final Duration EARLY = Duration.ofHours(14);

    private final TriggerBook book;
    private final Policy policy;
    private final int maxOpenRuns;
    private final WeeklyTally weekly;
    private final MissedWindows windows;
    private final Supplier<WeeklyRun> scheduled;
    private WeeklyWatch seen = WeeklyWatch.UNSEEN;
    private @Nullable Instant weeklySince;

    Circumstances(TriggerBook book, Policy policy, int maxOpenRuns) {
        this(book, policy, maxOpenRuns, () -> WeeklyRun.UNKNOWN);
    }

    /** With what the launcher sees of the weekly run. */
    Circumstances(TriggerBook book, Policy policy, int maxOpenRuns, Supplier<WeeklyRun> scheduled) {
        this.scheduled = scheduled;
        this.book = book;
        this.policy = policy;
        this.maxOpenRuns = maxOpenRuns;
        this.weekly = new WeeklyTally(policy);
        this.windows = new MissedWindows(policy);
    }

    /** The moment, with what the last whole round showed of the weekly run; the table itself is taken in for the next one. */
    Situation situation(SnapshotCount count, Forecast forecast) {
        weekly.note(forecast);
        return new Situation(forecast.at(), book.heartbeat(count.table().reference()), false, withSchedule());
    }

    /** What was seen of the weekly run, for those who watch it. */
    WeeklyFigures weekly(Instant now) {
        Policy.Weekly run = policy.weekly();
        WeeklyWatch watch = weekly.watch(now);
        return new WeeklyFigures(
                run.schedule().previous(now),
                run.schedule().next(now).plus(watch.duration(run.duration())),
                watch.trimmed(),
                watch.passedBy(),
                weekly.tookThisWeek(),
                run.duration(),
                weekly.lastWorked());
    }

    /**
     * Every table was taken in. Only then is it known whether the weekly run came: after half of the tables it may look as if
     * it had trimmed none.
     */
    void roundEnded(Instant now) {
        seen = weekly.watch(now);
    }

    /** A schedule tells more than tables that may have had nothing to trim. */
    private WeeklyWatch withSchedule() {
        WeeklyRun run = scheduled.get();
        if (!run.known()) {
            return seen;
        }
        if (run.suspended()) {
            return seen.with(WeeklyWatch.Schedule.OFF);
        }
        Instant start = seen.start();
        Instant came = run.lastScheduledAt();
        boolean missed = start != null && (came == null || came.isBefore(start.minus(EARLY)));
        return seen.with(missed ? WeeklyWatch.Schedule.MISSED : WeeklyWatch.Schedule.KEPT);
    }

    /** Earlier orders and runs. */
    Past past(SnapshotCount count, Forecast forecast) {
        Past past = known(count, forecast);
        if (!past.weeklyRunning()) {
            weeklySince = null;
        } else if (weeklySince == null || weeklySince.isAfter(forecast.at())) {
            weeklySince = forecast.at();
        }
        return past.withWeeklySince(weeklySince);
    }

    private Past known(SnapshotCount count, Forecast forecast) {
        TableId table = count.id();
        Instant now = forecast.at();
        Optional<LedgerEntry> last = book.order(table);
        int open = book.openOrders().size();
        Instant ended = last.map(LedgerEntry::at).orElse(null);
        int missed = windows.count(forecast, later(ended, book.undoneAt(table)), seen);
        boolean weeklyRuns = scheduled.get().running();
        if (last.isEmpty()) {
            return new Past(
                    false, afterUndo(count), false, 0, null, null, missed, open, maxOpenRuns, weeklyRuns, null, null);
        }
        LedgerEntry entry = last.get();
        LedgerEntry.Verdict verdict = entry.verdict();
        return new Past(
                entry.isOpen(),
                later(coolDown(entry, now), afterUndo(count)),
                entry.breakerOpen(),
                entry.failures(),
                verdict == null ? null : verdict.kind(),
                entry.isOpen() ? null : entry.endedAt(),
                missed,
                open,
                maxOpenRuns,
                weeklyRuns,
                verdict == null
                        ? null
                        : new Past.LastRun(
                                entry.endedAt(),
                                entry.order().predictedRemoved(),
                                verdict.removed(),
                                verdict.snapshotsAfter()),
                null);
    }

    /** A cool-down that begins further ahead than it lasts was written by a clock that has been set back since. */
    private static @Nullable Instant coolDown(LedgerEntry entry, Instant now) {
        Instant until = entry.coolDownUntil();
        boolean stale = until != null
                && entry.at().isAfter(now)
                && Spell.isOver(entry.at(), now, Duration.between(entry.at(), until));
        return stale ? null : until;
    }

    /** A list that a person just put back is left alone as long as one that was just shortened. */
    private @Nullable Instant afterUndo(SnapshotCount count) {
        Instant at = book.undoneAt(count.id());
        return at == null ? null : at.plus(policy.ruleFor(count.table().key()).coolDown());
    }

    private static @Nullable Instant later(@Nullable Instant a, @Nullable Instant b) {
        return a == null || (b != null && b.isAfter(a)) ? b : a;
    }

    void forget(TableId table) {
        weekly.forget(table);
    }
}
