// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.event.SnapshotCount.Observation;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.AgePoint;
import dev.nessiewatch.metadata.Census;
import dev.nessiewatch.metadata.CensusOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Events as the watcher publishes them, made from a list of snapshot times. */
public final class Events {
    private static final int BYTES_EACH = 1_000;
    private static final int BYTES_BESIDE = 10_000;

    private List<Long> timesMs = List.of();
    private List<Observation> observations = List.of();
    private int parentless = 1;
    private @Nullable Boolean gcEnabled;
    private Set<Census.Flag> flags = Set.of();
    private boolean resurrected;
    private SnapshotCount.@Nullable Drop drop;

    /** A list with one snapshot at each of these times; all but the newest are removable once old enough. */
    public static Events withSnapshots(List<Instant> times) {
        Events events = new Events();
        events.timesMs = times.stream().map(Instant::toEpochMilli).sorted().toList();
        return events;
    }

    public Events observed(List<Observation> seen) {
        observations = seen;
        return this;
    }

    public Events replaced() {
        parentless = Math.max(1, timesMs.size());
        return this;
    }

    public Events parentless(int count) {
        parentless = count;
        return this;
    }

    public Events gcEnabled(@Nullable Boolean enabled) {
        gcEnabled = enabled;
        return this;
    }

    public Events flagged(Census.Flag flag) {
        flags = Set.of(flag);
        return this;
    }

    public Events resurrected() {
        resurrected = true;
        return this;
    }

    public Events dropped(SnapshotCount.@Nullable Drop seen) {
        drop = seen;
        return this;
    }

    public SnapshotCount counted() {
        return event(census(), SnapshotCount.Outcome.COUNTED, null);
    }

    public SnapshotCount unreadable(boolean neverCounted) {
        SnapshotCount.Unreadable trouble = new SnapshotCount.Unreadable(
                CensusOutcome.Kind.MISSING,
                "s3://lake/00007.metadata.json is gone",
                Instant.parse("2026-11-30T01:00:00Z"));
        return event(neverCounted ? null : census(), SnapshotCount.Outcome.UNREADABLE, trouble);
    }

    /** An event that says UNREADABLE and not why, as no writer of ours makes it. */
    public SnapshotCount unexplained() {
        return event(null, SnapshotCount.Outcome.UNREADABLE, null);
    }

    public static Observation observation(Instant at, int snapshots) {
        return new Observation(
                at, 1, snapshots, BYTES_BESIDE + (long) BYTES_EACH * snapshots, at.toEpochMilli(), snapshots, null);
    }

    private SnapshotCount event(
            @Nullable Census census, SnapshotCount.Outcome outcome, SnapshotCount.@Nullable Unreadable unreadable) {
        return new SnapshotCount(
                SnapshotCount.SCHEMA,
                new SnapshotCount.Subject("main", TableKey.of("reports", "daily"), "reports.daily", "id-1", "uuid-1"),
                new SnapshotCount.Commits(
                        1,
                        "a",
                        "b",
                        null,
                        1,
                        Map.of("dbt", 1),
                        Map.of("iceberg", 1),
                        Map.of("overwrite", 1),
                        List.of()),
                new TableContent("s3://lake/00007.metadata.json", 7, 0, 0, 0),
                outcome,
                census,
                unreadable,
                resurrected,
                new SnapshotCount.Growth(observations, recent(), drop, null),
                curve());
    }

    private List<Long> recent() {
        return timesMs.subList(Math.max(0, timesMs.size() - 64), timesMs.size());
    }

    /** As the watcher does it: at most 32 points over all snapshots but the current one. */
    private List<AgePoint> curve() {
        List<AgePoint> points = new ArrayList<>();
        int removable = timesMs.size() - 1;
        for (int i = 1; i <= removable; i++) {
            boolean kept = removable <= 32 || i == removable || i * 32 / removable > (i - 1) * 32 / removable;
            if (kept) {
                points.add(new AgePoint(timesMs.get(i - 1) + 1, i));
            }
        }
        return points;
    }

    private Census census() {
        int total = timesMs.size();
        long bytes = (long) BYTES_EACH * total;
        return new Census(
                2,
                "uuid-1",
                total == 0 ? null : "7",
                false,
                new Census.Bytes(bytes + BYTES_BESIDE, bytes + BYTES_BESIDE, bytes, BYTES_BESIDE, 0, 0, 0, 0, 0),
                new Census.Snapshots(
                        total,
                        total,
                        0,
                        0,
                        parentless,
                        total == 0 ? null : timesMs.get(0),
                        total == 0 ? null : timesMs.get(total - 1)),
                new Census.Refs(1, 0),
                1,
                0,
                gcEnabled,
                Map.of(),
                List.copyOf(flags));
    }
}
