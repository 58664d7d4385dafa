// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Kill -9 of the tail at random points, while writers go on. */
@Tag("faults")
@Execution(ExecutionMode.CONCURRENT)
class TailKilledIT {
    private static final List<String> REFERENCES = List.of("main", "feature/a.b");
    private static final int KILLS = Site.LONG ? 50 : 4;
    private static final int TABLES = Integer.getInteger("nessiewatch.test.tables", Site.LONG ? 20_000 : 800);
    private static final Writers.Load LOAD =
            Site.LONG ? new Writers.Load(REFERENCES, 100, 10_000, 50) : new Writers.Load(REFERENCES, 20, 400, 25);

    @Test
    void nothingIsLostDoubledOrMisplacedHoweverOftenTheTailIsKilled() throws Exception {
        Random random = Site.random(TailKilledIT.class);
        try (Site site = Site.open()) {
            site.catalog().branch("feature/a.b", site.catalog().head("main"));
            Map<String, String> settings = site.settings(REFERENCES);
            settings.put("nessiewatch.watch.reconcile-chunk", "7");
            int commits;
            try (Writers writers = Writers.start(site.catalog(), site.warehouse(), LOAD, random)) {
                for (int kill = 0; kill < KILLS; kill++) {
                    killOnce(kill, settings, random);
                }
                Waiting.until(() -> "the writers end", Duration.ofMinutes(10), writers::isFinished);
                commits = writers.done();
            }
            Map<String, String> heads = site.heads(REFERENCES);
            try (Service last = Service.start("tail-killed-last", "tail", settings)) {
                Feed feed = site.awaitPublished(heads, last);
                FeedOracle.Report report = site.assertLossless(feed, heads);
                assertThat(report.sequences()).isGreaterThan(KILLS / 2);
            }
            System.out.println(KILLS + " kills, " + commits + " commits, " + 2 * LOAD.tables() + " tables");
        }
    }

    /** Each kill hits the comparison at some chunk; what was published until then counts. */
    @Test
    void aFirstLookAtManyTablesIsTakenUpWhereItWasKilled() throws Exception {
        Random random = Site.random(TailKilledIT.class);
        try (Site site = Site.open()) {
            String file = site.warehouse().write(1);
            for (int first = 0; first < TABLES; first += 1000) {
                Map<String, String> tables = new LinkedHashMap<>();
                for (int i = first; i < Math.min(TABLES, first + 1000); i++) {
                    tables.put("t" + i, file);
                }
                site.catalog().put("main", tables);
            }
            Map<String, String> settings = site.settings(List.of("main"));
            settings.put("nessiewatch.watch.reconcile-chunk", Integer.toString(TABLES / 40));
            for (int kill = 0; kill < 3; kill++) {
                try (Service tail = Service.start("first-look-" + kill, "tail", settings)) {
                    int chunks = 1 + random.nextInt(10);
                    Waiting.until(
                            () -> chunks + " chunks\n" + tail.tail(),
                            Duration.ofMinutes(5),
                            () -> tail.lines("more to come").size() >= chunks);
                    Waiting.pass(Duration.ofMillis(random.nextInt(50)));
                    tail.kill();
                }
            }
            Map<String, String> heads = site.heads(List.of("main"));
            long began = System.nanoTime();
            try (Service last = Service.start("first-look-last", "tail", settings)) {
                FeedOracle.Report report = site.assertLossless(site.awaitPublished(heads, last), heads);
                assertThat(report.records()).isEqualTo(TABLES);
            }
            System.out.printf(
                    "3 kills in a first look at %d tables; the last part took %d ms%n",
                    TABLES, (System.nanoTime() - began) / 1_000_000);
        }
    }

    /** Every second kill hits a start, the others hit a tail that holds the feed. */
    private static void killOnce(int number, Map<String, String> settings, Random random) {
        try (Service tail = Service.start("tail-killed-" + number, "tail", settings)) {
            boolean early = number % 2 == 1;
            if (!early) {
                tail.awaitLine("The feed is open");
            }
            Waiting.pass(Duration.ofMillis(random.nextInt(early ? 4000 : 3000)));
            tail.kill();
        }
    }
}
