// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.testing.LocalNessie;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.projectnessie.error.BaseNessieClientServerException;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.LogResponse.LogEntry;
import org.projectnessie.model.Namespace;
import org.projectnessie.model.Operation;

/** Undoing a trim, against a real Nessie server; a trim is a signed commit that keeps the current snapshot. */
class RealNessieUndoTest {
    private static final long CURRENT = 77;

    private static LocalNessie nessie;
    private static NessieWriter main;
    private static TrimUndo undo;

    @BeforeAll
    static void start() throws BaseNessieClientServerException {
        nessie = LocalNessie.start();
        main = NessieWriter.of(nessie.uri());
        main.commit(Operation.Put.of(ContentKey.of("ns"), Namespace.of("ns")));
        undo = new TrimUndo(nessie.uri(), Map.of());
    }

    @AfterAll
    static void stop() {
        undo.close();
        main.api().close();
        nessie.close();
    }

    @Test
    void putsBackExactlyWhatStoodThere() throws BaseNessieClientServerException {
        TrimUndo.Trim trim = trimmed("back", "1-a");
        String before = main.head();
        main.put("another", 1);

        TrimUndo.Ready ready = (TrimUndo.Ready) undo.plan(trim);
        assertThat(ready.before().metadataLocation()).isEqualTo("file:/long");
        assertThat(ready.trimmed().metadataLocation()).isEqualTo("file:/short");
        assertThat(main.head()).as("a plan changes nothing").isNotEqualTo(before);
        String planned = main.head();
        main.put("another", 2);

        TrimUndo.Outcome outcome = undo.carryOut(ready);

        assertThat(outcome).isEqualTo(new TrimUndo.Done(main.head()));
        assertThat(main.existing("back")).isEqualTo(content("file:/long", trim));
        assertThat(planned).isNotEqualTo(main.head());
        CommitMeta meta = newest().getCommitMeta();
        assertThat(meta.getMessage()).isEqualTo("nessiewatch undo 1-a");
        assertThat(meta.getProperties())
                .containsEntry("app-id", "nessiewatch-undo/1-a")
                .doesNotContainKey("iceberg.operation");
        assertThat(refused(trim)).startsWith("Order 1-a was undone already: commit " + main.head());
    }

    @Test
    void namesWhatWasCommittedSince() throws BaseNessieClientServerException {
        TrimUndo.Trim trim = trimmed("later", "2-a");
        main.put("another", 3);
        CommitMeta meta = CommitMeta.builder()
                .message("append")
                .author("dbt\u001b[31m")
                .putProperties("iceberg.operation", "append")
                .build();
        String append = main.commit(
                main.head(), meta, Operation.Put.of(NessieWriter.key("later"), content("file:/grown", trim)));

        assertThat(refused(trim))
                .startsWith("ns.later was committed to after commit " + trim.commit()
                        + ", which an undo would lose: commit " + append + " by dbt [31m (append) at 20")
                .endsWith("Nothing was undone");
    }

    @Test
    void aRenameADropAndAnotherTableOfTheNameAreCommitsToo() throws BaseNessieClientServerException {
        TrimUndo.Trim renamed = trimmed("from", "3-a");
        main.rename("from", "to");
        assertThat(refused(renamed)).contains("was committed to after");

        TrimUndo.Trim dropped = trimmed("dropped", "3-b");
        main.commit(Operation.Delete.of(NessieWriter.key("dropped")));
        assertThat(refused(dropped)).contains("was committed to after");
        main.put("dropped", 9);
        assertThat(refused(dropped)).contains("was committed to after");
    }

    @Test
    void aWriterThatIsFasterWins() throws BaseNessieClientServerException {
        TrimUndo.Trim trim = trimmed("raced", "4-a");
        TrimUndo.Ready ready = (TrimUndo.Ready) undo.plan(trim);
        main.commit(Operation.Put.of(NessieWriter.key("raced"), content("file:/grown", trim)));
        String head = main.head();

        TrimUndo.Outcome outcome = undo.carryOut(ready);

        assertThat(outcome)
                .isInstanceOfSatisfying(
                        TrimUndo.Refused.class, no -> assertThat(no.why()).startsWith("Another writer was faster"));
        assertThat(main.head()).isEqualTo(head);
        assertThat(main.existing("raced")).isEqualTo(content("file:/grown", trim));
    }

    @Test
    void aHistoryThatWasExchangedIsLeftAlone() throws BaseNessieClientServerException {
        String before = main.head();
        NessieWriter branch = main.create("exchanged", before);
        TrimUndo.Trim onMain = trimmed("elsewhere", "5-a");
        TrimUndo.Trim trim = new TrimUndo.Trim(
                "5-a", new TableId(onMain.table().contentId(), branch.branch()), onMain.key(), onMain.commit());

        assertThat(refused(trim)).startsWith("The log of exchanged does not lead back to commit " + trim.commit());
    }

    @Test
    void onlyTheSignedCommitOfTheOrderIsUndone() throws BaseNessieClientServerException {
        TrimUndo.Trim trim = trimmed("mistaken", "6-a");

        assertThat(refused(new TrimUndo.Trim("6-b", trim.table(), trim.key(), trim.commit())))
                .contains("is not signed with order 6-b");
        assertThat(refused(new TrimUndo.Trim("6-a", new TableId("other", "main"), trim.key(), trim.commit())))
                .contains("is no trim of ns.mistaken");
        assertThat(refused(new TrimUndo.Trim("6-a", new TableId("other", "nowhere"), trim.key(), trim.commit())))
                .contains("has no reference 'nowhere'");
    }

    @Test
    void aSignedCommitThatAlsoWroteDataIsNoTrim() throws BaseNessieClientServerException {
        put("wrote", "file:/long", 1, null);
        String commit = put("wrote", "file:/short", 2, "7-a");

        assertThat(refused(trim("wrote", "7-a", commit))).contains("did more than shorten its list");
    }

    @Test
    void aServerThatDoesNotAnswerIsNamed() throws BaseNessieClientServerException {
        TrimUndo.Trim trim = trimmed("unreached", "8-a");
        TrimUndo.Ready ready = (TrimUndo.Ready) undo.plan(trim);
        try (TrimUndo nowhere = new TrimUndo(URI.create("http://127.0.0.1:1/api/v2"), Map.of())) {
            assertThat(((TrimUndo.Refused) nowhere.plan(trim)).why()).contains("http://127.0.0.1:1/api/v2");
            assertThat(((TrimUndo.Refused) nowhere.carryOut(ready)).why())
                    .contains("http://127.0.0.1:1/api/v2")
                    .contains("--dry-run");
        }
    }

    private static String refused(TrimUndo.Trim trim) {
        TrimUndo.Plan plan = undo.plan(trim);
        assertThat(plan).isInstanceOf(TrimUndo.Refused.class);
        return ((TrimUndo.Refused) plan).why();
    }

    private static TrimUndo.Trim trimmed(String name, String orderId) throws BaseNessieClientServerException {
        put(name, "file:/long", CURRENT, null);
        return trim(name, orderId, put(name, "file:/short", CURRENT, orderId));
    }

    private static TrimUndo.Trim trim(String name, String orderId, String commit)
            throws BaseNessieClientServerException {
        String contentId = String.valueOf(main.existing(name).getId());
        return new TrimUndo.Trim(orderId, new TableId(contentId, "main"), TableKey.of("ns", name), commit);
    }

    private static String put(String name, String location, long snapshot, @Nullable String orderId)
            throws BaseNessieClientServerException {
        IcebergTable table = IcebergTable.of(location, snapshot, 0, 0, 0);
        if (orderId == null) {
            return main.commit(Operation.Put.of(NessieWriter.key(name), table));
        }
        CommitMeta meta = CommitMeta.builder()
                .message("Iceberg commit")
                .putProperties("app-id", "nessiewatch/" + orderId)
                .build();
        String contentId = String.valueOf(main.existing(name).getId());
        return main.commit(main.head(), meta, Operation.Put.of(NessieWriter.key(name), table.withId(contentId)));
    }

    private static IcebergTable content(String location, TrimUndo.Trim trim) {
        return IcebergTable.of(location, CURRENT, 0, 0, 0, trim.table().contentId());
    }

    private static LogEntry newest() throws BaseNessieClientServerException {
        return main.api()
                .getCommitLog()
                .refName("main")
                .maxRecords(1)
                .get()
                .getLogEntries()
                .get(0);
    }
}
