// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.event.FeedConfig;
import dev.nessiewatch.event.FeedIdentity;
import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.event.Opening;
import dev.nessiewatch.event.Publication;
import dev.nessiewatch.event.Records;
import dev.nessiewatch.event.Topics;
import dev.nessiewatch.event.TopicsState;
import dev.nessiewatch.event.TransactionalFeed;
import dev.nessiewatch.launch.RunState;
import dev.nessiewatch.metadata.Census;
import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.verify.Verdict;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.projectnessie.error.BaseNessieClientServerException;

/**
 * Other references of a real Nessie under a real expiry, by real Spark: what a trim leaves readable, what an expiry would
 * break, and how the packaged program undoes a trim.
 */
class ReferencesIT {
    /** Held on to, or the level would be forgotten with the logger. */
    private static final Logger CALM = Logger.getLogger("org.apache.kafka");

    @TempDir
    static Path home;

    private static SharedLake lake;
    private static LocalKafka kafka;

    @BeforeAll
    static void start() {
        CALM.setLevel(Level.SEVERE);
        lake = new SharedLake(home);
        kafka = LocalKafka.start();
    }

    @AfterAll
    static void stop() {
        kafka.close();
        lake.close();
    }

    @AfterEach
    void onlyMainIsLeft() throws BaseNessieClientServerException {
        lake.dropOthers();
    }

    @Test
    void afterATrimEveryOtherReferenceCanReadAndABranchCanWrite() throws Exception {
        List<String> hashes = lake.rebuilt("trimmed", 4);
        share(hashes);

        ExpiryOrder order = lake.confirmed("trimmed");
        Verdict verdict = lake.judge(order, lake.run(order));

        assertThat(order.mode()).isEqualTo(ExpiryOrder.Mode.TRIM);
        assertThat(order.why()).contains("3 named references");
        assertThat(verdict).as(verdict.cause()).isInstanceOf(Verdict.Effective.class);
        assertThat(lake.census("trimmed").snapshots().total()).isEqualTo(1);
        assertThat(lake.rows("trimmed")).isEqualTo("[{\"id\":3}]");
        assertThat(lake.rows("trimmed@main#" + hashes.get(0))).isEqualTo("[{\"id\":0}]");
        assertThat(lake.rows("trimmed@v1")).isEqualTo("[{\"id\":1}]");
        assertThat(lake.rows("trimmed@dev")).isEqualTo("[{\"id\":2}]");
        lake.sql("INSERT INTO lake.ns.`trimmed@dev` VALUES (9)");
        assertThat(lake.rows("trimmed@dev")).isEqualTo("[{\"id\":2},{\"id\":9}]");
        assertThat(lake.rows("trimmed")).as("main").isEqualTo("[{\"id\":3}]");
    }

    /** The control: were files deleted instead, each of the questions above would fail. */
    @Test
    void afterAnExpiryTheyAllBreak() throws Exception {
        List<String> hashes = lake.rebuilt("expired", 4);
        ExpiryOrder order = lake.confirmed("expired");
        assertThat(order.mode()).isEqualTo(ExpiryOrder.Mode.EXPIRE);
        Verdict verdict = lake.judge(order, lake.run(order));
        share(hashes);

        assertThat(verdict).as(verdict.cause()).isInstanceOf(Verdict.Effective.class);
        assertThat(lake.rows("expired")).isEqualTo("[{\"id\":3}]");
        for (String other : List.of("expired@main#" + hashes.get(0), "expired@v1", "expired@dev")) {
            assertThatThrownBy(() -> lake.rows(other)).as(other).hasMessageContaining("does not exist");
        }
        assertThatThrownBy(() -> lake.sql("INSERT INTO lake.ns.`expired@dev` VALUES (9)"))
                .hasMessageContaining("does not exist");
        assertThat(undo(1, order, verdict))
                .contains("was no trim but mode expire")
                .contains("deleted files");
    }

    @Test
    void aBranchThatAppearsBeforeTheRunKeepsItsFiles() throws Exception {
        List<String> hashes = lake.rebuilt("early", 3);
        ExpiryOrder order = lake.confirmed("early");
        lake.branch("dev", hashes.get(0));

        RunState.Ended ended = lake.run(order);

        assertThat(order.mode()).isEqualTo(ExpiryOrder.Mode.EXPIRE);
        assertThat(ended.end()).isEqualTo(RunState.End.REFUSED);
        assertThat(ended.cause()).startsWith("2 named references exist in Nessie");
        assertThat(lake.census("early").snapshots().total()).isEqualTo(3);
        assertThat(lake.rows("early@dev")).isEqualTo("[{\"id\":0}]");
    }

    @Test
    void aBranchThatAppearsBetweenTheCommitAndTheDeletionKeepsItsFiles() throws Exception {
        List<String> hashes = lake.rebuilt("sudden", 3);
        ExpiryOrder order = lake.confirmed("sudden");
        RunState.Ended ended;
        try (NessieDoor door = new NessieDoor(lake.uri(), () -> lake.branch("dev", hashes.get(0)))) {
            ended = lake.run(order, door.uri());
        }
        Verdict verdict = lake.judge(order, ended);

        assertThat(ended.end()).as(ended.cause()).isEqualTo(RunState.End.CLEANUP_INCOMPLETE);
        assertThat(ended.cause()).startsWith("2 named references exist in Nessie");
        assertThat(verdict).isInstanceOf(Verdict.CleanupIncomplete.class);
        assertThat(lake.census("sudden").snapshots().total()).isEqualTo(1);
        assertThat(lake.rows("sudden@dev")).isEqualTo("[{\"id\":0}]");
    }

    @Test
    void anUndoRestoresTheListExactlyAndOnlyOnce() throws Exception {
        lake.rebuilt("undone", 4);
        lake.branch("dev", lake.head());
        Census before = lake.census("undone");
        ExpiryOrder order = lake.confirmed("undone");
        Verdict verdict = lake.judge(order, lake.run(order));
        assertThat(lake.census("undone").snapshots().total()).isEqualTo(1);

        undo(0, order, verdict, "--dry-run");
        assertThat(lake.census("undone").snapshots().total()).as("dry run").isEqualTo(1);

        String undone = undo(0, order, verdict);
        assertThat(lake.census("undone")).isEqualTo(before);
        assertThat(undone).contains("the list held 4 snapshots").contains("as of commit " + lake.head());
        assertThat(lake.rows("undone")).isEqualTo("[{\"id\":3}]");
        assertThat(lake.sql("SELECT count(*) AS n FROM lake.ns.undone.snapshots"))
                .isEqualTo("[{\"n\":4}]");
        lake.sql("INSERT INTO lake.ns.undone VALUES (5)");
        assertThat(lake.census("undone").snapshots().total()).isEqualTo(5);

        assertThat(undo(1, order, verdict)).contains("was undone already");
    }

    @Test
    void anUndoIsRefusedOnceFilesOfTheTrimmedSnapshotsAreGone() throws Exception {
        lake.rebuilt("swept", 4);
        lake.branch("dev", lake.head());
        String oldest = lake.sql("SELECT manifest_list FROM lake.ns.swept.snapshots ORDER BY committed_at LIMIT 1")
                .replaceAll(".*\"(?:file:)?(/[^\"]+)\".*", "$1");
        ExpiryOrder order = lake.confirmed("swept");
        Verdict verdict = lake.judge(order, lake.run(order));
        // As remove_orphan_files does: no list names it any more.
        Files.delete(Path.of(oldest));
        String head = lake.head();

        assertThat(undo(1, order, verdict)).contains(oldest).contains("so it is not put back");
        assertThat(lake.head()).isEqualTo(head);
    }

    @Test
    void anUndoNeverLosesALaterCommit() throws Exception {
        lake.rebuilt("later", 3);
        lake.branch("dev", lake.head());
        ExpiryOrder order = lake.confirmed("later");
        Verdict verdict = lake.judge(order, lake.run(order));
        lake.sql("INSERT INTO lake.ns.later VALUES (7)");
        String head = lake.head();

        assertThat(undo(1, order, verdict))
                .contains("ns.later was committed to after commit")
                .contains(head)
                .contains("(append)");
        assertThat(lake.head()).isEqualTo(head);
        assertThat(undo(1, order, null)).contains("is still open");
        assertThat(command(1, "no-such-order")).contains("There is no order no-such-order in topic");
        command(2);
    }

    /** A branch two commits back, a tag three back; the first hash has no name. */
    private static void share(List<String> hashes) throws BaseNessieClientServerException {
        lake.tag("v1", hashes.get(1));
        lake.branch("dev", hashes.get(2));
    }

    /** Runs the command for an order that the ledger knows, closed by the verdict or still open. */
    private static String undo(int exitCode, ExpiryOrder order, @Nullable Verdict verdict, String... more)
            throws InterruptedException {
        ledger(order, verdict);
        List<String> arguments = new ArrayList<>(List.of(order.id()));
        arguments.addAll(List.of(more));
        return command(exitCode, arguments.toArray(String[]::new));
    }

    private static String command(int exitCode, String... more) throws InterruptedException {
        List<String> arguments =
                new ArrayList<>(List.of("undo", "--nessie-uri", lake.uri().toString()));
        arguments.addAll(List.of("--bootstrap-servers", kafka.bootstrapServers()));
        arguments.addAll(List.of(more));
        return ServiceProcess.output(home, exitCode, List.of(), arguments);
    }

    private static void ledger(ExpiryOrder order, @Nullable Verdict verdict) {
        LedgerEntry entry = new LedgerEntry(
                LedgerEntry.SCHEMA,
                System.nanoTime(),
                Orders.toWire(order),
                verdict == null ? LedgerEntry.Phase.LAUNCHED : LedgerEntry.Phase.VERIFIED,
                1,
                "local",
                "run",
                Instant.now(),
                verdict == null ? null : Orders.toWire(verdict),
                null,
                0,
                false,
                "test",
                Instant.now(),
                null);
        FeedConfig config = new SmallRyeConfigBuilder()
                .withMapping(FeedConfig.class)
                .build()
                .getConfigMapping(FeedConfig.class);
        Map<String, Object> broker = Map.of("bootstrap.servers", kafka.bootstrapServers());
        assertThat(new Topics(config, broker).ensure()).isInstanceOf(TopicsState.Ready.class);
        try (TransactionalFeed feed = new TransactionalFeed(config, broker, "trigger")) {
            assertThat(feed.open()).isInstanceOf(Opening.Opened.class);
            Records records = new Records(new FeedIdentity("nessie", "nessiewatch"));
            assertThat(feed.commit(List.of(records.ledger(entry)))).isInstanceOf(Publication.Committed.class);
        }
    }
}
