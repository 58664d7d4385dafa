// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.faults.Finding.Fault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The judge must be able to say no: each test plants one fault in a feed that is otherwise right. */
class FeedOracleTest {
    private static final String ROOT = "0";

    /** Three commits: a and b appear; a changes and c appears; b is dropped and c renamed. */
    private final FakeTruth truth = new FakeTruth(Map.of(
            ROOT,
            Map.of(),
            "1",
            Map.of("A", state("a", 1), "B", state("b", 1)),
            "2",
            Map.of("A", state("a", 2), "B", state("b", 1), "C", state("c", 1), "X", state("x__dbt_tmp", 1)),
            "3",
            Map.of("A", state("a", 2), "C", state("d", 1))));

    private final List<Feed.OfTable> tables = new ArrayList<>(List.of(
            table(0, "A", 1, state("a", 1)),
            table(1, "B", 1, state("b", 1)),
            table(2, "A", 2, state("a", 2)),
            table(3, "C", 2, state("c", 1)),
            table(4, "B", 3, null),
            table(5, "C", 3, state("d", 1))));
    private final List<Feed.OfReference> positions =
            new ArrayList<>(List.of(position(0, 1), position(1, 2), position(2, 2), position(3, 3)));

    @Test
    void acceptsWhatIsRightHeartbeatsIncluded() {
        FeedOracle.Report report = examine();
        assertThat(report.findings()).isEmpty();
        assertThat(report).hasToString("3 sequences, 6 records: missing 0, doubled 0, out of order 0, wrong 0");
    }

    @Test
    void seesALostRecord() {
        for (int i = 0; i < tables.size(); i++) {
            Feed.OfTable lost = tables.remove(i);
            assertThat(examine().count(Fault.MISSING)).as("without %s", lost).isPositive();
            tables.add(i, lost);
        }
    }

    @Test
    void seesALostTransaction() {
        tables.removeIf(record -> record.covered().sequence() == 2);
        positions.removeIf(position -> position.sequence() == 2);
        FeedOracle.Report report = examine();
        assertThat(report.count(Fault.MISSING)).isPositive();
        assertThat(report.findings()).anyMatch(finding -> finding.what().contains("sequences 2 to 2"));
    }

    @Test
    void seesALostPosition() {
        positions.removeIf(position -> position.sequence() == 2);
        assertThat(examine().findings()).anyMatch(finding -> finding.what().contains("belongs to no position"));
    }

    @Test
    void seesThatTheLastTransactionIsMissing() {
        tables.removeIf(record -> record.covered().sequence() == 3);
        positions.removeIf(position -> position.sequence() == 3);
        assertThat(examine().count(Fault.MISSING)).isPositive();
    }

    @Test
    void seesADoubledRecordInOneTransaction() {
        tables.add(4, table(6, "C", 2, state("c", 1)));
        assertThat(examine().count(Fault.DOUBLED)).isEqualTo(1);
    }

    @Test
    void seesThatATransactionWasPublishedAgainUnderANewNumber() {
        tables.add(again(6, "A", state("a", 2), "COUNTED"));
        positions.add(position(4, 4, "3"));
        assertThat(examine().count(Fault.DOUBLED)).isEqualTo(1);
    }

    @Test
    void acceptsThatATableCanBeReadAgain() {
        tables.set(2, new Feed.OfTable(new Feed.Place(0, 2), "main", "A", covered(2), state("a", 2), "UNREADABLE"));
        tables.add(again(6, "A", state("a", 2), "COUNTED"));
        positions.add(position(4, 4, "3"));
        assertThat(examine().findings()).isEmpty();
    }

    @Test
    void seesANumberGivenTwice() {
        positions.set(2, new Feed.OfReference(2, "main", 2, "other", null, "w"));
        assertThat(examine().count(Fault.DOUBLED)).isEqualTo(1);
    }

    @Test
    void seesSwappedRecords() {
        Feed.OfTable first = tables.get(0);
        tables.set(0, tables.get(2));
        tables.set(2, first);
        assertThat(examine().count(Fault.OUT_OF_ORDER)).isPositive();
    }

    @Test
    void seesSwappedPositions() {
        Feed.OfReference first = positions.get(0);
        positions.set(0, positions.get(3));
        positions.set(3, first);
        assertThat(examine().count(Fault.OUT_OF_ORDER)).isPositive();
    }

    @Test
    void seesAnInventedRecordAndAWrongOne() {
        tables.add(table(6, "X", 3, state("x__dbt_tmp", 1)));
        tables.set(5, table(5, "C", 3, state("c", 1)));
        assertThat(examine().count(Fault.WRONG) + examine().count(Fault.DOUBLED))
                .isEqualTo(2);
    }

    @Test
    void seesARecordThatCoversAnotherPartOfTheLog() {
        tables.set(
                3,
                new Feed.OfTable(
                        new Feed.Place(0, 3), "main", "C", new Feed.Covered(2, "0", "2"), state("c", 1), "COUNTED"));
        assertThat(examine().count(Fault.WRONG)).isEqualTo(1);
    }

    @Test
    void holdsTheChunksOfAComparisonAgainstTheDiffTogether() {
        tables.clear();
        positions.clear();
        tables.add(chunk(0, "A", 1, state("a", 2)));
        positions.add(new Feed.OfReference(0, "main", 1, ROOT, "2", "w"));
        tables.add(chunk(1, "B", 2, state("b", 1)));
        tables.add(chunk(2, "C", 2, state("c", 1)));
        positions.add(new Feed.OfReference(1, "main", 2, "2", null, "w"));
        FeedOracle oracle = new FeedOracle(truth, Watching.excluding(".*__dbt_tmp.*"));
        assertThat(oracle.examine(new Feed(tables, positions), Map.of("main", "2"))
                        .findings())
                .isEmpty();
        tables.set(2, chunk(2, "A", 2, state("a", 2)));
        FeedOracle.Report broken = oracle.examine(new Feed(tables, positions), Map.of("main", "2"));
        assertThat(broken.count(Fault.DOUBLED)).isEqualTo(1);
        assertThat(broken.count(Fault.MISSING)).isPositive();
    }

    @Test
    void expectsEveryTableToLeaveWithItsReference() {
        tables.add(again(6, "A", null, "REFERENCE_REMOVED"));
        positions.add(new Feed.OfReference(4, "main", 4, null, null, "w"));
        FeedOracle oracle = new FeedOracle(truth, Watching.excluding(".*__dbt_tmp.*"));
        assertThat(oracle.examine(new Feed(tables, positions), Map.of()).count(Fault.MISSING))
                .isPositive();
        tables.add(again(7, "C", null, "REFERENCE_REMOVED"));
        assertThat(oracle.examine(new Feed(tables, positions), Map.of()).findings())
                .isEmpty();
        positions.set(3, new Feed.OfReference(4, "main", 1, null, null, "w"));
        assertThat(oracle.examine(new Feed(tables, positions), Map.of()).count(Fault.MISSING))
                .as("a number that begins anew")
                .isPositive();
    }

    @Test
    void expectsWhatAChangedExcludeBrings() {
        tables.add(again(6, "A", null, "EXCLUDED"));
        positions.add(position(4, 4, "3"));
        FeedOracle changed =
                new FeedOracle(truth, Watching.excluding(".*__dbt_tmp.*").then("main", 4, "a"));
        assertThat(changed.examine(new Feed(tables, positions), Map.of("main", "3"))
                        .findings())
                .isEmpty();
        assertThat(examine().findings()).isNotEmpty();
    }

    private FeedOracle.Report examine() {
        return new FeedOracle(truth, Watching.excluding(".*__dbt_tmp.*"))
                .examine(new Feed(tables, positions), Map.of("main", "3"));
    }

    private static State state(String name, int version) {
        return new State(List.of("ns", name), List.of("v" + version));
    }

    private static Feed.Covered covered(long sequence) {
        return new Feed.Covered(sequence, Long.toString(sequence - 1), Long.toString(sequence));
    }

    private static Feed.OfTable table(long offset, String id, long sequence, @Nullable State state) {
        String said = state == null ? "DROPPED" : "COUNTED";
        return new Feed.OfTable(new Feed.Place(0, offset), "main", id, covered(sequence), state, said);
    }

    private static Feed.OfTable again(long offset, String id, @Nullable State state, String said) {
        return new Feed.OfTable(new Feed.Place(0, offset), "main", id, new Feed.Covered(4, "3", "3"), state, said);
    }

    private static Feed.OfTable chunk(long offset, String id, long sequence, State state) {
        return new Feed.OfTable(
                new Feed.Place(0, offset), "main", id, new Feed.Covered(sequence, ROOT, "2"), state, "COUNTED");
    }

    private static Feed.OfReference position(long offset, long sequence) {
        return position(offset, sequence, Long.toString(sequence));
    }

    private static Feed.OfReference position(long offset, long sequence, String hash) {
        return new Feed.OfReference(offset, "main", sequence, hash, null, "w");
    }

    /** Tables by commit; a diff is what differs. */
    private record FakeTruth(Map<String, Map<String, State>> commits) implements Truth {
        @Override
        public String root() {
            return ROOT;
        }

        @Override
        public Map<String, Change> diff(String from, String to) {
            Map<String, Change> changes = new HashMap<>();
            tables(from)
                    .forEach((id, state) ->
                            changes.put(id, new Change(state, tables(to).get(id))));
            tables(to)
                    .forEach((id, state) ->
                            changes.put(id, new Change(tables(from).get(id), state)));
            return changes;
        }

        @Override
        public Map<String, State> tables(String hash) {
            return commits.getOrDefault(hash, Map.of());
        }
    }
}
