// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers, times and durations as people read them calmly. */
final class Words {
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern(
                    "EEE yyyy-MM-dd HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern(
                    "EEE yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private Words() {}

    /** {@code 12,400}. */
    static String number(long value) {
        return String.format(Locale.ENGLISH, "%,d", value);
    }

    /** {@code 24}, {@code 4.5}: a decimal only below 10 and only where there is one. */
    static String decimal(double value) {
        boolean whole = value >= 10 || Math.abs(value - Math.rint(value)) < 0.05;
        return whole ? number(Math.round(value)) : String.format(Locale.ENGLISH, "%.1f", value);
    }

    /** {@code 1 snapshot}, {@code 320 snapshots}. */
    static String snapshots(long value) {
        return number(value) + (value == 1 ? " snapshot" : " snapshots");
    }

    /** {@code 812 bytes}, {@code 95.3 KiB}, {@code 8.4 MiB}. */
    static String bytes(long value) {
        if (value < 1024) {
            return number(value) + " bytes";
        }
        double kib = value / 1024.0;
        if (kib < 1024) {
            return String.format(Locale.ENGLISH, "%.1f KiB", kib);
        }
        double mib = kib / 1024;
        return mib < 10_240
                ? String.format(Locale.ENGLISH, "%,.1f MiB", mib)
                : String.format(Locale.ENGLISH, "%,.1f GiB", mib / 1024);
    }

    /** {@code Sun 2026-12-06 03:00 UTC}; never later than the moment itself. */
    static String time(Instant when) {
        return MINUTE.format(when);
    }

    /** {@code Sun 2026-12-06 03:00:07 UTC}, for windows that may be seconds wide. */
    static String exactTime(Instant when) {
        return SECOND.format(when);
    }

    /** At most two units: {@code 7 d}, {@code 1 d 6 h}, {@code 25 min}, {@code 20 s}, {@code 0.8 s}. */
    static String duration(Duration value) {
        long seconds = value.toSeconds();
        if (seconds < 60) {
            long tenths = value.toMillisPart() / 100;
            return seconds + (tenths > 0 ? "." + tenths : "") + " s";
        }
        if (seconds < 3600) {
            return two(seconds / 60, "min", seconds % 60, "s");
        }
        if (seconds < 86_400) {
            return two(seconds / 3600, "h", seconds % 3600 / 60, "min");
        }
        return two(seconds / 86_400, "d", seconds % 86_400 / 3600, "h");
    }

    private static String two(long large, String largeUnit, long small, String smallUnit) {
        return number(large) + " " + largeUnit + (small > 0 ? " " + small + " " + smallUnit : "");
    }
}
