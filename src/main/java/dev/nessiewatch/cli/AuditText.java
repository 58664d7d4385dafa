// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.forecast.Growth;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Two lines a table, worst first; then the totals; then what could not be read. */
final class AuditText implements AuditReport {
    private static final String ROW = "%11s %11s %8s  %-20s  %-10s %10s  %-18s %s";

    private final PrintWriter out;

    AuditText(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void print(Audit.Found found) {
        out.println(Figures.visible(found.reference()) + " at " + found.head() + ", " + Figures.time(found.at())
                + " UTC; "
                + (found.weekly().startsAt().isAfter(found.at()) ? "next weekly run " : "weekly run due since ")
                + Figures.time(found.weekly().startsAt()) + " UTC");
        List<AuditedTable> counted = found.tables().stream()
                .filter(table -> table.measured() != null)
                .toList();
        if (!counted.isEmpty()) {
            out.println();
            row("SNAPSHOTS", "SIZE", "A DAY", "OVER A LIMIT", "WEEKLY RUN", "REMOVABLE", "VERDICT", "TABLE");
            counted.forEach(this::table);
        }
        out.println();
        totals(found, counted);
        unreadable(
                found.tables().stream().filter(table -> table.trouble() != null).toList());
    }

    private void table(AuditedTable table) {
        AuditedTable.Measured measured = table.measured();
        if (measured == null) {
            return;
        }
        row(
                Figures.number(measured.snapshots()),
                Figures.bytes(measured.decodedBytes()),
                rate(measured.growth()),
                crossing(measured),
                measured.weeklyInTime() ? "in time" : "too late",
                Figures.number(measured.removable()),
                table.decision().outcome().name() + (table.decision().urgent() ? " !" : ""),
                table.name());
        out.println("            " + table.decision().why());
    }

    private void row(Object... cells) {
        out.println(String.format(Locale.ROOT, ROW, cells).stripTrailing());
    }

    private static String rate(Growth growth) {
        return growth.basis() == Growth.Basis.NONE ? "?" : Figures.rate(growth.snapshotsPerDay());
    }

    private static String crossing(AuditedTable.Measured measured) {
        if (measured.isOver()) {
            return "now";
        }
        Instant crosses = measured.crossesAt();
        if (crosses != null) {
            return Figures.time(crosses);
        }
        return measured.growth().basis() == Growth.Basis.NONE ? "unknown" : "never";
    }

    private void totals(Audit.Found found, List<AuditedTable> counted) {
        long over = counted.stream().filter(AuditedTable::isOver).count();
        long snapshots = 0;
        long bytes = 0;
        long removable = 0;
        for (AuditedTable table : counted) {
            AuditedTable.Measured measured = table.measured();
            if (measured != null) {
                snapshots += measured.snapshots();
                bytes += measured.decodedBytes();
                removable += measured.removable();
            }
        }
        out.println(Figures.count(found.tables().size(), "table") + ": " + Figures.number(over) + " over a limit, "
                + Figures.number(found.tables().size() - counted.size()) + " unreadable; "
                + Figures.number(found.excluded()) + " more excluded by name");
        out.println(Figures.count(snapshots, "snapshot") + " in " + Figures.bytes(bytes)
                + " of metadata; expiry now would remove " + Figures.number(removable));
        if (!found.tables().isEmpty()) {
            out.println("Verdicts: " + verdicts(found.tables())
                    + (found.tables().stream()
                                    .anyMatch(table -> table.decision().urgent())
                            ? "; ! = a person has to look"
                            : ""));
        }
    }

    private static String verdicts(List<AuditedTable> tables) {
        Map<Enum<?>, Integer> counts = new TreeMap<>();
        tables.forEach(table -> counts.merge(table.decision().outcome(), 1, Integer::sum));
        return counts.entrySet().stream()
                .map(entry -> entry.getKey().name() + " " + Figures.number(entry.getValue()))
                .collect(Collectors.joining(", "));
    }

    private void unreadable(List<AuditedTable> tables) {
        if (tables.isEmpty()) {
            return;
        }
        out.println();
        out.println("Could not be read:");
        for (AuditedTable table : tables) {
            if (table.trouble() != null) {
                out.println("  " + table.trouble().kind() + "  " + table.name() + "  "
                        + Figures.visible(table.trouble().message()));
            }
        }
    }
}
