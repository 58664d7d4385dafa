// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What happens to references, and to the settings that speak of them. */
@Tag("faults")
@Execution(ExecutionMode.CONCURRENT)
class ReferenceMovedIT {
    private static final String WORK = "feature/a.b";
    private static final List<String> BOTH = List.of("main", WORK);
    private static final int MERGED = Site.LONG ? 2000 : 300;

    @Test
    void aReferenceThatMovesIsComparedAndEachChangeIsPublishedOnce() throws Exception {
        try (Site site = Site.open()) {
            Catalog catalog = site.catalog();
            catalog.put("main", Map.of("a", file(site), "b", file(site), "x__dbt_tmp", file(site)));
            catalog.branch(WORK, catalog.head("main"));
            Map<String, String> settings = site.settings(BOTH);
            try (Service tail = Service.start("moved-tail", "tail", settings).awaitReady()) {
                backwards(site, tail);
                sideways(site, tail);
                deletedAndRecreated(site, tail);
                merged(site, tail);
            }
            Feed before = site.reader().feed();
            Watching watching = excludeAdded(site, before);
            referenceRemoved(site, watching);
        }
    }

    private static void backwards(Site site, Service tail) throws Exception {
        String base = site.catalog().head(WORK);
        site.catalog().put(WORK, Map.of("a", file(site), "c", file(site)));
        settle(site, tail);
        site.catalog().assign(WORK, base);
        settle(site, tail);
        assertThat(comparisons(tail, base)).singleElement().asString().contains("2 changes");
    }

    private static void sideways(Site site, Service tail) throws Exception {
        site.catalog().branch("side", site.catalog().head(WORK));
        site.catalog().put("side", "d", file(site));
        site.catalog().drop("side", "b");
        site.catalog().put(WORK, "a", file(site));
        settle(site, tail);
        String side = site.catalog().head("side");
        site.catalog().assign(WORK, side);
        settle(site, tail);
        assertThat(comparisons(tail, side)).singleElement().asString().contains("3 changes");
        site.catalog().deleteBranch("side");
    }

    private static void deletedAndRecreated(Site site, Service tail) throws Exception {
        site.catalog().deleteBranch(WORK);
        assertThat(tail.awaitTrouble("nessie")).contains("no reference '" + WORK + "'");
        site.catalog().put("main", "a", file(site));
        site.awaitPublished(site.heads(List.of("main")), tail);
        // The other reference goes on; that it is well does not make this one well.
        Waiting.pass(Duration.ofSeconds(3));
        assertThat(tail.lines("Nessie has no reference '" + WORK + "'")).hasSize(1);
        assertThat(tail.lines("nessie is back")).isEmpty();
        assertThat(tail.status("q/health/ready")).isEqualTo(503);
        String again = site.catalog().head("main");
        site.catalog().branch(WORK, again);
        settle(site, tail);
        tail.awaitReady();
        assertThat(comparisons(tail, again)).hasSize(1);
    }

    /** A merge brings hundreds of tables in one commit, and they come as one transaction. */
    private static void merged(Site site, Service tail) throws Exception {
        site.catalog().branch("bulk", site.catalog().head("main"));
        Map<String, String> many = new LinkedHashMap<>();
        for (int i = 0; i < MERGED; i++) {
            many.put("m" + i, file(site));
        }
        site.catalog().put("bulk", many);
        site.catalog().put("bulk", "a", file(site));
        site.catalog().put("main", "b", file(site));
        site.catalog().merge("bulk", "main");
        site.catalog().deleteBranch("bulk");
        Feed feed = settle(site, tail);
        long last = newest(feed, "main");
        assertThat(feed.tables())
                .filteredOn(record ->
                        record.reference().equals("main") && record.covered().sequence() == last)
                .hasSizeGreaterThanOrEqualTo(MERGED + 1);
    }

    private static Watching excludeAdded(Site site, Feed before) throws Exception {
        Map<String, String> settings = site.settings(BOTH);
        settings.put("nessiewatch.watch.exclude", Site.EXCLUDE + ",b");
        try (Service tail = Service.start("moved-exclude", "tail", settings).awaitReady()) {
            for (String reference : BOTH) {
                awaitSequence(site, tail, reference, newest(before, reference) + 1);
            }
        }
        Feed after = site.reader().feed();
        assertThat(after.tables().subList(before.tables().size(), after.tables().size()))
                .extracting(Feed.OfTable::said)
                .containsOnly("EXCLUDED")
                .hasSize(2);
        Watching watching = Watching.excluding(Site.EXCLUDE);
        BOTH.forEach(reference -> watching.then(reference, newest(before, reference) + 1, "(" + Site.EXCLUDE + "|b)"));
        site.assertLossless(after, watching, site.heads(BOTH));
        return watching;
    }

    /** The branch is taken off the list and the exclude as well: its tables leave, and the other's table is back. */
    private static void referenceRemoved(Site site, Watching watching) throws Exception {
        Feed before = site.reader().feed();
        Map<String, String> settings = site.settings(List.of("main"));
        try (Service tail = Service.start("moved-removed", "tail", settings).awaitReady()) {
            long next = newest(before, "main") + 1;
            awaitSequence(site, tail, "main", next);
            Feed after = site.reader().feed();
            assertThat(tail.lines(WORK + " is no longer configured")).hasSize(1);
            assertThat(after.newest(WORK)).isNull();
            assertThat(after.tables()
                            .subList(before.tables().size(), after.tables().size()))
                    .extracting(Feed.OfTable::said)
                    .containsOnly("REFERENCE_REMOVED", "COUNTED");
            watching.then("main", next, Site.EXCLUDE);
            site.assertLossless(after, watching, site.heads(List.of("main")));
        }
    }

    private static Feed settle(Site site, Service tail) throws Exception {
        return site.awaitPublished(site.heads(BOTH), tail);
    }

    private static void awaitSequence(Site site, Service tail, String reference, long sequence) {
        Waiting.until(
                () -> "sequence " + sequence + " of " + reference + "\n" + tail.tail(),
                Duration.ofSeconds(180),
                () -> newest(site.reader().feed(), reference) >= sequence);
    }

    private static long newest(Feed feed, String reference) {
        Feed.OfReference newest = feed.newest(reference);
        return newest == null ? 0 : newest.sequence();
    }

    /** What the log says of each comparison at this commit: why it began, and what it came to. */
    private static List<String> comparisons(Service tail, String at) {
        List<String> said = new ArrayList<>();
        boolean wanted = false;
        for (String line : tail.lines("[CommitToEvent] Compar")) {
            if (line.contains("Comparing the contents of " + WORK + " at " + at)) {
                wanted = line.contains("the log ends without showing the last published commit");
            } else if (wanted && line.contains("Compared " + WORK + ":")) {
                said.add(line);
                wanted = false;
            }
        }
        return said;
    }

    private static String file(Site site) {
        return site.warehouse().write(3);
    }
}
