// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two tails at once, and a stray third. */
@Tag("faults")
@Execution(ExecutionMode.CONCURRENT)
class TwoTailsIT {
    private static final List<String> REFERENCES = List.of("main");
    private static final Writers.Load LOAD = new Writers.Load(REFERENCES, 20, 100, 10);

    @Test
    void oneOfThreeTailsGoesOnAndTheOthersSayWhoTookOver() throws Exception {
        Random random = Site.random(TwoTailsIT.class);
        try (Site site = Site.open();
                Writers writers = Writers.start(site.catalog(), site.warehouse(), LOAD, random)) {
            Map<String, String> settings = site.settings(REFERENCES);
            try (Service first =
                            Service.start("two-tails-first", "tail", settings).awaitReady();
                    Service second = Service.start("two-tails-second", "tail", settings);
                    Service third = Service.start("two-tails-third", "tail", settings)) {
                List<Service> all = List.of(first, second, third);
                Waiting.until(
                        () -> "two of three end",
                        Duration.ofSeconds(240),
                        () -> living(all).size() <= 1);
                assertThat(living(all)).hasSize(1);
                Service survivor = living(all).get(0).awaitReady();
                for (Service loser : all) {
                    if (loser != survivor) {
                        assertThat(loser.awaitEnd(Duration.ofSeconds(10))).isEqualTo(1);
                        assertThat(loser.lines("Another tail (two-tails-"))
                                .singleElement()
                                .satisfies(line -> assertThat(line)
                                        .containsPattern("writes since \\d{4}-\\d\\d-\\d\\dT")
                                        .contains("nessiewatch.feed.transactional-id-prefix"));
                    }
                }
                Waiting.until(() -> "the writers end", Duration.ofMinutes(5), writers::isFinished);
                writers.close();
                Map<String, String> heads = site.heads(REFERENCES);
                Feed feed = site.awaitPublished(heads, survivor);
                assertThat(survivor.isAlive()).isTrue();
                site.assertLossless(feed, heads);
            }
        }
    }

    /** The one that died left the newest position; those that come after it must not take it for one that writes. */
    @Test
    void aDeadTailTakesNobodyWithIt() throws Exception {
        try (Site site = Site.open()) {
            Map<String, String> settings = site.settings(REFERENCES);
            try (Service dead =
                    Service.start("two-tails-dead", "tail", settings).awaitReady()) {
                dead.awaitLine("Compared main: ");
            }
            site.catalog().put("main", "a", site.warehouse().write(2));
            try (Service one = Service.start("two-tails-one", "tail", settings);
                    Service other = Service.start("two-tails-other", "tail", settings)) {
                List<Service> all = List.of(one, other);
                Waiting.until(
                        () -> "one of two ends",
                        Duration.ofSeconds(240),
                        () -> living(all).size() <= 1);
                assertThat(living(all)).hasSize(1);
                Map<String, String> heads = site.heads(REFERENCES);
                site.assertLossless(site.awaitPublished(heads, living(all).get(0)), heads);
                assertThat(one.lines("Another tail (two-tails-dead)")).isEmpty();
                assertThat(other.lines("Another tail (two-tails-dead)")).isEmpty();
            }
        }
    }

    private static List<Service> living(List<Service> all) {
        return all.stream().filter(Service::isAlive).toList();
    }
}
