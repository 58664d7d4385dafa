// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Series about tables: few, stable, and the right ones. */
class TableMetersTest {
    private static final int MANY = 40_000;
    private static final int MOST = 20;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final TableMeters meters = new TableMeters(registry, TableMeters.Terms.DEFAULT);

    @Test
    void fortyThousandTablesHaveNoMoreSeriesThanForty() {
        meters.refresh(overLimit(40));
        int few = series();
        meters.refresh(overLimit(MANY));

        assertThat(series()).isEqualTo(few).isLessThan(MOST * 15 + 30);
        assertThat(shown()).hasSize(MOST);
        assertThat(value("nessiewatch_tables_in_state", "state=\"over-limit\"")).isEqualTo(MANY);
        assertThat(value("nessiewatch_tables_not_shown", "state=\"over-limit\""))
                .isEqualTo(MANY - MOST);
        assertThat(value("nessiewatch_longest_list_snapshots", "")).isEqualTo(1000 + MANY - 1);
        assertThat(value("nessiewatch_snapshots_listed", ""))
                .isEqualTo(overLimit(MANY).stream()
                        .mapToLong(f -> f.size().snapshots())
                        .sum());
        long begin = System.nanoTime();
        for (int i = 0; i < 10; i++) {
            meters.refresh(overLimit(MANY));
        }
        System.out.printf("refresh of %d tables: %d ms%n", MANY, (System.nanoTime() - begin) / 10_000_000);
    }

    @Test
    void theWorstTablesAreTheOnesShown() {
        List<TableFigures> all = new ArrayList<>(overLimit(100));
        all.add(Tables.calm(900).urgent());
        all.add(Tables.calm(901).figures());
        meters.refresh(all);

        assertThat(shown()).contains("ns.t900", "ns.t99", "ns.t82").doesNotContain("ns.t901", "ns.t0", "ns.t80");
    }

    @Test
    void aCalmTableHasNoSeriesOfItsOwn() {
        meters.refresh(List.of(Tables.calm(1).figures(), Tables.table(2).excluded()));

        assertThat(shown()).isEmpty();
        assertThat(value("nessiewatch_tables_in_state", "state=\"over-limit\"")).isZero();
        assertThat(value("nessiewatch_longest_list_snapshots", "")).isEqualTo(1000);
    }

    @Test
    void theLineHasTwoEdgesSoThatATableDoesNotComeAndGo() {
        meters.refresh(List.of(Tables.named("a", 0.49).figures()));
        assertThat(shown()).isEmpty();
        meters.refresh(List.of(Tables.named("a", 0.5).figures()));
        assertThat(shown()).containsExactly("ns.a");
        meters.refresh(List.of(Tables.named("a", 0.46).figures()));
        assertThat(shown()).containsExactly("ns.a");
        meters.refresh(List.of(Tables.named("a", 0.44).figures()));
        assertThat(shown()).isEmpty();
    }

    @Test
    void oneThatIsShownStaysUntilAnotherIsClearlyWorse() {
        List<TableFigures> all = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            all.add(Tables.named("old" + i, 2).figures());
        }
        meters.refresh(all);
        all.add(Tables.named("new", 2.2).figures());
        meters.refresh(all);
        assertThat(shown()).doesNotContain("ns.new");
        all.set(MOST, Tables.named("new", 2.3).figures());
        meters.refresh(all);
        assertThat(shown()).contains("ns.new").hasSize(MOST);
    }

    @Test
    void tablesThatComeAndGoLeaveNothingBehind() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int most = 0;
        for (int round = 0; round < 300; round++) {
            List<TableFigures> all = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                Tables table = Tables.named("r" + random.nextInt(100_000), random.nextDouble() * 3);
                all.add(random.nextInt(5) == 0 ? table.broken() : table.figures());
            }
            meters.refresh(all);
            most = Math.max(most, series());
        }
        assertThat(most).isLessThan(MOST * 15 + 30);
        meters.refresh(List.of());
        assertThat(shown()).isEmpty();
        assertThat(registry.getMeters().stream().map(Meter::getId).filter(id -> id.getTag("table") != null))
                .isEmpty();
    }

    @Test
    void everyStateIsCountedOverAllTables() {
        meters.refresh(List.of(Tables.table(1).broken()));
        for (String state :
                List.of("over-limit", "gc-disabled-growing", "breaker-open", "bad-end", "resurrected", "unreadable")) {
            assertThat(value("nessiewatch_tables_in_state", "state=\"" + state + "\""))
                    .as(state)
                    .isEqualTo(1);
        }
        for (String state : List.of("far-over-limit", "floor-over-limit", "crossing")) {
            assertThat(value("nessiewatch_tables_in_state", "state=\"" + state + "\""))
                    .as(state)
                    .isZero();
        }
        assertThat(value("nessiewatch_table_bad_ends", "kind=\"Failed\",reference=\"main\",table=\"ns.t1\""))
                .isEqualTo(3);
        assertThat(value("nessiewatch_table_outcome", "outcome=\"GC_DISABLED\",reference=\"main\",table=\"ns.t1\""))
                .isEqualTo(1);
        meters.refresh(List.of(Tables.table(1).figures()));
        assertThat(registry.scrape()).doesNotContain("GC_DISABLED", "nessiewatch_table_bad_ends{");
    }

    @Test
    void hostileNamesStayInsideTheirLabel() {
        Set<String> names = new HashSet<>(List.of(
                "a\"} 1\nnessiewatch_paused 1\n#",
                "back\\slash",
                "new\nline\rreturn",
                "$(reboot) '; rm -rf / #",
                "{{ query \"up\" }}",
                "\u202egnp.exe",
                "\ud800alone",
                "\u0000\u0007",
                "emoji \ud83d\ude00",
                "x".repeat(499),
                "\u0001".repeat(499),
                "\u0001".repeat(498) + "\u0002"));
        List<TableFigures> all = new ArrayList<>();
        names.forEach(name -> all.add(new TableFigures(
                new TableId("id-" + all.size(), "main"),
                TableKey.of(name),
                false,
                Tables.table(1).figures().size(),
                Tables.table(1).figures().outlook(),
                Tables.table(1).figures().state())));
        meters.refresh(all);

        List<String> lines = registry.scrape()
                .lines()
                .filter(line -> line.startsWith("nessiewatch_table_snapshots"))
                .toList();
        Pattern wellFormed = Pattern.compile(
                "nessiewatch_table_snapshots\\{reference=\"main\",table=\"((?:[^\"\\\\]|\\\\[\\\\\"n])*)\",} 1000\\.0");
        assertThat(lines)
                .hasSize(names.size())
                .allMatch(line -> wellFormed.matcher(line).matches());
        assertThat(registry.scrape().lines()).noneMatch(line -> line.startsWith("nessiewatch_paused 1"));
        assertThat(registry.scrape().lines()).allMatch(line -> line.length() < 1200);
        assertThat(new TreeSet<>(lines)).hasSize(names.size());
    }

    @Test
    void aScrapeNeverFindsAShownTableMissing() throws InterruptedException {
        List<TableFigures> all = overLimit(30);
        meters.refresh(all);
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger scrapes = new AtomicInteger();
        AtomicInteger incomplete = new AtomicInteger();
        Thread scraper = new Thread(() -> {
            while (!over.get()) {
                long lines = registry.scrape()
                        .lines()
                        .filter(line -> line.startsWith("nessiewatch_table_snapshots{"))
                        .count();
                incomplete.addAndGet(lines == MOST ? 0 : 1);
                scrapes.incrementAndGet();
            }
        });
        scraper.start();
        for (int i = 0; i < 2000 || scrapes.get() < 100; i++) {
            meters.refresh(all);
        }
        over.set(true);
        scraper.join();
        assertThat(incomplete.get()).isZero();
    }

    private static List<TableFigures> overLimit(int count) {
        List<TableFigures> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(Tables.named("t" + i, 2 + i / 500.0).figures());
        }
        return all;
    }

    private int series() {
        return (int)
                registry.scrape().lines().filter(line -> !line.startsWith("#")).count();
    }

    private Set<String> shown() {
        Set<String> names = new TreeSet<>();
        Matcher line = Pattern.compile("(?m)^nessiewatch_table_snapshots\\{reference=\"main\",table=\"([^\"]*)\"")
                .matcher(registry.scrape());
        while (line.find()) {
            names.add(line.group(1));
        }
        return names;
    }

    private double value(String name, String labels) {
        String start = labels.isEmpty() ? name + " " : name + "{" + labels + ",} ";
        return registry.scrape()
                .lines()
                .filter(line -> line.startsWith(start))
                .mapToDouble(line -> Double.parseDouble(line.substring(start.length())))
                .findFirst()
                .orElseThrow(() -> new AssertionError(start + " is missing"));
    }
}
