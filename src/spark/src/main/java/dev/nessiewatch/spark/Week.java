// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * One weekly run: what holds for all of its tables. All times count from its start, so that a table that is reached hours
 * later keeps as much as the first.
 *
 * @param options what to do
 * @param runId name of the run
 * @param startMs when it started, milliseconds since the epoch
 * @param clock the time now
 * @param spark gives a session that works, a new one when the last one broke
 * @param stop whether the run is to end
 */
record Week(
        WeeklyOptions options, String runId, long startMs, Clock clock, Supplier<SparkSession> spark, StopSignal stop) {
    private static final String SIGNATURE = "nessiewatch-weekly/";
    private static final DateTimeFormatter ID =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    /** A run that starts now. */
    static Week begin(WeeklyOptions options, Clock clock, Supplier<SparkSession> spark, StopSignal stop) {
        long start = clock.millis();
        String given = options.runId();
        return new Week(
                options, given == null ? ID.format(Instant.ofEpochMilli(start)) : given, start, clock, spark, stop);
    }

    /** The mark in Nessie's commit metadata by which commits of a run are known. */
    static String signature(String runId) {
        return SIGNATURE + runId;
    }

    /** Snapshots older than this go, milliseconds since the epoch; one exactly at it stays. */
    long cutOffMs() {
        return startMs - options.retention().toMillis();
    }

    /** Unknown files older than this go. */
    long orphanCutOffMs() {
        return startMs - options.orphanRetention().toMillis();
    }

    /** Why no further table is begun; null while one may be. */
    @Nullable
    String ended() {
        String told = stop.reason();
        if (told != null) {
            return told;
        }
        boolean late = !options.stopAfter().isZero()
                && clock.millis() - startMs >= options.stopAfter().toMillis();
        return late ? "stop-after has passed" : null;
    }
}
