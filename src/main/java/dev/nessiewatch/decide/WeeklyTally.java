// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import dev.nessiewatch.forecast.Drop;
import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.lake.TableId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Learns from every table whether the weekly run comes, and how long it takes. An unsigned expiry that was first seen
 * after a scheduled start, within a day or half the time to the next start, whichever is shorter, counts as its work.
 *
 * <p>What it says is meant to be used after every table was taken in once. Everything is read from the events, so a restart forgets nothing of the current week. Holds one entry for each table that
 * was trimmed or passed by. Not safe for several threads.
 */
public final class WeeklyTally {
    private static final Duration LONGEST = Duration.ofDays(1);

    private final Policy policy;
    private final Map<TableId, Instant> trimmed = new HashMap<>();
    private final Set<TableId> passedBy = new HashSet<>();
    private @Nullable Instant start;
    private @Nullable Duration tookBefore;
    private @Nullable Instant lastWorked;

    public WeeklyTally(Policy policy) {
        this.policy = policy;
    }

    /** Takes in what is known of one table now; may be called again for the same table. */
    public void note(Forecast forecast) {
        Instant last = turnTo(forecast.at());
        Drop drop = forecast.background().lastDrop();
        if (drop != null && drop.kind() == Drop.Kind.WEEKLY_OR_USER_EXPIRY) {
            worked(drop.at());
            if (isWithin(drop.at(), last)) {
                trimmed.put(forecast.table(), drop.at());
            }
        }
        int left = Need.leftByWeekly(forecast, policy, last);
        boolean over = !forecast.at().isBefore(last.plus(policy.weekly().duration()));
        if (over
                && isWithinItsPower(forecast)
                && left >= policy.ruleFor(forecast.key()).minimumBenefit()) {
            passedBy.add(forecast.table());
        } else {
            passedBy.remove(forecast.table());
        }
    }

    /** Forgets a table that left the watched set. */
    public void forget(TableId table) {
        trimmed.remove(table);
        passedBy.remove(table);
    }

    /** What was seen so far of the last run before this moment. */
    public WeeklyWatch watch(Instant now) {
        Instant last = turnTo(now);
        return new WeeklyWatch(last, trimmed.size(), passedBy.size(), longer(took(), tookBefore));
    }

    /** When any weekly run was last seen to trim a table, in this week or an earlier one; null when never. */
    public @Nullable Instant lastWorked() {
        return lastWorked;
    }

    /** How long after its scheduled start this week's run trimmed its last table so far; null when it was not seen to trim any. */
    public @Nullable Duration tookThisWeek() {
        return took();
    }

    private void worked(Instant at) {
        boolean later = lastWorked == null || at.isAfter(lastWorked);
        if (later && isWithin(at, policy.weekly().schedule().previous(at))) {
            lastWorked = at;
        }
    }

    private Instant turnTo(Instant now) {
        Instant last = policy.weekly().schedule().previous(now);
        if (!last.equals(start)) {
            Duration took = took();
            tookBefore = took == null ? tookBefore : took;
            trimmed.clear();
            passedBy.clear();
            start = last;
        }
        return last;
    }

    /** A table that no expiry can trim is no sign of a run that stayed away. */
    private static boolean isWithinItsPower(Forecast forecast) {
        Forecast.Shape shape = forecast.shape();
        return !Boolean.FALSE.equals(shape.gcEnabled())
                && !shape.restManaged()
                && !Names.isUnaddressable(forecast.key());
    }

    private boolean isWithin(Instant when, Instant from) {
        Duration half =
                Duration.between(from, policy.weekly().schedule().next(from)).dividedBy(2);
        Duration reach = half.compareTo(LONGEST) < 0 ? half : LONGEST;
        return !when.isBefore(from) && when.isBefore(from.plus(reach));
    }

    private @Nullable Duration took() {
        Instant from = start;
        return from == null
                ? null
                : trimmed.values().stream()
                        .max(Instant::compareTo)
                        .map(latest -> Duration.between(from, latest))
                        .orElse(null);
    }

    /** While a run is under way only the one before tells how long it takes; afterwards the longer one is the safer guess. */
    private static @Nullable Duration longer(@Nullable Duration one, @Nullable Duration other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) > 0 ? one : other;
    }
}
