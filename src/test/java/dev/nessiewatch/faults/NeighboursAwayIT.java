// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.faults.FaultyServer.Mood;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Each neighbour fails in each way it can; writers go on meanwhile. */
@Tag("faults")
@Execution(ExecutionMode.CONCURRENT)
class NeighboursAwayIT {
    private static final List<String> REFERENCES = List.of("main", "feature/a.b");
    private static final Duration AWAY = Duration.ofSeconds(Site.LONG ? 120 : 10);
    private static final Duration SICK = Duration.ofSeconds(Site.LONG ? 20 : 1);
    private static final Writers.Load LOAD = new Writers.Load(REFERENCES, 20, 100, 5);

    @Test
    void nothingIsLostWhileTheBrokerOrNessieIsAway() throws Exception {
        Random random = Site.random(NeighboursAwayIT.class);
        try (Site site = Site.open();
                FaultyServer nessie = FaultyServer.inFrontOf(site.nessie().uri())) {
            site.catalog().branch("feature/a.b", site.catalog().head("main"));
            Map<String, String> settings = site.settings(REFERENCES);
            settings.put("nessiewatch.nessie.uri", nessie.address() + "/api/v2");
            settings.put("nessiewatch.feed.transaction-timeout", "PT3S");
            settings.put("nessiewatch.feed.start-timeout", "PT5S");
            try (Service tail =
                            Service.start("neighbours-tail", "tail", settings).awaitReady();
                    Liveness liveness = Liveness.of(tail)) {
                try (Writers writers = Writers.start(site.catalog(), site.warehouse(), LOAD, random)) {
                    brokerAway(site, tail);
                    nessieAway(nessie, tail);
                    nessieSick(nessie, tail);
                    Waiting.until(() -> "the writers end", Duration.ofMinutes(5), writers::isFinished);
                }
                Map<String, String> heads = site.heads(REFERENCES);
                site.assertLossless(site.awaitPublished(heads, tail), heads);
                liveness.assertNeverDown();
            }
        }
    }

    private static void brokerAway(Site site, Service tail) {
        site.kafka().stop();
        assertThat(tail.awaitTrouble("kafka")).contains(site.kafka().bootstrapServers());
        Waiting.pass(AWAY);
        site.kafka().restart();
        tail.awaitReady();
        assertThat(tail.lines("kafka is back")).hasSize(1);
        // One at the start and one after the outage, however often it was tried.
        assertThat(tail.lines("Comparing the contents of main")).hasSizeLessThanOrEqualTo(2);
    }

    private static void nessieAway(FaultyServer nessie, Service tail) {
        nessie.goAway();
        assertThat(tail.awaitTrouble("nessie")).contains(nessie.address().toString());
        Waiting.pass(SICK);
        nessie.comeBack();
        tail.awaitReady();
    }

    private static void nessieSick(FaultyServer nessie, Service tail) {
        for (Mood mood : List.of(Mood.THROTTLED, Mood.UNAVAILABLE, Mood.BROKEN, Mood.MISSING, Mood.HALF, Mood.SILENT)) {
            nessie.be(mood);
            assertThat(tail.awaitTrouble("nessie"))
                    .as("%s", mood)
                    .contains(nessie.address().toString());
            Waiting.pass(SICK);
            nessie.be(Mood.WELL);
            tail.awaitReady();
        }
        // One line for both references, and at most one more where the trouble came between two questions.
        assertThat(tail.lines("asked to slow down (429)")).hasSizeBetween(1, 2);
        nessie.be(Mood.SLOW);
        nessie.awaitAnswers(2);
        nessie.be(Mood.WELL);
        tail.awaitReady();
        assertThat(tail.lines("nessie is back")).hasSizeGreaterThanOrEqualTo(7);
    }

    @Test
    void aTableThatCannotBeReadIsPublishedAsSuchAndReadLater() throws Exception {
        try (Site site = Site.open();
                FaultyServer store = FaultyServer.objectsIn(site.folder())) {
            Map<String, String> settings = site.settings(List.of("main"));
            settings.put("nessiewatch.metadata.deadline", "PT3S");
            settings.put(
                    "nessiewatch.metadata.properties.\"s3.endpoint\"",
                    store.address().toString());
            settings.put("nessiewatch.metadata.properties.\"s3.path-style-access\"", "true");
            settings.put("nessiewatch.metadata.properties.\"s3.access-key-id\"", "anyone");
            settings.put("nessiewatch.metadata.properties.\"s3.secret-access-key\"", "anything");
            settings.put("nessiewatch.metadata.properties.\"client.region\"", "eu-central-1");
            Warehouse warehouse = Warehouse.ofObjects(site.folder());
            Map<Mood, String> kinds = Map.of(
                    Mood.MISSING, "MISSING",
                    Mood.UNAVAILABLE, "UNAVAILABLE",
                    Mood.HALF, "UNAVAILABLE",
                    Mood.SLOW, "UNAVAILABLE");
            site.catalog().put("main", "well", warehouse.write(3));
            try (Service tail =
                            Service.start("neighbours-store", "tail", settings).awaitReady();
                    Liveness liveness = Liveness.of(tail)) {
                for (Map.Entry<Mood, String> kind : kinds.entrySet()) {
                    store.be(kind.getKey());
                    site.catalog().put("main", "t-" + kind.getKey(), warehouse.write(3));
                    Feed feed = site.awaitPublished(site.heads(List.of("main")), tail);
                    Feed.OfTable last = feed.tables().stream()
                            .filter(record -> record.state() != null
                                    && record.state().name().equals("t-" + kind.getKey()))
                            .reduce((a, b) -> b)
                            .orElseThrow();
                    assertThat(last.said()).as("%s", kind.getKey()).isEqualTo("UNREADABLE " + kind.getValue());
                    store.be(Mood.WELL);
                }
                Waiting.until(
                        () -> "every table can be read\n" + tail.tail(),
                        Duration.ofSeconds(180),
                        () -> lastSaid(site.reader().feed()).values().stream().allMatch("COUNTED"::equals));
                Map<String, String> heads = site.heads(List.of("main"));
                site.assertLossless(site.awaitPublished(heads, tail), heads);
                kinds.keySet()
                        .forEach(mood -> assertThat(tail.lines("t-" + mood + " can be read again"))
                                .hasSize(1));
                liveness.assertNeverDown();
            }
        }
    }

    private static Map<String, String> lastSaid(Feed feed) {
        Map<String, String> said = new HashMap<>();
        feed.tables().forEach(record -> said.put(record.contentId(), record.said()));
        return said;
    }
}
