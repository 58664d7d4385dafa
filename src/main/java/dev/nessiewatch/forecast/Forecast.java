// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.forecast;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that a decision needs to know of one table, at one moment; who holds this never needs the event again.
 *
 * <p>The list is as long at {@code at} as it was when measured, because each change is an event of its own. Projections
 * therefore start at {@code at}.
 *
 * @param table identity
 * @param key name
 * @param at the moment of the forecast
 * @param measuredAt when the list was last counted; null when it never was
 * @param snapshots length of the list
 * @param weight size of the metadata file, decoded
 * @param ageCurve what an expiry would remove, by cut-off
 * @param growth how fast the list grows
 * @param shape how the table is written and what expiry may do to it
 * @param unreadable why the newest metadata could not be read; null when it could
 * @param activity who touched the table in the commits last covered
 * @param rhythm when the table is written
 * @param background what the owner asks to be kept, the last drop, and who makes the list grow
 */
public record Forecast(
        TableId table,
        TableKey key,
        Instant at,
        @Nullable Instant measuredAt,
        int snapshots,
        Weight weight,
        AgeCurve ageCurve,
        Growth growth,
        Shape shape,
        @Nullable Trouble unreadable,
        Activity activity,
        Rhythm rhythm,
        Background background) {

    /** A forecast without any background. */
    public Forecast(
            TableId table,
            TableKey key,
            Instant at,
            @Nullable Instant measuredAt,
            int snapshots,
            Weight weight,
            AgeCurve ageCurve,
            Growth growth,
            Shape shape,
            @Nullable Trouble unreadable,
            Activity activity,
            Rhythm rhythm) {
        this(
                table,
                key,
                at,
                measuredAt,
                snapshots,
                weight,
                ageCurve,
                growth,
                shape,
                unreadable,
                activity,
                rhythm,
                Background.NONE);
    }

    /** Snapshots that no expiry can ever remove: current ones, and what branches and tags hold. */
    public int floor() {
        return Math.max(0, snapshots - ageCurve.most());
    }

    /** How many snapshots an expiry with this cut-off would remove at least; never promises more than the curve shows. */
    public int removableAt(Instant cutoff) {
        return Math.min(ageCurve.removableAt(cutoff), snapshots);
    }

    /** Expected length of the list at a later moment if nothing is expired; today's length for an earlier one. */
    public long snapshotsAt(Instant when) {
        return project(snapshots, growth.snapshotsPerDay(), when);
    }

    /** Expected decoded bytes of the file at a later moment if nothing is expired; today's for an earlier one. */
    public long bytesAt(Instant when) {
        return project(weight.decoded(), growth.bytesPerDay(), when);
    }

    /** When the list becomes longer than {@code limit}; {@code at} when it is already, null when not within ten years. */
    public @Nullable Instant crossing(long limit) {
        return crossing(snapshots, growth.snapshotsPerDay(), limit);
    }

    /** When the file becomes larger than {@code limit} bytes; {@code at} when it is already, null when not within ten years. */
    public @Nullable Instant bytesCrossing(long limit) {
        return crossing(weight.decoded(), growth.bytesPerDay(), limit);
    }

    /**
     * The same table at an earlier moment, as far as its list still shows it: shorter by what came since, in a file that
     * is smaller by as much. Holds only while nothing left the list since that moment; never longer than it was then.
     */
    public Forecast asOf(Instant earlier) {
        int then = snapshotsBy(earlier);
        double each = snapshots == 0 ? 0 : (weight.snapshots() + weight.statistics()) / (double) snapshots;
        Weight lighter = new Weight(
                weight.decoded() - (long) (each * (snapshots - then)),
                weight.snapshots(),
                weight.statistics(),
                weight.schemas(),
                weight.statisticsCount(),
                weight.schemasCount());
        return new Forecast(
                table,
                key,
                earlier,
                measuredAt,
                then,
                lighter,
                ageCurve,
                growth,
                shape,
                unreadable,
                activity,
                rhythm,
                background);
    }

    /** Exact as far back as the newest times reach; beyond them the age curve tells. */
    private int snapshotsBy(Instant earlier) {
        List<Instant> listed = rhythm.listed();
        int younger =
                (int) listed.stream().filter(time -> time.isAfter(earlier)).count();
        int then = Math.max(0, snapshots - younger);
        return younger < listed.size() ? then : Math.min(then, ageCurve.removableAt(earlier) + floor());
    }

    private long project(long today, double perDay, Instant when) {
        double days = Math.max(0, Duration.between(at, when).toMillis()) / (double) Growth.DAY_MS;
        double grown = Math.min(perDay * days, Long.MAX_VALUE / 4.0);
        return today + (long) Math.ceil(grown);
    }

    private @Nullable Instant crossing(long today, double perDay, long limit) {
        if (today > limit) {
            return at;
        }
        double days = perDay > 0 ? (limit - today) / perDay : Double.MAX_VALUE;
        return days > Growth.FORESEEABLE_DAYS ? null : at.plusMillis((long) (days * Growth.DAY_MS));
    }

    /**
     * Decoded bytes of the metadata file, by what holds them.
     *
     * @param decoded all of it
     * @param snapshots the snapshot list
     * @param statistics statistics of all snapshots; they go with their snapshots
     * @param schemas schemas; they stay when snapshots go
     * @param statisticsCount number of statistics entries
     * @param schemasCount number of schemas
     */
    public record Weight(
            long decoded, long snapshots, long statistics, long schemas, int statisticsCount, int schemasCount) {
        public static final Weight NONE = new Weight(0, 0, 0, 0, 0, 0);
    }

    /**
     * How the table is written and what expiry may do to it.
     *
     * @param replaceGrown whether at least half of the list has no parent: CREATE OR REPLACE made it
     * @param restManaged whether Nessie's REST catalog writes the file: one snapshot, expiry impossible
     * @param gcEnabled {@code gc.enabled} as written; null when absent (Iceberg then takes true)
     * @param resurrected whether expired snapshots came back; their files are gone
     */
    public record Shape(
            boolean replaceGrown,
            boolean restManaged,
            @Nullable Boolean gcEnabled,
            boolean resurrected) {}

    /**
     * Why the newest metadata could not be read.
     *
     * @param kind what sort of trouble
     * @param message one line that a person can act on
     * @param since when it was first seen
     */
    public record Trouble(String kind, String message, Instant since) {}

    /**
     * Commits by who and how, as counted by the event.
     *
     * @param writers commits by author
     * @param applications commits by engine
     * @param operations commits by Iceberg operation
     */
    public record Activity(
            Map<String, Integer> writers, Map<String, Integer> applications, Map<String, Integer> operations) {
        public static final Activity UNSEEN = new Activity(Map.of(), Map.of(), Map.of());

        public Activity {
            writers = Map.copyOf(writers);
            applications = Map.copyOf(applications);
            operations = Map.copyOf(operations);
        }
    }
}
