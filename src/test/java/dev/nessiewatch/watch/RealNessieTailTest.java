// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.testing.LocalNessie;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.projectnessie.error.BaseNessieClientServerException;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.IcebergView;
import org.projectnessie.model.Namespace;
import org.projectnessie.model.Operation;
import org.projectnessie.model.UDF;

/** The tail against a real Nessie server. Each test has a branch of its own. */
class RealNessieTailTest {
    private static LocalNessie nessie;
    private static NessieWriter main;
    private static NessieCommitLog log;

    private final TailLimits limits = new TailLimits(250, 20, 100_000, 500);
    private String branch;
    private NessieWriter writer;
    private Follower follower;
    private Tail tail;

    @BeforeAll
    static void start() throws BaseNessieClientServerException {
        nessie = LocalNessie.start();
        main = NessieWriter.of(nessie.uri());
        log = new NessieCommitLog(nessie.uri(), Map.of());
        main.commit(Operation.Put.of(ContentKey.of("ns"), Namespace.of("ns")));
    }

    @AfterAll
    static void stop() {
        log.close();
        main.api().close();
        nessie.close();
    }

    @BeforeEach
    void branch(TestInfo test) throws BaseNessieClientServerException {
        branch = "feature/a/b.c-" + test.getTestMethod().orElseThrow().getName();
        writer = main.create(branch, main.head());
        follower = new Follower(branch);
        tail = new Tail(log, new Excludes(List.of(".*__dbt_tmp.*", ".*__dbt_backup.*")), limits);
    }

    @Test
    void sixHundredAndOneCommitsOverThreePages() throws BaseNessieClientServerException {
        for (int i = 0; i < 12; i++) {
            writer.put("t" + i, 0);
        }
        follower.complete(tail);
        String head = writer.head();
        for (int i = 1; i <= 601; i++) {
            String name = "t" + i % 12;
            IcebergTable table = NessieWriter.table(i, follower.contentIdAt(TableKey.of("ns", name)));
            head = writer.commit(head, NessieWriter.META, Operation.Put.of(NessieWriter.key(name), table));
        }
        Poll.Advanced found = fast();
        assertThat(found.changes()).hasSize(12);
        int commits = found.changes().stream()
                .mapToInt(change -> ((TableChange.Changed) change).activity().commits())
                .sum();
        assertThat(commits).isEqualTo(601);
        follower = new Follower(branch);
        tail = new Tail(log, new Excludes(List.of()), new TailLimits(5, 20, 1000, 5));
        follower.complete(tail);
        assertThat(follower.view()).isEqualTo(writer.tables());
    }

    @Test
    void firstLookStartsAtTheServersOwnRoot() throws BaseNessieClientServerException {
        writer.put("a", 1);
        Poll.Advanced found = follower.complete(tail);
        assertThat(found.fromCommit()).isEqualTo(writer.api().getConfig().getNoAncestorHash());
        assertThat(found.toCommit()).isEqualTo(writer.head());
        assertThat(follower.step(tail)).isEqualTo(new Poll.UpToDate(writer.head()));
    }

    @Test
    void anEmptyBranchIsEmptyAndItsFirstCommitIsSeen() throws BaseNessieClientServerException {
        String root = writer.api().getConfig().getNoAncestorHash();
        writer.assign(root);
        assertThat(follower.complete(tail).changes()).isEmpty();
        assertThat(follower.hash()).isEqualTo(root);
        writer.commit(Operation.Put.of(ContentKey.of("top"), NessieWriter.table(1, null)));
        assertThat(fast().changes()).hasSize(1);
        writer.assign(root);
        assertThat(follower.complete(tail).changes()).singleElement().isInstanceOf(TableChange.Left.class);
    }

    @Test
    void aMergeIsOneCommitOnTheFirstParentChain() throws BaseNessieClientServerException {
        writer.put("a", 1);
        follower.complete(tail);
        NessieWriter work = main.create("work", writer.head());
        Operation[] many = new Operation[300];
        for (int i = 0; i < many.length; i++) {
            many[i] = Operation.Put.of(NessieWriter.key("m" + i), NessieWriter.table(i, null));
        }
        work.commit(many);
        work.put("a", 2);
        writer.put("b", 1);
        writer.api()
                .mergeRefIntoBranch()
                .branchName(branch)
                .hash(writer.head())
                .fromRefName("work")
                .fromHash(work.head())
                .merge();
        Poll.Advanced found = fast();
        assertThat(found.changes()).hasSize(302);
        assertThat(found.changes())
                .allSatisfy(change -> assertThat(
                                ((TableChange.Changed) change).activity().commits())
                        .isEqualTo(1));
    }

    @Test
    void aTransplantBringsEachCommit() throws BaseNessieClientServerException {
        writer.put("a", 1);
        follower.complete(tail);
        NessieWriter source = main.create("source", writer.head());
        String one = source.put("a", 2);
        String two = source.put("a", 3);
        writer.put("b", 1);
        writer.api()
                .transplantCommitsIntoBranch()
                .branchName(branch)
                .hash(writer.head())
                .fromRefName("source")
                .hashesToTransplant(List.of(one, two))
                .transplant();
        TableChange.Changed changed = (TableChange.Changed) fast().changes().get(1);
        assertThat(changed.content().snapshotId()).isEqualTo(3);
        assertThat(changed.activity().commits()).isEqualTo(2);
    }

    @Test
    void renameSwapDropAndCreateFollowTheContentId() throws BaseNessieClientServerException {
        writer.put("a", 1);
        writer.put("b", 1);
        writer.put("c", 1);
        follower.complete(tail);
        writer.rename("a", "a_bak");
        writer.rename("b", "a");
        writer.commit(Operation.Delete.of(NessieWriter.key("c")));
        writer.put("c", 1);
        Poll.Advanced found = fast();
        assertThat(found.changes()).hasSize(4);
        assertThat(found.changes())
                .filteredOn(TableChange.Left.class::isInstance)
                .hasSize(1);
        assertThat(found.changes())
                .filteredOn(change -> change instanceof TableChange.Changed changed && !changed.contentChanged())
                .hasSize(2);
        writer.rename("a", "a__dbt_backup");
        assertThat(fast().changes())
                .singleElement()
                .isInstanceOfSatisfying(
                        TableChange.Left.class,
                        left -> assertThat(left.reason()).isEqualTo(TableChange.Reason.EXCLUDED));
        writer.rename("a__dbt_backup", "a");
        assertThat(fast().changes()).singleElement().isInstanceOf(TableChange.Changed.class);
    }

    @Test
    void otherContentsAreNoTables() throws BaseNessieClientServerException {
        writer.put("a", 1);
        follower.complete(tail);
        writer.commit(Operation.Put.of(NessieWriter.key("v"), IcebergView.of("s3://v", 1, 1)));
        writer.commit(Operation.Put.of(NessieWriter.key("f"), UDF.udf("s3://f", "1", "1")));
        writer.commit(Operation.Put.of(NessieWriter.key("sub"), Namespace.of("ns", "sub")));
        assertThat(fast().changes()).isEmpty();
        assertThat(tail.otherContents()).isEqualTo(3);
        assertThat(tail.compare(branch, follower.known(), follower, "check")).isInstanceOf(Poll.UpToDate.class);
        writer.commit(Operation.Delete.of(NessieWriter.key("a")));
        writer.commit(Operation.Put.of(NessieWriter.key("a"), IcebergView.of("s3://v", 1, 1)));
        assertThat(fast().changes()).singleElement().isInstanceOf(TableChange.Left.class);
    }

    @Test
    void puttingTheSameAgainIsACommitButNoChange() throws BaseNessieClientServerException {
        writer.put("a", 1);
        follower.complete(tail);
        String before = writer.head();
        writer.put("a", 1);
        assertThat(writer.head()).isNotEqualTo(before);
        assertThat(fast().changes()).isEmpty();
    }

    @Test
    void aBranchMovedBackwardsAndSideways() throws BaseNessieClientServerException {
        writer.put("a", 1);
        String base = writer.head();
        writer.put("a", 2);
        writer.put("b", 1);
        follower.complete(tail);
        writer.assign(base);
        assertThat(follower.complete(tail).reconciled()).contains("ends without showing");
        assertThat(follower.view()).isEqualTo(writer.tables());
        String side = main.create("aside", base).put("c", 1);
        writer.put("a", 5);
        fast();
        writer.assign(side);
        assertThat(follower.complete(tail).changes()).hasSize(2);
        assertThat(follower.view()).isEqualTo(writer.tables());
    }

    @Test
    void aDeletedAndRecreatedBranch() throws BaseNessieClientServerException {
        writer.put("a", 1);
        follower.complete(tail);
        writer.delete();
        assertThat(follower.step(tail)).isEqualTo(new Poll.ReferenceMissing(branch));
        assertThat(follower.contentIds()).hasSize(1);
        writer = main.create(branch, main.head());
        writer.put("a", 1);
        assertThat(follower.complete(tail).changes()).hasSize(2);
        assertThat(follower.view()).isEqualTo(writer.tables());
    }

    @Test
    void anUnknownHashIsToldFromAnUnknownBranch() throws BaseNessieClientServerException {
        CommitLog.At unknown = new CommitLog.At(branch, "1234567890123456789012345678901234567890");
        assertThat(catchThrowableOfType(CommitLogException.class, () -> log.tables(unknown, CommitLog.Cut.first(10)))
                        .kind())
                .isEqualTo(CommitLogException.Kind.HASH_UNREADABLE);
        assertThat(catchThrowableOfType(CommitLogException.class, () -> log.head("no/such"))
                        .kind())
                .isEqualTo(CommitLogException.Kind.REFERENCE_MISSING);
        writer.put("a", 1);
        follower.publish(new Poll.Advanced("x", unknown.hash(), List.of(), true, null));
        assertThat(follower.complete(tail).reconciled()).contains("ends without showing");
        assertThat(follower.view()).isEqualTo(writer.tables());
        assertThat(catchThrowableOfType(CommitLogException.class, () -> log.head("not a name")))
                .hasMessageContaining("not a name");
    }

    @Test
    void namesOfEveryKind() throws BaseNessieClientServerException {
        follower.complete(tail);
        List<ContentKey> keys = List.of(
                ContentKey.of("ns", "a.b"),
                ContentKey.of("ns.a", "b"),
                ContentKey.of("ns", "10% off"),
                ContentKey.of("ns", "a/b"),
                ContentKey.of("ns", "q'u\"ote"),
                ContentKey.of("Größe", "表 1"));
        writer.commit(Operation.Put.of(ContentKey.of("ns.a"), Namespace.of("ns.a")));
        writer.commit(Operation.Put.of(ContentKey.of("Größe"), Namespace.of("Größe")));
        for (ContentKey key : keys) {
            writer.commit(Operation.Put.of(key, NessieWriter.table(1, null)));
        }
        assertThat(fast().changes())
                .extracting(TableChange::key)
                .containsExactlyElementsOf(keys.stream().map(NessieModel::key).toList());
        assertThat(follower.view()).isEqualTo(writer.tables());
        TablesAtHead tables = new TablesAtHead(log);
        follower.view()
                .forEach((key, held) -> assertThat(tables.find(new TableId(held.contentId(), branch), key))
                        .isInstanceOf(AtHead.Found.class));
    }

    private Poll.Advanced fast() throws BaseNessieClientServerException {
        Poll.Advanced found = follower.complete(tail);
        assertThat(found.reconciled()).isNull();
        assertThat(found.toCommit()).isEqualTo(writer.head());
        assertThat(follower.view()).isEqualTo(writer.tables());
        return found;
    }
}
