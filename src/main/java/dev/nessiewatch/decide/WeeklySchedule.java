// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import com.cronutils.model.Cron;
import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;

/**
 * A Unix cron schedule (five fields) in a time zone. A local time that a clock change skips fires once, right after the
 * gap; one that a clock change repeats fires once, the first time.
 *
 * <p>cron-utils does the calendar arithmetic, on plain local time. Left to do the zones as well it skips a run inside a
 * gap, which for a weekly run means a week.
 */
public final class WeeklySchedule {
    private static final Duration LONGEST_OVERLAP = Duration.ofHours(3);

    private final String expression;
    private final ZoneId zone;
    private final ExecutionTime times;
    private volatile Span last = new Span(Instant.MIN, Instant.MIN);

    private WeeklySchedule(String expression, ZoneId zone, ExecutionTime times) {
        this.expression = expression;
        this.zone = zone;
        this.times = times;
    }

    /**
     * Reads a schedule.
     *
     * @throws IllegalArgumentException when the expression cannot be read or never fires
     */
    public static WeeklySchedule of(String expression, ZoneId zone) {
        Cron cron =
                new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX)).parse(expression.strip());
        WeeklySchedule schedule = new WeeklySchedule(expression.strip(), zone, ExecutionTime.forCron(cron));
        if (schedule.times
                .nextExecution(ZonedDateTime.of(2000, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC))
                .isEmpty()) {
            throw new IllegalArgumentException("no day of any year matches");
        }
        return schedule;
    }

    /** The first start after this moment. */
    public Instant next(Instant after) {
        return spanAt(after).next();
    }

    /** The last start at or before this moment. */
    public Instant previous(Instant at) {
        return spanAt(at).previous();
    }

    @Override
    public String toString() {
        return expression + " (" + zone + ")";
    }

    /** All tables of a tick ask for the same moment, so the last answer is kept. */
    private Span spanAt(Instant when) {
        Span known = last;
        if (known.holds(when)) {
            return known;
        }
        Span span = new Span(findPrevious(when), findNext(when));
        last = span;
        return span;
    }

    private Instant findNext(Instant after) {
        ZonedDateTime local = localOf(after);
        Instant found;
        do {
            local = times.nextExecution(local)
                    .orElseThrow(() -> new IllegalStateException(this + " has no next start"));
            found = instantOf(local.toLocalDateTime());
        } while (!found.isAfter(after));
        return found;
    }

    /** Begins ahead of the local time, because in the second pass of a repeated hour all of the first pass is past. */
    private Instant findPrevious(Instant at) {
        ZonedDateTime local = localOf(at).plus(LONGEST_OVERLAP);
        Instant found;
        do {
            local = times.lastExecution(local)
                    .orElseThrow(() -> new IllegalStateException(this + " has no start before"));
            found = instantOf(local.toLocalDateTime());
        } while (found.isAfter(at));
        return found;
    }

    /** Local time in the dress of UTC, where each local time exists exactly once. */
    private ZonedDateTime localOf(Instant when) {
        return when.atZone(zone).toLocalDateTime().atZone(ZoneOffset.UTC);
    }

    private Instant instantOf(LocalDateTime local) {
        ZoneOffsetTransition change = zone.getRules().getTransition(local);
        return change != null && change.isGap()
                ? change.getInstant()
                : local.atZone(zone).toInstant();
    }

    /** From a start up to the next one. */
    private record Span(Instant previous, Instant next) {
        boolean holds(Instant when) {
            return !when.isBefore(previous) && when.isBefore(next);
        }
    }
}
