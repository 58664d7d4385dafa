// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import static dev.nessiewatch.watch.Tables.content;
import static dev.nessiewatch.watch.Tables.delete;
import static dev.nessiewatch.watch.Tables.put;
import static dev.nessiewatch.watch.Tables.putView;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.nessiewatch.lake.Position;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TailTest {
    private final FakeCommitLog log = new FakeCommitLog();
    private final Follower follower = new Follower("main");
    private final Tail tail = tail(new TailLimits(250, 20, 100_000, 500));

    @Test
    void firstLookFindsWhatStandsThere() {
        log.commit("main", put("a", "A", 1), put("b__dbt_tmp", "B", 1), putView("v"));
        String head = log.commit("main", put("a", "A", 2));

        assertThat(follower.step(tail))
                .isEqualTo(new Poll.Advanced(
                        FakeCommitLog.ROOT, head, List.of(changed("a", "A", 2, Activity.UNSEEN)), true, "first look"));
        assertThat(follower.step(tail)).isEqualTo(new Poll.UpToDate(head));
    }

    @Test
    void firstLookAtAnEmptyBranchIsComplete() {
        assertThat(follower.step(tail))
                .isEqualTo(new Poll.Advanced(FakeCommitLog.ROOT, FakeCommitLog.ROOT, List.of(), true, "first look"));
        log.commit("main", put("a", "A", 1));
        assertThat(fast().changes()).hasSize(1);
    }

    @Test
    void anUnchangedHeadCostsOneRequest() {
        start(put("a", "A", 1));
        log.requests.clear();
        follower.step(tail);
        assertThat(log.requests).containsExactly("head");
    }

    @Test
    void sixHundredAndOneCommitsAreOneChangePerTable() {
        start(put("t0", "T0", 0));
        for (int i = 1; i <= 601; i++) {
            log.commit("main", put("t" + i % 12, "T" + i % 12, i));
        }
        log.requests.clear();
        Poll.Advanced found = fast();
        assertThat(log.requests).containsExactly("head", "log", "log", "log");
        assertThat(found.changes()).hasSize(12);
        assertThat(((TableChange.Changed) found.changes().get(11)).content()).isEqualTo(content(601));
        int commits = found.changes().stream()
                .mapToInt(change -> ((TableChange.Changed) change).activity().commits())
                .sum();
        assertThat(commits).isEqualTo(601);
    }

    @Test
    void exactlyOneFullPageNeedsNoSecond() {
        start(put("t", "T", 0));
        for (int i = 1; i <= 250; i++) {
            log.commit("main", put("t", "T", i));
        }
        log.requests.clear();
        assertThat(fast().changes()).hasSize(1);
        assertThat(log.requests).containsExactly("head", "log");
    }

    @Test
    void aMergeOfHundredsOfTablesIsOneCommit() {
        start(put("t0", "T0", 20));
        log.assign("work", log.at("main"));
        for (int i = 0; i < 300; i++) {
            log.commit("work", put("t" + i, "T" + i, 420));
        }
        log.merge("work", "main");
        Poll.Advanced found = fast();
        assertThat(found.changes())
                .hasSize(300)
                .allSatisfy(change -> assertThat(
                                ((TableChange.Changed) change).activity().commits())
                        .isEqualTo(1));
    }

    @Test
    void aRenameFollowsTheContentIdWhateverTheOrder() {
        start(put("a", "A", 1), put("b", "B", 1));
        log.commit("main", put("c", "A", 1), delete("a"));
        log.commit("main", delete("b"), put("d", "B", 2));
        assertThat(fast().changes())
                .extracting(TableChange::key, change -> ((TableChange.Changed) change).contentChanged())
                .containsExactly(tuple(TableKey.of("ns", "c"), false), tuple(TableKey.of("ns", "d"), true));
        assertThat(follower.contentIdAt(TableKey.of("ns", "a"))).isNull();
    }

    @Test
    void aSwapInTwoCommitsKeepsBothHistories() {
        start(put("t", "OLD", 1), put("t_tmp", "NEW", 1));
        log.commit("main", put("t_bak", "OLD", 1), delete("t"));
        log.commit("main", put("t", "NEW", 1), delete("t_tmp"));
        assertThat(fast().changes())
                .hasSize(2)
                .allSatisfy(change -> assertThat(((TableChange.Changed) change).contentChanged())
                        .isFalse());
        assertThat(follower.contentIdAt(TableKey.of("ns", "t"))).isEqualTo("NEW");
        assertThat(follower.contentIdAt(TableKey.of("ns", "t_bak"))).isEqualTo("OLD");
    }

    @Test
    void aSwapInOneCommitKeepsBothHistories() {
        start(put("a", "A", 1), put("b", "B", 1));
        log.commit("main", put("a", "B", 1), put("b", "A", 1));
        assertThat(fast().changes()).hasSize(2);
        assertThat(follower.contentIdAt(TableKey.of("ns", "a"))).isEqualTo("B");
        assertThat(follower.contentIdAt(TableKey.of("ns", "b"))).isEqualTo("A");
    }

    @Test
    void dropAndCreateUnderTheOldNameIsAnotherTable() {
        start(put("a", "A", 1));
        log.commit("main", delete("a"));
        log.commit("main", put("a", "A2", 1));
        assertThat(fast().changes())
                .containsExactly(left("a", "A", TableChange.Reason.DROPPED), changed("a", "A2", 1, activity(1)));
    }

    @Test
    void aNewContentIdUnderAnOldKeyDropsTheOldTable() {
        start(put("a", "A", 1));
        log.commit("main", put("a", "A2", 1));
        assertThat(fast().changes())
                .containsExactly(left("a", "A", TableChange.Reason.DROPPED), changed("a", "A2", 1, activity(1)));
    }

    @Test
    void aViewInPlaceOfATableIsADrop() {
        start(put("a", "A", 1));
        log.commit("main", putView("a"));
        assertThat(fast().changes()).containsExactly(left("a", "A", TableChange.Reason.DROPPED));
        assertThat(tail.otherContents()).isEqualTo(1);
    }

    @Test
    void otherContentsAndUnknownKeysAreNoChange() {
        start(put("a", "A", 1));
        log.commit("main", putView("v"), new LogOperation.PutOther(TableKey.of("ns"), "FROM_THE_FUTURE"));
        log.commit("main", delete("v"));
        assertThat(fast().changes()).isEmpty();
    }

    @Test
    void puttingTheSameAgainIsNoChange() {
        start(put("a", "A", 1));
        log.commit("main", put("a", "A", 2));
        log.commit("main", put("a", "A", 1));
        String head = log.commit("main", put("a", "A", 1));
        assertThat(fast()).isEqualTo(new Poll.Advanced("c0", head, List.of(), true, null));
    }

    @Test
    void aTableRenamedIntoAnExcludedNameLeavesAndComesBackAsNew() {
        start(put("m", "A", 1));
        log.commit("main", put("m__dbt_backup", "A", 1), delete("m"));
        assertThat(fast().changes()).containsExactly(left("m", "A", TableChange.Reason.EXCLUDED));
        assertThat(follower.contentIds()).isEmpty();

        log.commit("main", put("m", "A", 1), delete("m__dbt_backup"));
        assertThat(fast().changes()).containsExactly(changed("m", "A", 1, activity(1)));
    }

    @Test
    void aDbtRebuildByRenameIsTheNewTableOnly() {
        start(put("m", "A", 1));
        log.commit("main", put("m__dbt_tmp", "B", 1));
        log.commit("main", put("m__dbt_backup", "A", 1), delete("m"));
        log.commit("main", put("m", "B", 1), delete("m__dbt_tmp"));
        log.commit("main", delete("m__dbt_backup"));
        assertThat(fast().changes())
                .containsExactly(left("m", "A", TableChange.Reason.DROPPED), changed("m", "B", 1, activity(2)));
        assertThat(follower.contentIds()).containsExactly("B");
        assertThat(tail.excludedPuts()).isEqualTo(2);
    }

    @Test
    void namesThatLookAlikeStayApart() {
        TableKey[] keys = {
            TableKey.of("db", "a.b"),
            TableKey.of("db.a", "b"),
            TableKey.of("x", "10% off"),
            TableKey.of("x", "a/b"),
            TableKey.of("x", "q'u\"ote"),
            TableKey.of("Größe", "表 1")
        };
        start(Arrays.stream(keys).map(key -> put(key, key.display(), 1)).toArray(LogOperation[]::new));
        assertThat(follower.view().keySet()).containsExactlyInAnyOrder(keys);
    }

    @Test
    void hiddenOperationsAreComparedInstead() {
        start(put("a", "A", 1));
        for (List<LogOperation> shown : Arrays.asList(null, List.<LogOperation>of())) {
            int version = log.requests.size();
            log.hide(log.commit("main", put("a", "A", version)), shown);
            Poll.Advanced found = follower.complete(tail);
            assertThat(found.reconciled()).contains("does not show what it did");
            assertThat(found.changes()).containsExactly(changed("a", "A", version, Activity.UNSEEN));
        }
    }

    @Test
    void aBranchMovedBackwardsOrSidewaysIsComparedInstead() {
        start(put("a", "A", 1));
        String base = log.at("main");
        log.commit("main", put("a", "A", 2), put("b", "B", 1));
        fast();
        log.assign("main", base);
        Poll.Advanced back = follower.complete(tail);
        assertThat(back.reconciled()).contains("ends without showing the last published commit");
        assertThat(back.changes())
                .containsExactly(changed("a", "A", 1, Activity.UNSEEN), left("b", "B", TableChange.Reason.DROPPED));

        log.assign("other", base);
        String side = log.commit("other", put("c", "C", 1));
        log.commit("main", put("a", "A", 3));
        fast();
        log.assign("main", side);
        assertThat(follower.complete(tail).changes()).hasSize(2);
        assertThat(follower.view()).isEqualTo(log.state(side));
    }

    @Test
    void aDeletedBranchIsMissingAndNothingIsForgotten() {
        start(put("a", "A", 1));
        String hash = log.at("main");
        log.delete("main");
        assertThat(follower.step(tail)).isEqualTo(new Poll.ReferenceMissing("main"));
        assertThat(follower.contentIds()).containsExactly("A");

        log.assign("main", FakeCommitLog.ROOT);
        log.commit("main", put("a", "A9", 1));
        assertThat(follower.complete(tail).changes()).hasSize(2);
        assertThat(follower.hash()).isNotEqualTo(hash);
    }

    @Test
    void cutHistoryAndGapsAreComparedInstead() {
        start(put("a", "A", 1));
        String first = log.commit("main", put("a", "A", 2));
        log.commit("main", put("a", "A", 3));
        log.forget(first);
        assertThat(follower.complete(tail).reconciled()).contains("the log ends");

        String second = log.commit("main", put("a", "A", 4));
        String third = log.commit("main", put("a", "A", 5));
        log.detach(third, null);
        assertThat(follower.complete(tail).reconciled()).contains(third + " does not tell its parent");

        log.commit("main", put("a", "A", 6));
        log.detach(log.at("main"), second);
        assertThat(follower.complete(tail).reconciled()).contains("ends without");
        assertThat(follower.view()).isEqualTo(log.state(log.at("main")));
    }

    @Test
    void aServerThatSkipsCommitsOnAPageIsNotBelieved() {
        start(put("a", "A", 1));
        log.commit("main", put("b", "B", 1));
        log.commit("main", put("c", "C", 1));
        CommitLog filtered = new FilteredLog(log);
        Poll poll = new Tail(filtered, excludes(), new TailLimits(250, 20, 1000, 500))
                .poll("main", follower.position(), follower);
        assertThat(((Poll.Advanced) poll).reconciled()).contains("gap");
        assertThat(((Poll.Advanced) poll).changes()).hasSize(2);
    }

    @Test
    void tooManyPagesOrOperationsAreComparedInstead() {
        start(put("a", "A", 1));
        for (int i = 0; i < 30; i++) {
            log.commit("main", put("a", "A", i), put("b", "B", i));
        }
        Poll pages = tail(new TailLimits(10, 2, 1000, 500)).poll("main", follower.position(), follower);
        assertThat(((Poll.Advanced) pages).reconciled()).contains("more than 2 pages");
        Poll operations = tail(new TailLimits(250, 20, 50, 500)).poll("main", follower.position(), follower);
        assertThat(((Poll.Advanced) operations).reconciled()).contains("more than 50 operations");
        assertThat(((Poll.Advanced) operations).changes()).hasSize(2);
    }

    @Test
    void aComparisonGoesInChunksAndResumesAfterAKillAtAnyOfThem() {
        for (int i = 0; i < 95; i++) {
            log.commit("main", put("t" + i, "T" + i, 1));
        }
        String target = log.at("main");
        for (int kill = 0; kill < 12; kill++) {
            Follower killed = new Follower("main");
            Tail running = tail(new TailLimits(250, 20, 1000, 10));
            int chunks = 0;
            Poll poll;
            do {
                if (chunks == kill) {
                    running.poll("main", killed.position(), killed); // handed out, never published
                    running = tail(new TailLimits(250, 20, 1000, 10));
                }
                poll = killed.step(running);
                chunks++;
                assertThat(((Poll.Advanced) poll).changes()).hasSizeLessThanOrEqualTo(10);
                log.commit("main", put("t0", "T0", 100 + chunks));
                assertThat(((Poll.Advanced) poll).toCommit()).isEqualTo(target);
            } while (!((Poll.Advanced) poll).complete());
            assertThat(killed.published).hasSize(95);
            assertThat(killed.view()).isEqualTo(log.state(target));
            log.assign("main", target);
        }
    }

    @Test
    void aChunkedComparisonReadsEachPageOnce() {
        LogOperation[] all = new LogOperation[100];
        for (int i = 0; i < all.length; i++) {
            all[i] = put("t" + i, "T" + i, 1);
        }
        log.commit("main", all);
        follower.complete(tail(new TailLimits(250, 20, 1000, 10)));
        assertThat(log.requests).filteredOn("entries"::equals).hasSize(10);
    }

    @Test
    void manyDroppedTablesLeaveInChunks() {
        for (int i = 0; i < 25; i++) {
            log.commit("main", put("t" + i, "T" + i, 1));
        }
        follower.complete(tail);
        log.assign("main", FakeCommitLog.ROOT);
        Tail small = tail(new TailLimits(250, 20, 1000, 10));
        Poll.Advanced first = (Poll.Advanced) follower.step(small);
        assertThat(first.changes()).hasSize(10);
        assertThat(first.complete()).isFalse();
        follower.complete(small);
        assertThat(follower.contentIds()).isEmpty();
    }

    @Test
    void aTargetThatCannotBeReadAnyMoreGivesWayToHead() {
        for (int i = 0; i < 25; i++) {
            log.commit("main", put("t" + i, "T" + i, 1));
        }
        Tail small = tail(new TailLimits(250, 20, 1000, 10));
        String target = ((Poll.Advanced) follower.step(small)).toCommit();
        log.assign("main", FakeCommitLog.ROOT);
        log.commit("main", put("x", "X", 1));
        log.forget(target);
        Poll.Advanced found = follower.complete(small);
        assertThat(found.reconciled()).contains(target).contains("can no longer be read");
        assertThat(follower.view()).isEqualTo(log.state(log.at("main")));
    }

    @Test
    void aHeartbeatInBetweenOnlyCostsTime() {
        for (int i = 0; i < 25; i++) {
            log.commit("main", put("t" + i, "T" + i, 1));
        }
        Tail small = tail(new TailLimits(250, 20, 1000, 10));
        follower.step(small);
        Position before = follower.known();
        Position beat = new Position(
                "main", before.hash(), before.sequence() + 5, before.target(), "test", Instant.ofEpochSecond(1));
        Poll.Advanced poll = (Poll.Advanced) small.poll("main", beat, follower);
        assertThat(poll.reconciled()).isEqualTo("a comparison that was cut off");
        assertThat(poll.changes()).hasSize(10);
    }

    @Test
    void anOutageAtAnyRequestLosesNothing() {
        start(put("a", "A", 1));
        log.commit("main", put("a", "A", 2));
        for (String request : List.of("head", "log")) {
            log.outage = request::equals;
            assertThat(follower.step(tail)).isEqualTo(new Poll.Unavailable("No answer to " + request));
        }
        log.outage = request -> false;
        assertThat(fast().changes()).hasSize(1);
    }

    @Test
    void aBranchDeletedWhileItIsReadIsAskedForAgain() {
        start(put("a", "A", 1));
        log.commit("main", put("a", "A", 2));
        String head = log.at("main");
        log.outage = request -> {
            if (request.equals("log")) {
                log.delete("main");
            }
            return false;
        };
        assertThat(follower.step(tail)).isInstanceOf(Poll.Unavailable.class);
        assertThat(follower.step(tail)).isEqualTo(new Poll.ReferenceMissing("main"));
        log.assign("main", head);
        log.outage = request -> false;
        assertThat(fast().changes()).hasSize(1);
    }

    @Test
    void changedExcludesShowInAComparison() {
        start(put("a", "A", 1), put("b", "B", 1), put("c__dbt_tmp", "C", 1));
        Tail other = new Tail(log, new Excludes(List.of("b")), new TailLimits(250, 20, 1000, 500));
        Poll.Advanced found = (Poll.Advanced) other.compare("main", follower.known(), follower, "excludes");
        follower.publish(found);
        assertThat(Set.copyOf(found.changes()))
                .isEqualTo(Set.of(
                        left("b", "B", TableChange.Reason.EXCLUDED), changed("c__dbt_tmp", "C", 1, Activity.UNSEEN)));
        assertThat(other.compare("main", follower.known(), follower, "again"))
                .isEqualTo(new Poll.UpToDate(log.at("main")));
    }

    @Test
    void ownCommitsAreRecognised() {
        start(put("a", "A", 1));
        Commit.Meta own = new Commit.Meta(null, List.of("spark"), "iceberg", null, "nessiewatch/42");
        String signed = log.commit("main", own, List.of(put("a", "A", 2)));
        Activity activity = ((TableChange.Changed) fast().changes().get(0)).activity();
        assertThat(activity.signatures()).containsExactly("42@" + signed);
        assertThat(activity.applications()).containsOnlyKeys("nessiewatch");
        assertThat(activity.operations()).containsOnlyKeys("(none)");
        assertThat(activity.newestCommitAt()).isNull();
    }

    private void start(LogOperation... operations) {
        log.commit("main", operations);
        follower.complete(tail);
    }

    /** One look that must need no comparison. */
    private Poll.Advanced fast() {
        Poll.Advanced found = follower.complete(tail);
        assertThat(found.reconciled()).isNull();
        assertThat(found.toCommit()).isEqualTo(log.at("main"));
        return found;
    }

    private Tail tail(TailLimits limits) {
        return new Tail(log, excludes(), limits);
    }

    private static Excludes excludes() {
        return new Excludes(List.of(".*__dbt_tmp.*", ".*__dbt_backup.*"));
    }

    private static TableChange left(String name, String id, TableChange.Reason reason) {
        return new TableChange.Left(new TableId(id, "main"), TableKey.of("ns", name), reason);
    }

    private static TableChange changed(String name, String id, int version, Activity activity) {
        return new TableChange.Changed(
                new TableId(id, "main"), TableKey.of("ns", name), content(version), true, activity);
    }

    private static Activity activity(int commits) {
        ActivityTally tally = new ActivityTally();
        List<LogOperation> none = new ArrayList<>();
        for (int i = 0; i < commits; i++) {
            tally.add(new Commit("x", "y", FakeCommitLog.meta("writer"), none));
        }
        return tally.activity();
    }

    /** A server that leaves out every second commit, as a filter or a permission check might. */
    private record FilteredLog(FakeCommitLog log) implements CommitLog {
        @Override
        public String head(String reference) throws CommitLogException {
            return log.head(reference);
        }

        @Override
        public Page<Commit> commits(At at, Cut page) throws CommitLogException {
            Page<Commit> all = log.commits(at, page);
            List<Commit> half = new ArrayList<>();
            for (int i = 0; i < all.items().size(); i += 2) {
                half.add(all.items().get(i));
            }
            return new Page<>(half, all.next());
        }

        @Override
        public Page<TableEntry> tables(At at, Cut page) throws CommitLogException {
            return log.tables(at, page);
        }

        @Override
        public TableEntry table(At at, TableKey key) throws CommitLogException {
            throw new CommitLogException(CommitLogException.Kind.UNAVAILABLE, "not asked");
        }

        @Override
        public Page<String> references(Cut page) throws CommitLogException {
            return log.references(page);
        }

        @Override
        public String noAncestorHash() {
            return log.noAncestorHash();
        }
    }
}
