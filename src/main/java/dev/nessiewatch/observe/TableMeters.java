// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import dev.nessiewatch.lake.TableId;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Series about tables, as many for 40,000 tables as for 40: the tables that matter most by name, all of them in counts and
 * sums. Which tables matter most is not decided by a hair: one that is shown stays until another one is clearly worse. Used
 * by one thread; scrapes may come at any time.
 */
final class TableMeters {
    /** A table that is shown needs this much less than one that is not. */
    private static final double STAYS = 0.9;

    private static final String[] BY_NAME = {"table", "reference"};

    private final Terms terms;
    private final MeterRegistry registry;
    private final Map<Family, ToDoubleFunction<TableFigures>> byName = new HashMap<>();
    private final Family outcome;
    private final Family badEnds;
    private final Family unreadable;
    private final Family inState;
    private final Family notShown;
    private final Sums sums;
    private Set<TableId> shown = Set.of();

    /**
     * What is shown by name.
     *
     * @param most tables at once
     * @param from share of a limit from which a table is
     */
    record Terms(int most, double from) {
        static final Terms DEFAULT = new Terms(20, 0.5);
    }

    TableMeters(MeterRegistry registry, Terms terms) {
        this.terms = terms;
        this.registry = registry;
        named("snapshots", "Length of the list", f -> f.size().snapshots());
        named(
                "decoded.bytes",
                "Size of the metadata file, decoded",
                f -> f.size().decodedBytes());
        named(
                "limit.share",
                "Share of the tighter limit that is used; 1 is at the limit",
                f -> f.size().limitShare());
        named(
                "hard.limit.share",
                "The same of the limit times the hard factor",
                f -> f.size().hardShare());
        named(
                "floor.snapshots",
                "Snapshots that an expiry now would leave",
                f -> f.outlook().floor());
        named(
                "floor.share",
                "Share of the limit that an expiry now would leave",
                f -> f.outlook().floorShare());
        named(
                "growth.per.day",
                "Snapshots a day by which the list grows",
                f -> f.outlook().perDay());
        named(
                "seconds.to.limit",
                "Time until a limit is crossed, if nothing is expired",
                f -> f.outlook().secondsToLimit());
        named("urgent", "Whether a person has to look", f -> number(f.state().urgent()));
        named(
                "breaker.open",
                "Whether the table is held until a person resumes it",
                f -> number(f.state().breakerOpen()));
        named(
                "resurrected",
                "Whether expired snapshots came back",
                f -> number(f.state().resurrected()));
        this.outcome = family("nessiewatch.table.outcome", "Outcome of the last decision", "outcome");
        this.badEnds = family("nessiewatch.table.bad.ends", "Orders that ended badly in a row", "kind");
        this.unreadable = family("nessiewatch.table.unreadable", "Newest metadata cannot be read", "kind");
        this.inState = new Family(registry, "nessiewatch.tables.in.state", "Tables in a state", "state");
        this.notShown = new Family(
                registry, "nessiewatch.tables.not.shown", "Tables in a state that are not shown by name", "state");
        this.sums = new Sums(registry);
    }

    /** Takes in how all tables stand now. */
    void refresh(Iterable<TableFigures> all) {
        Best best = new Best();
        Map<TableState, Integer> counts = new HashMap<>();
        Total total = new Total();
        for (TableFigures figures : all) {
            total.add(figures);
            best.offer(figures);
            count(figures, counts);
        }
        Map<List<String>, TableFigures> chosen = best.chosen();
        shown = new HashSet<>(chosen.values().stream().map(TableFigures::table).toList());
        show(chosen);
        Map<TableState, Integer> named = new HashMap<>();
        chosen.values().forEach(figures -> count(figures, named));
        for (TableState state : TableState.values()) {
            int holds = counts.getOrDefault(state, 0);
            inState.set(List.of(state.label()), holds);
            notShown.set(List.of(state.label()), holds - named.getOrDefault(state, 0));
        }
        sums.show(total);
    }

    private void show(Map<List<String>, TableFigures> chosen) {
        byName.forEach((family, number) -> {
            Map<List<String>, Double> values = new HashMap<>();
            chosen.forEach((labels, figures) -> values.put(labels, number.applyAsDouble(figures)));
            family.replace(values);
        });
        Map<List<String>, Double> outcomes = new HashMap<>();
        Map<List<String>, Double> ends = new HashMap<>();
        Map<List<String>, Double> troubles = new HashMap<>();
        chosen.forEach((labels, figures) -> {
            put(outcomes, labels, figures.state().outcome(), 1);
            put(ends, labels, figures.state().badKind(), figures.state().badEnds());
            put(troubles, labels, figures.state().unreadable(), 1);
        });
        outcome.replace(outcomes);
        badEnds.replace(ends);
        unreadable.replace(troubles);
    }

    private static void put(
            Map<List<String>, Double> values, List<String> labels, @Nullable String third, double value) {
        if (third != null) {
            values.put(List.of(labels.get(0), labels.get(1), third), value);
        }
    }

    private static void count(TableFigures figures, Map<TableState, Integer> counts) {
        for (TableState state : TableState.values()) {
            if (state.holds(figures)) {
                counts.merge(state, 1, Integer::sum);
            }
        }
    }

    private void named(String name, String description, ToDoubleFunction<TableFigures> number) {
        byName.put(new Family(registry, "nessiewatch.table." + name, description, BY_NAME), number);
    }

    private Family family(String name, String description, String third) {
        return new Family(registry, name, description, BY_NAME[0], BY_NAME[1], third);
    }

    private static double number(boolean yes) {
        return yes ? 1 : 0;
    }

    private boolean qualifies(TableFigures figures) {
        double from = shown.contains(figures.table()) ? terms.from() * STAYS : terms.from();
        return !figures.excluded()
                && (figures.needsEyes()
                        || figures.size().limitShare() >= from
                        || figures.outlook().beforeWeekly());
    }

    /** Whoever needs eyes comes first, then the larger share; who is shown already has a small lead. */
    private double rank(TableFigures figures) {
        double share = Math.min(figures.size().limitShare(), 1e6);
        double lead = shown.contains(figures.table()) ? share / STAYS : share;
        return figures.needsEyes() ? 1e7 + lead : lead;
    }

    /** The worst tables seen so far, the least bad one on top, so that it is the first to go. */
    private final class Best {
        private final PriorityQueue<Ranked> queue = new PriorityQueue<>(Ranked.WORST_LAST);

        void offer(TableFigures figures) {
            if (!qualifies(figures)) {
                return;
            }
            queue.add(new Ranked(rank(figures), figures));
            if (queue.size() > terms.most()) {
                queue.poll();
            }
        }

        /** By labels. Two tables of one name are one series: the worse one. */
        Map<List<String>, TableFigures> chosen() {
            Map<List<String>, TableFigures> chosen = new HashMap<>();
            for (Ranked next = queue.poll(); next != null; next = queue.poll()) {
                TableFigures figures = next.figures();
                chosen.put(
                        List.of(
                                Label.of(figures.key().display()),
                                Label.of(figures.table().reference())),
                        figures);
            }
            return chosen;
        }
    }

    private record Ranked(double rank, TableFigures figures) {
        static final Comparator<Ranked> WORST_LAST = Comparator.comparingDouble(Ranked::rank)
                .thenComparing(ranked -> ranked.figures().table().text(), Comparator.reverseOrder());
    }

    /** What all lists and files come to. */
    private static final class Total {
        private long snapshots;
        private int longest;
        private long bytes;
        private long largest;

        void add(TableFigures figures) {
            snapshots += figures.size().snapshots();
            longest = Math.max(longest, figures.size().snapshots());
            bytes += figures.size().decodedBytes();
            largest = Math.max(largest, figures.size().decodedBytes());
        }
    }

    private static final class Sums {
        private final Family snapshots;
        private final Family longest;
        private final Family bytes;
        private final Family largest;

        Sums(MeterRegistry registry) {
            snapshots = new Family(registry, "nessiewatch.snapshots.listed", "Snapshots in the lists of all tables");
            longest = new Family(registry, "nessiewatch.longest.list.snapshots", "Snapshots in the longest list");
            bytes = new Family(registry, "nessiewatch.metadata.bytes", "Metadata files of all tables, decoded");
            largest = new Family(registry, "nessiewatch.largest.metadata.bytes", "The largest metadata file, decoded");
        }

        void show(Total total) {
            snapshots.set(List.of(), total.snapshots);
            longest.set(List.of(), total.longest);
            bytes.set(List.of(), total.bytes);
            largest.set(List.of(), total.largest);
        }
    }
}
