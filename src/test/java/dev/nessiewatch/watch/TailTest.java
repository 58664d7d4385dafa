// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import static dev.nessiewatch.watch.Tables.activity;
import static dev.nessiewatch.watch.Tables.changed;
import static dev.nessiewatch.watch.Tables.content;
import static dev.nessiewatch.watch.Tables.delete;
import static dev.nessiewatch.watch.Tables.excludes;
import static dev.nessiewatch.watch.Tables.left;
import static dev.nessiewatch.watch.Tables.put;
import static dev.nessiewatch.watch.Tables.putView;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.nessiewatch.lake.TableKey;
import java.util.Arrays;
import java.util.List;
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
}
