// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Series about the weekly run. None before the first round of decisions; none of what was never seen. */
final class WeeklyMeters {
    private final Family start;
    private final Family nextEnd;
    private final Family lastWorked;
    private final Family trimmed;
    private final Family passedBy;
    private final Family took;
    private final Family expected;

    WeeklyMeters(MeterRegistry registry) {
        start = family(registry, "start.timestamp.seconds", "Last scheduled start of the weekly run");
        nextEnd = family(registry, "next.end.timestamp.seconds", "When the next weekly run is expected to be done");
        lastWorked =
                family(registry, "last.worked.timestamp.seconds", "When a weekly run was last seen to trim a table");
        trimmed = family(registry, "tables.trimmed", "Tables that the last weekly run was seen to trim");
        passedBy = family(registry, "tables.passed.by", "Tables that it left as they were although it should not");
        took = family(registry, "took.seconds", "From the start of the last weekly run to the last table it trimmed");
        expected = family(registry, "expected.seconds", "How long a weekly run is configured to take");
    }

    void show(WeeklyFigures figures) {
        start.set(List.of(), seconds(figures.start()));
        nextEnd.set(List.of(), seconds(figures.nextEnd()));
        trimmed.set(List.of(), figures.trimmed());
        passedBy.set(List.of(), figures.passedBy());
        took.set(List.of(), figures.took() == null ? 0 : figures.took().toSeconds());
        expected.set(List.of(), figures.expected().toSeconds());
        Instant worked = figures.lastWorked();
        lastWorked.replace(worked == null ? Map.of() : Map.of(List.of(), seconds(worked)));
    }

    private static Family family(MeterRegistry registry, String name, String description) {
        return new Family(registry, "nessiewatch.weekly." + name, description);
    }

    private static double seconds(Instant when) {
        return when.toEpochMilli() / 1000.0;
    }
}
