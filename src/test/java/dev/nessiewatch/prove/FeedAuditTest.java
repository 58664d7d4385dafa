// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import static dev.nessiewatch.prove.Told.content;
import static dev.nessiewatch.prove.Told.counted;
import static dev.nessiewatch.prove.Told.diff;
import static dev.nessiewatch.prove.Told.entry;
import static dev.nessiewatch.prove.Told.evidence;
import static dev.nessiewatch.prove.Told.id;
import static dev.nessiewatch.prove.Told.key;
import static dev.nessiewatch.prove.Told.left;
import static dev.nessiewatch.prove.Told.renamed;
import static dev.nessiewatch.prove.Told.span;
import static dev.nessiewatch.prove.Told.standing;
import static dev.nessiewatch.prove.Told.stays;
import static dev.nessiewatch.prove.Told.unreadable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.prove.Finding.Kind;
import dev.nessiewatch.watch.Excludes;
import dev.nessiewatch.watch.TableDiff;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What the judge accepts, and what it does not let pass. */
class FeedAuditTest {
    private final Excludes excludes = new Excludes(List.of(".*__dbt_tmp"));
    private final FeedAudit audit =
            new FeedAudit(excludes, Map.of(id("x"), standing("x", 1), id("y"), standing("y", 1)), true);
    private final FeedAudit blind = new FeedAudit(excludes, Map.of(), false);

    @Test
    void acceptsWhatNessieSays() {
        assertThat(audit.judge(
                        span(2, counted(2, "x", 2), counted(2, "n", 1), left(2, "y", "DROPPED")),
                        evidence(diff("x", 1, 2), diff("n", 0, 1), diff("y", 1, 0))))
                .isEmpty();
    }

    @Test
    void aLostChangeIsMissing() {
        one(audit.judge(span(2), evidence(diff("x", 1, 2))), Kind.MISSING, "x");
    }

    @Test
    void aLostTombstoneIsMissing() {
        one(audit.judge(span(2), evidence(diff("x", 1, 0))), Kind.MISSING, "x");
    }

    @Test
    void aLostFirstMeasurementIsMissing() {
        assertThat(audit.judge(span(2), evidence(diff("n", 0, 1)))).isEmpty();
        one(audit.undecided(), Kind.MISSING, "n");
    }

    @Test
    void aTableThatEnteredLaterWithoutAChangeIsNotJudged() {
        assertThat(audit.judge(span(2), evidence(diff("n", 1, 2)))).isEmpty();
        Span later = stays(3, counted(3, "n", 2));
        Evidence there = evidence();
        assertThat(audit.questions(later, there)).containsExactly(key("n"));
        there.stands(key("n"), entry("n", 2));
        assertThat(audit.judge(later, there)).isEmpty();
        one(audit.undecided(), Kind.UNJUDGED, "n");
    }

    @Test
    void aRecordTwiceInOneTransactionIsDoubled() {
        one(audit.judge(span(2, counted(2, "x", 2), counted(2, "x", 2)), evidence(diff("x", 1, 2))), Kind.DOUBLED, "x");
    }

    @Test
    void aRecordRepeatedInALaterTransactionIsDoubled() {
        assertThat(audit.judge(span(2, counted(2, "x", 2)), evidence(diff("x", 1, 2))))
                .isEmpty();
        one(audit.judge(span(3, counted(3, "x", 2)), evidence()), Kind.DOUBLED, "x");
        one(audit.judge(stays(4, counted(4, "x", 2)), evidence()), Kind.DOUBLED, "x");
    }

    @Test
    void aTombstoneForNothingIsDoubled() {
        one(audit.judge(span(2, left(2, "n", "DROPPED")), evidence()), Kind.DOUBLED, "n");
    }

    @Test
    void twoTablesSwappedAreWrong() {
        assertThat(audit.judge(
                        span(2, counted(2, "x", 3), counted(2, "y", 2)), evidence(diff("x", 1, 2), diff("y", 1, 3))))
                .extracting(Finding::kind)
                .containsExactly(Kind.WRONG, Kind.WRONG);
    }

    @Test
    void anOlderContentIsWrong() {
        one(audit.judge(span(2, counted(2, "x", 2)), evidence(diff("x", 1, 3))), Kind.WRONG, "x");
    }

    @Test
    void aTombstoneOfATableThatStandsIsWrong() {
        one(audit.judge(span(2, left(2, "x", "DROPPED")), evidence(diff("x", 1, 2))), Kind.WRONG, "x");
    }

    @Test
    void aTombstoneOfATableThatDidNotChangeIsAskedFor() {
        Span span = span(2, left(2, "x", "DROPPED"));
        Evidence stands = evidence();
        assertThat(audit.questions(span, stands)).containsExactly(key("x"));
        stands.stands(key("x"), entry("x", 1));
        one(audit.judge(span, stands), Kind.WRONG, "x");
    }

    @Test
    void aRecordThatNessieDoesNotKnowIsWrong() {
        Span span = span(2, counted(2, "n", 5));
        Evidence nothing = evidence();
        assertThat(audit.questions(span, nothing)).containsExactly(key("n"));
        nothing.stands(key("n"), null);
        one(audit.judge(span, nothing), Kind.WRONG, "n");
    }

    @Test
    void aRenameIsOneRecordUnderTheNewName() {
        TableDiff gone = new TableDiff(key("x"), entry("x", 1), null);
        TableDiff came = new TableDiff(key("z"), null, new dev.nessiewatch.watch.TableEntry("x", key("z"), content(1)));
        assertThat(audit.judge(span(2, renamed(2, "x", "z", 1)), evidence(gone, came)))
                .isEmpty();
        assertThat(audit.judge(span(3, counted(3, "x", 1)), evidence(came, gone)))
                .extracting(Finding::kind)
                .containsExactly(Kind.WRONG);
    }

    @Test
    void dropAndCreateUnderOneNameAreTwoTables() {
        TableDiff both = new TableDiff(
                key("x"), entry("x", 1), new dev.nessiewatch.watch.TableEntry("x2", key("x"), content(7)));
        assertThat(audit.judge(span(2, left(2, "x", "DROPPED"), renamed(2, "x2", "x", 7)), evidence(both)))
                .isEmpty();
        one(
                new FeedAudit(excludes, Map.of(id("x"), standing("x", 1)), true)
                        .judge(span(2, renamed(2, "x2", "x", 7)), evidence(both)),
                Kind.MISSING,
                "x");
    }

    @Test
    void excludedTablesNeedNoRecord() {
        assertThat(audit.judge(span(2), evidence(diff("n__dbt_tmp", 0, 1)))).isEmpty();
        assertThat(blind.judge(span(2), evidence(diff("n__dbt_tmp", 1, 2)))).isEmpty();
        assertThat(audit.undecided()).isEmpty();
    }

    @Test
    void aRenameIntoTheExcludesIsATombstone() {
        TableDiff gone = new TableDiff(key("x"), entry("x", 1), null);
        TableDiff came = new TableDiff(
                key("x__dbt_tmp"), null, new dev.nessiewatch.watch.TableEntry("x", key("x__dbt_tmp"), content(1)));
        assertThat(audit.judge(span(2, left(2, "x", "EXCLUDED")), evidence(gone, came)))
                .isEmpty();
        one(
                new FeedAudit(excludes, Map.of(id("x"), standing("x", 1)), true).judge(span(2), evidence(gone, came)),
                Kind.MISSING,
                "x");
    }

    @Test
    void anExcludeThatWasAddedOrRemovedIsNoMismatch() {
        assertThat(audit.judge(stays(2, left(2, "x", "EXCLUDED")), evidence())).isEmpty();
        assertThat(audit.questions(stays(3, counted(3, "x", 1)), evidence())).containsExactly(key("x"));
    }

    @Test
    void changedAndChangedBackNeedsNoRecord() {
        assertThat(audit.judge(span(2), evidence())).isEmpty();
    }

    @Test
    void chunksMayCorrectEachOther() {
        Span chunks = new Span(
                "main",
                new Window(2, 3),
                "a",
                "b",
                List.of(counted(2, "x", 2), counted(3, "x", 1), counted(3, "y", 2)));
        assertThat(audit.judge(chunks, evidence(diff("y", 1, 2)))).isEmpty();
    }

    @Test
    void aTableReadAgainIsNoDoubleOnlyWhenTheOutcomeIsAnother() {
        FeedAudit read = new FeedAudit(excludes, Map.of(), true);
        assertThat(read.judge(
                        span(1, unreadable(1, "x", 1, CensusOutcome.Kind.UNAVAILABLE)), evidence(diff("x", 0, 1))))
                .isEmpty();
        one(read.judge(stays(2, unreadable(2, "x", 1, CensusOutcome.Kind.UNAVAILABLE)), evidence()), Kind.DOUBLED, "x");
        assertThat(read.judge(stays(3, counted(3, "x", 1)), evidence())).isEmpty();
    }

    @Test
    void aReferenceThatIsRemovedTakesAllTablesWithIt() {
        one(audit.judgeRemoval(span(2, left(2, "x", "REFERENCE_REMOVED"))), Kind.MISSING, "y");
    }

    @Test
    void withoutTheTimeBeforeOnlyTheDifferenceIsJudged() {
        one(blind.judge(span(2), evidence(diff("x", 1, 2))), Kind.MISSING, "x");
        assertThat(blind.judge(span(3, left(3, "q", "DROPPED")), evidence())).isEmpty();
    }

    /** A right feed of random changes is accepted; one record taken away, doubled or changed is not. */
    @Test
    void findsEveryPlantedFaultInRandomFeeds() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            Map<TableId, Standing> held = new HashMap<>();
            List<Published> records = new ArrayList<>();
            List<TableDiff> diffs = new ArrayList<>();
            for (int table = 0; table < 6; table++) {
                String name = "t" + table;
                int before = random.nextInt(3);
                int after = random.nextInt(3);
                if (before > 0) {
                    held.put(id(name), standing(name, before));
                }
                if (before != after) {
                    diffs.add(diff(name, before, after));
                    records.add(after == 0 ? left(2, name, "DROPPED") : counted(2, name, after));
                }
            }
            TableDiff[] said = diffs.toArray(TableDiff[]::new);
            assertThat(faults(held, records, said)).as("seed %d", seed).isEmpty();
            for (int i = 0; i < records.size(); i++) {
                List<Published> lost = new ArrayList<>(records);
                Published taken = lost.remove(i);
                assertThat(faults(held, lost, said))
                        .as("seed %d, lost %s", seed, taken)
                        .hasSize(1);
                List<Published> doubled = new ArrayList<>(records);
                doubled.add(taken);
                assertThat(faults(held, doubled, said))
                        .as("seed %d, doubled %s", seed, taken)
                        .hasSize(1);
                List<Published> changed = new ArrayList<>(records);
                changed.set(i, counted(2, taken.table().contentId(), 9));
                assertThat(faults(held, changed, said))
                        .as("seed %d, changed %s", seed, taken)
                        .hasSize(1);
            }
        }
    }

    private List<Finding> faults(Map<TableId, Standing> held, List<Published> records, TableDiff... diffs) {
        FeedAudit fresh = new FeedAudit(excludes, held, true);
        List<Finding> findings =
                new ArrayList<>(fresh.judge(span(2, records.toArray(Published[]::new)), evidence(diffs)));
        findings.addAll(fresh.undecided());
        return findings;
    }

    private static void one(List<Finding> findings, Kind kind, String contentId) {
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(kind);
            assertThat(finding.table()).contains(contentId);
            assertThat(finding.line()).contains(" main sequence ").doesNotContain("\n");
        });
    }
}
