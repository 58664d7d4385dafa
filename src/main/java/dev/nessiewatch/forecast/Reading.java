// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.event.SnapshotCount.Observation;
import dev.nessiewatch.metadata.Census;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies the facts of an event into the forecast's own words. */
final class Reading {
    private Reading() {}

    static Forecast of(SnapshotCount event, Instant now) {
        Census census = event.census();
        AgeCurve curve = curve(event);
        Growing growing = new Growing(event, curve, now);
        return new Forecast(
                event.id(),
                event.table().key(),
                now,
                measuredAt(event.growth().observations()),
                census == null ? 0 : census.snapshots().total(),
                census == null ? Forecast.Weight.NONE : weight(census),
                curve,
                growing.growth(),
                shape(event, census),
                trouble(event, census),
                activity(event.commits()),
                growing.rhythm(),
                Background.of(event));
    }

    private static @Nullable Instant measuredAt(List<Observation> observations) {
        return observations.stream()
                .map(Observation::at)
                .max(Instant::compareTo)
                .orElse(null);
    }

    private static Forecast.Weight weight(Census census) {
        Census.Bytes bytes = census.bytes();
        return new Forecast.Weight(
                bytes.decoded(),
                bytes.snapshots(),
                bytes.statistics(),
                bytes.schemas(),
                census.statistics(),
                census.schemas());
    }

    private static AgeCurve curve(SnapshotCount event) {
        return new AgeCurve(event.ageCurve().stream()
                .map(point -> new AgeCurve.Point(Instant.ofEpochMilli(point.cutoffMs()), point.removable()))
                .toList());
    }

    /** CREATE OR REPLACE makes snapshots without a parent; a list of one says nothing about how it grows. */
    private static Forecast.Shape shape(SnapshotCount event, @Nullable Census census) {
        if (census == null) {
            return new Forecast.Shape(false, false, null, event.resurrected());
        }
        int total = census.snapshots().total();
        return new Forecast.Shape(
                total > 1 && 2L * census.snapshots().parentless() >= total,
                census.flags().contains(Census.Flag.REST_MANAGED),
                census.gcEnabled(),
                event.resurrected());
    }

    private static Forecast.@Nullable Trouble trouble(SnapshotCount event, @Nullable Census census) {
        SnapshotCount.Unreadable unreadable = event.unreadable();
        if (unreadable != null) {
            return new Forecast.Trouble(unreadable.kind().name(), unreadable.message(), unreadable.since());
        }
        if (census == null || event.outcome() == SnapshotCount.Outcome.UNREADABLE) {
            Instant since = event.commits().newestCommitAt();
            String message = event.content().metadataLocation() + " was never counted";
            return new Forecast.Trouble("UNKNOWN", message, since == null ? Instant.EPOCH : since);
        }
        return null;
    }

    private static Forecast.Activity activity(SnapshotCount.Commits commits) {
        return new Forecast.Activity(commits.writers(), commits.applications(), commits.operations());
    }
}
