// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.backtest.Result;
import dev.nessiewatch.backtest.Track;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws one recording: axes, the limit, both lines, and a mark for each targeted run. */
final class BacktestPanel {
    static final int WIDTH = 960;

    private static final int LEFT = 84;
    private static final int RIGHT = 936;
    private static final int TOP = 78;
    private static final int BOTTOM = 262;
    private static final int TICKS = 5;
    private static final double HEADROOM = 1.08;
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("d MMM yyyy", Locale.ENGLISH).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH).withZone(ZoneOffset.UTC);

    private final Result result;
    private final StringBuilder svg;
    private final long fromMs;
    private final long spanMs;
    private final double top;

    BacktestPanel(Result result, StringBuilder svg) {
        this.result = result;
        this.svg = svg;
        this.fromMs = result.recording().from().toEpochMilli();
        this.spanMs = Math.max(1, result.recording().to().toEpochMilli() - fromMs);
        // A limit far above the lists would flatten them; then it stays out of the picture, and the legend tells it.
        int peak = Math.max(1, result.weeklyOnly().peak().snapshots());
        long limit = result.limits().snapshots();
        this.top = HEADROOM * (limit <= 4L * peak ? Math.max(limit, peak) : peak);
    }

    void draw() {
        heading();
        lengths();
        times();
        limit();
        line("weekly", result.weeklyOnly());
        line("targeted", result.targeted());
        for (Result.Run run : result.runs()) {
            double x = x(run.at().toEpochMilli());
            svg.append(String.format(
                    Locale.ROOT,
                    "<path class=\"run\" d=\"M%.1f %d l4 7 h-8 z\"><title>%s</title></path>%n",
                    x,
                    BOTTOM + 2,
                    BacktestPicture.text("Targeted run, " + Figures.time(run.at()) + " UTC: removed "
                            + Figures.number(run.removed()))));
        }
    }

    private void heading() {
        write("name", LEFT, 26, "start", result.recording().name());
        int x = LEFT;
        x = key(x, "weekly", "weekly run alone, peak " + peak(result.weeklyOnly()));
        x = key(x, "targeted", "with targeted runs, peak " + peak(result.targeted()));
        x = key(x, "limit", "limit " + Figures.number(result.limits().snapshots()));
        svg.append(String.format(Locale.ROOT, "<path class=\"run\" d=\"M%d 42 l4 7 h-8 z\"/>%n", x + 6));
        write("small", x + 16, 50, "start", Figures.count(result.runs().size(), "targeted run"));
        svg.append(String.format(
                Locale.ROOT,
                "<text class=\"small\" text-anchor=\"middle\" transform=\"translate(20 %d) rotate(-90)\">snapshots</text>%n",
                (TOP + BOTTOM) / 2));
        write("small", (LEFT + RIGHT) / 2, BOTTOM + 44, "middle", "time (UTC)");
    }

    private int key(int x, String style, String label) {
        svg.append(String.format(
                Locale.ROOT, "<line class=\"%s\" x1=\"%d\" y1=\"46\" x2=\"%d\" y2=\"46\"/>%n", style, x, x + 28));
        write("small", x + 34, 50, "start", label);
        return x + 34 + label.length() * 7 + 14;
    }

    private static String peak(Track track) {
        return Figures.number(track.peak().snapshots());
    }

    private void lengths() {
        long step = nice(top / TICKS);
        for (long value = 0; value <= top; value += step) {
            double y = y(value);
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"%s\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>%n",
                    value == 0 ? "axis" : "grid",
                    LEFT,
                    y,
                    RIGHT,
                    y));
            write("small", LEFT - 8, y + 4, "end", Figures.number(value));
        }
    }

    private void times() {
        DateTimeFormatter format = spanMs > Duration.ofDays(TICKS).toMillis() ? DAY : MINUTE;
        for (int i = 0; i <= TICKS; i++) {
            long ms = fromMs + spanMs * i / TICKS;
            String anchor = i == 0 ? "start" : i == TICKS ? "end" : "middle";
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"axis\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>%n",
                    x(ms),
                    BOTTOM,
                    x(ms),
                    BOTTOM + 5));
            write("small", x(ms), BOTTOM + 24, anchor, format.format(Instant.ofEpochMilli(ms)));
        }
    }

    private void limit() {
        if (result.limits().snapshots() <= top) {
            double y = y(result.limits().snapshots());
            svg.append(String.format(
                    Locale.ROOT,
                    "<line class=\"limit\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>%n",
                    LEFT,
                    y,
                    RIGHT,
                    y));
        }
    }

    private void line(String style, Track track) {
        svg.append("<path class=\"").append(style).append("\" d=\"");
        boolean begun = false;
        for (Track.Point point : thinned(track.points())) {
            double x = x(point.at().toEpochMilli());
            double y = y(point.snapshots());
            svg.append(
                    begun
                            ? String.format(Locale.ROOT, "H%.1fV%.1f", x, y)
                            : String.format(Locale.ROOT, "M%.1f %.1fV%.1f", x, y(0), y));
            begun = true;
        }
        svg.append(begun ? "H" + RIGHT : "M0 0").append("\"/>\n");
    }

    /** Of each column of pixels, the lowest, the highest and the last length: no peak is lost. */
    private List<Track.Point> thinned(List<Track.Point> points) {
        List<Track.Point> thin = new ArrayList<>();
        int from = 0;
        while (from < points.size()) {
            int to = from;
            int low = from;
            int high = from;
            while (to < points.size() && column(points.get(to)) == column(points.get(from))) {
                low = points.get(to).snapshots() < points.get(low).snapshots() ? to : low;
                high = points.get(to).snapshots() > points.get(high).snapshots() ? to : high;
                to++;
            }
            thin.add(points.get(Math.min(low, high)));
            if (low != high) {
                thin.add(points.get(Math.max(low, high)));
            }
            if (Math.max(low, high) != to - 1) {
                thin.add(points.get(to - 1));
            }
            from = to;
        }
        return thin;
    }

    private long column(Track.Point point) {
        return Math.round(x(point.at().toEpochMilli()));
    }

    private void write(String style, double x, double y, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                style,
                x,
                y,
                anchor,
                BacktestPicture.text(text)));
    }

    private double x(long ms) {
        return LEFT + (RIGHT - LEFT) * ((ms - fromMs) / (double) spanMs);
    }

    private double y(double snapshots) {
        return BOTTOM - (BOTTOM - TOP) * (snapshots / top);
    }

    /** The next of 1, 2, 5, 10, 20, 50 … */
    private static long nice(double step) {
        long unit = 1;
        while (true) {
            for (int factor : new int[] {1, 2, 5}) {
                if (unit * factor >= step) {
                    return unit * factor;
                }
            }
            unit *= 10;
        }
    }
}
