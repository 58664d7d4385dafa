// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.backtest.Result;
import dev.nessiewatch.decide.Outcome;
import dev.nessiewatch.metadata.CensusOutcome.Unreadable;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A few lines a recording, for people: the two peaks side by side, then what was done and what held it. */
final class BacktestText implements BacktestReport {
    private static final String ROW = "  %-20s %10s  %-20s %14s";

    private final PrintWriter out;
    private final PrintWriter err;

    BacktestText(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public void replayed(Result result) {
        out.println(Figures.visible(result.recording().name()) + ": "
                + Figures.count(result.recording().history().size(), "snapshot") + " from "
                + Figures.time(result.recording().from()) + " to "
                + Figures.time(result.recording().to()) + " UTC; limit "
                + Figures.number(result.limits().snapshots()) + " and "
                + Figures.bytes(result.limits().bytes()));
        row("", "PEAK", "REACHED", "OVER A LIMIT");
        row(
                "weekly run alone",
                Figures.number(result.weeklyOnly().peak().snapshots()),
                Figures.time(result.weeklyOnly().peak().at()),
                Figures.hours(result.weeklyOnly().overLimit()));
        row(
                "with targeted runs",
                Figures.number(result.targeted().peak().snapshots()),
                Figures.time(result.targeted().peak().at()),
                Figures.hours(result.targeted().overLimit()));
        line("targeted runs", runs(result));
        line("held by", holds(result.holds()));
        if (result.lostRollbacks() > 0) {
            line(
                    "lost",
                    Figures.count(result.lostRollbacks(), "rollback")
                            + " in the recording went to a snapshot that a targeted run would have removed");
        }
        out.println();
    }

    @Override
    public void unreadable(Unreadable unreadable) {
        trouble(unreadable.kind().name(), unreadable.message());
    }

    @Override
    public void unplayable(String location, String why) {
        trouble("UNPLAYABLE", location + ": " + why);
    }

    private void trouble(String kind, String message) {
        out.flush();
        err.println(kind + "  " + Figures.visible(message));
        err.flush();
    }

    private void row(Object... cells) {
        out.println(String.format(Locale.ROOT, ROW, cells));
    }

    private void line(String name, String value) {
        out.println(String.format(Locale.ROOT, "  %-20s %s", name, value));
    }

    private static String runs(Result result) {
        if (result.runs().isEmpty()) {
            return "none";
        }
        long late = result.runs().stream().filter(Result.Run::tooLate).count();
        return Figures.number(result.runs().size()) + ", removing "
                + Figures.count(result.removed(), "snapshot")
                + (late == 0 ? "" : "; " + Figures.number(late) + " gave up because a rebuild was due");
    }

    private static String holds(Map<Outcome, Duration> holds) {
        return holds.isEmpty()
                ? "nothing"
                : holds.entrySet().stream()
                        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                        .map(entry -> entry.getKey().name() + " " + Figures.hours(entry.getValue()))
                        .collect(Collectors.joining(", "));
    }
}
