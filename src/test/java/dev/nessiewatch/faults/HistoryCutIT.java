// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** An administrator of Nessie cuts history off, and the published commit is among what goes. */
@Tag("faults")
@Execution(ExecutionMode.CONCURRENT)
class HistoryCutIT {
    private static final List<String> REFERENCES = List.of("main");

    @Test
    void aCommitThatNoLongerExistsCostsOneComparisonAndNoChange() throws Exception {
        try (Site site = Site.open();
                FaultyServer nessie = FaultyServer.inFrontOf(site.nessie().uri())) {
            Catalog catalog = site.catalog();
            catalog.put("main", Map.of("a", file(site), "b", file(site), "c", file(site)));
            Map<String, String> settings = site.settings(REFERENCES);
            settings.put("nessiewatch.nessie.uri", nessie.address() + "/api/v2");
            try (Service tail = Service.start("history-cut", "tail", settings).awaitReady()) {
                Feed before = site.awaitPublished(site.heads(REFERENCES), tail);
                before.positions().forEach(position -> site.truth().keep(String.valueOf(position.hash())));

                nessie.goAway();
                catalog.put("main", "a", file(site));
                String oldest = catalog.put("main", "d", file(site));
                catalog.drop("main", "b");
                site.nessie().cutHistory(catalog.head("main"), oldest);
                nessie.comeBack();

                Map<String, String> heads = site.heads(REFERENCES);
                Feed after = site.awaitPublished(heads, tail);
                site.assertLossless(after, heads);
                assertThat(after.tables()
                                .subList(before.tables().size(), after.tables().size()))
                        .extracting(Feed.OfTable::said)
                        .containsExactlyInAnyOrder("COUNTED", "COUNTED", "DROPPED");
                assertThat(tail.lines("Comparing the contents of main at " + catalog.head("main")))
                        .singleElement()
                        .asString()
                        .contains("the log ends without showing the last published commit");

                catalog.put("main", "c", file(site));
                heads = site.heads(REFERENCES);
                site.assertLossless(site.awaitPublished(heads, tail), heads);
                assertThat(tail.lines("Comparing the contents of main")).hasSize(2);
            }
        }
    }

    private static String file(Site site) {
        return site.warehouse().write(2);
    }
}
