// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.lake.OutsideText;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers, sizes and times in the columns of a report. */
final class Figures {
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("EEE yyyy-MM-dd HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    private Figures() {}

    /** {@code 12,400}. */
    static String number(long value) {
        return String.format(Locale.ENGLISH, "%,d", value);
    }

    /** {@code 1 table}, {@code 20 tables}. */
    static String count(long value, String one) {
        return number(value) + " " + one + (value == 1 ? "" : "s");
    }

    /** {@code 812 B}, {@code 95.3 KiB}, {@code 8.4 MiB}. */
    static String bytes(long value) {
        if (value < 1024) {
            return number(value) + " B";
        }
        double kib = value / 1024.0;
        return kib < 1024
                ? String.format(Locale.ENGLISH, "%.1f KiB", kib)
                : String.format(Locale.ENGLISH, "%,.1f MiB", kib / 1024);
    }

    /** {@code 4.2} under ten, {@code 1,440} above. */
    static String rate(double perDay) {
        return perDay < 10 ? String.format(Locale.ENGLISH, "%.1f", perDay) : number(Math.round(perDay));
    }

    /** {@code Sun 2026-12-06 03:00}, in UTC. */
    static String time(Instant when) {
        return MINUTE.format(when);
    }

    /** Whole hours and a tenth: {@code 26.5 h}; minutes or seconds for less than an hour. */
    static String hours(Duration value) {
        long seconds = value.toSeconds();
        if (!value.isZero() && seconds < 3600) {
            return seconds < 60 ? Math.max(1, seconds) + " s" : seconds / 60 + " min";
        }
        return String.format(Locale.ENGLISH, "%,.1f h", value.toMillis() / 3_600_000.0);
    }

    /** Text from outside on one line, without control and formatting characters. */
    static String visible(String text) {
        StringBuilder line = new StringBuilder();
        text.codePoints().forEach(c -> line.appendCodePoint(OutsideText.isPrintable(c) ? c : '?'));
        return line.toString();
    }
}
