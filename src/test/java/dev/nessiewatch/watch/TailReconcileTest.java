// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import static dev.nessiewatch.watch.Tables.changed;
import static dev.nessiewatch.watch.Tables.excludes;
import static dev.nessiewatch.watch.Tables.left;
import static dev.nessiewatch.watch.Tables.put;
import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.Position;
import dev.nessiewatch.lake.TableKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When the log is not enough. */
class TailReconcileTest {
    private final FakeCommitLog log = new FakeCommitLog();
    private final Follower follower = new Follower("main");
    private final Tail tail = tail(new TailLimits(250, 20, 100_000, 500));

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
