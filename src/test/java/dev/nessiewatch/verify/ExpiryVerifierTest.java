// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.confirm.HeadReader;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.launch.RunState.End;
import dev.nessiewatch.launch.RunState.Ended;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.MetadataSources;
import dev.nessiewatch.testing.ListedLog;
import dev.nessiewatch.testing.MetadataFile;
import dev.nessiewatch.testing.SetClock;
import dev.nessiewatch.watch.TablesAtHead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real metadata files and the real reader; only Nessie is a list in memory. */
class ExpiryVerifierTest {
    private static final Instant NOW = Instant.parse("2026-11-05T12:00:00Z");
    private static final Instant CUTOFF = NOW.minus(Duration.ofDays(7));
    private static final Duration HOUR = Duration.ofHours(1);
    private static final TableId TABLE = new TableId("c0ffee", "main");
    private static final TableKey KEY = TableKey.of("sales", "daily");
    private static final String ID = "7-abc";

    @TempDir
    Path lake;

    private final ListedLog log = new ListedLog();
    private final ExpiryVerifier verifier = new ExpiryVerifier(new HeadReader(
            new TablesAtHead(log),
            new CensusReader(MetadataSources.of(Map.of()), CensusLimits.DEFAULT),
            new SetClock(NOW)));
    private int files;

    @Test
    void theListOfVerdictsIsComplete() {
        assertThat(Verdict.kinds())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Verdict.class.getPermittedSubclasses())
                        .map(Class::getSimpleName)
                        .toList());
    }

    @Test
    void nothingLeftAndASignedCommitIsEffective() {
        MetadataFile table = grown();
        ExpiryOrder order = order(put(table, null), 1);
        String signed = put(table.expire(CUTOFF), ID);

        Verdict verdict = judge(order, End.DONE);

        assertThat(verdict).isInstanceOf(Verdict.Effective.class);
        assertThat(verdict.measured()).isEqualTo(new Verdict.Measured(10, 0, 4, signed));
        assertThat(verdict.isBad()).isFalse();
        assertThat(verdict.cause()).isEqualTo("10 of 14 snapshots are gone in commit " + signed);
    }

    @Test
    void itIsEffectiveWhateverIsCommittedMeanwhile() {
        MetadataFile table = grown();
        ExpiryOrder order = order(put(table, null), 1);
        put(table.replace(NOW), null);
        String signed = put(table.expire(CUTOFF), ID);
        put(table.replace(NOW.plusSeconds(60)), null);
        put(table.replaces(30, NOW.plusSeconds(120), Duration.ofSeconds(1)), null);

        Verdict verdict = judge(order, End.DONE);

        assertThat(verdict).isInstanceOf(Verdict.Effective.class);
        assertThat(verdict.measured()).isEqualTo(new Verdict.Measured(10, 0, 5, signed));
    }

    @Test
    void snapshotsThatTheOrderKeptAreNotHeldAgainstItWhenTheyAge() {
        MetadataFile table = MetadataFile.of("u");
        for (int i = 0; i < 10; i++) {
            table.append(CUTOFF.minus(HOUR.multipliedBy(10 - i)));
        }
        ExpiryOrder order = order(put(table, null), 3, 7);
        // Three of ten are kept by retain-last although they are old.
        String signed = put(table.expire(CUTOFF.minus(HOUR.multipliedBy(3))), ID);
        assertThat(judge(order, End.DONE)).isInstanceOf(Verdict.Effective.class);

        for (int i = 0; i < 5; i++) {
            put(table.append(NOW.plusSeconds(i)), null);
        }

        Verdict verdict = judge(order, End.DONE);
        assertThat(verdict).isInstanceOf(Verdict.Effective.class);
        assertThat(verdict.measured()).isEqualTo(new Verdict.Measured(7, 0, 3, signed));
    }

    @Test
    void expiredSnapshotsThatComeBackAreAnAlarm() {
        MetadataFile table = grown();
        ExpiryOrder order = order(put(table, null), 1);
        String signed = put(grown().expire(CUTOFF), ID);
        put(table.replace(NOW), null);

        Verdict verdict = judge(order, End.DONE);

        assertThat(verdict).isInstanceOf(Verdict.Resurrected.class);
        assertThat(verdict.measured()).isEqualTo(new Verdict.Measured(0, 10, 4, signed));
        assertThat(verdict.cause()).startsWith("10 expired snapshots are back").contains(signed);
        assertThat(verdict.isBad()).isTrue();
    }

    @Test
    void oneSnapshotThatComesBackIsAnAlarmToo() {
        MetadataFile table = MetadataFile.of("u").replace(CUTOFF.minus(HOUR)).replace(NOW.minus(HOUR));
        ExpiryOrder order = order(put(table, null), 1, 1);
        put(
                MetadataFile.of("u")
                        .replace(CUTOFF.minus(HOUR))
                        .replace(NOW.minus(HOUR))
                        .expire(CUTOFF),
                ID);
        put(table.replace(NOW), null);

        assertThat(judge(order, End.DONE)).isInstanceOf(Verdict.Resurrected.class);
    }

    @Test
    void aRunThatFailedAfterItsCommitIsNotRunAgain() {
        MetadataFile table = grown();
        ExpiryOrder order = order(put(table, null), 1);
        put(table.expire(CUTOFF), ID);

        for (End end : new End[] {End.FAILED, End.CLEANUP_INCOMPLETE}) {
            Verdict verdict = judge(order, end);
            assertThat(verdict).isInstanceOf(Verdict.CleanupIncomplete.class);
            assertThat(verdict.cause()).contains("its words").contains("do not run the expiry again");
            assertThat(verdict.isBad()).isFalse();
        }
    }

    @Test
    void aRunOfWhichNobodyCanTellIsJudgedByHeadAlone() {
        MetadataFile file = grown();
        ExpiryOrder order = order(put(file, null), 1);
        assertThat(judge(order, End.GONE))
                .isInstanceOfSatisfying(
                        Verdict.Failed.class,
                        failed -> assertThat(failed.cause()).isEqualTo("The run made no commit, and its words"));

        put(file.expire(CUTOFF), ID);
        assertThat(judge(order, End.GONE))
                .isInstanceOfSatisfying(
                        Verdict.Effective.class,
                        effective -> assertThat(effective.cause())
                                .contains("whether all of their files were deleted is not known (its words)"));
    }

    @Test
    void aRunThatClaimsSuccessWithoutACommitHadNoEffect() {
        ExpiryOrder order = order(put(grown(), null), 1);

        Verdict verdict = judge(order, End.DONE);

        assertThat(verdict).isInstanceOf(Verdict.NoEffect.class);
        assertThat(verdict.measured()).isEqualTo(new Verdict.Measured(0, 10, 14, null));
        assertThat(verdict.cause()).contains("10 of 10 snapshots are still in the list");
    }

    @Test
    void whatAnotherHandRemovedIsNotClaimed() {
        MetadataFile table = grown();
        ExpiryOrder order = order(put(table, null), 1);
        put(table.expire(CUTOFF), "another-order");

        Verdict verdict = judge(order, End.DONE);

        assertThat(verdict).isInstanceOf(Verdict.NoEffect.class);
        assertThat(verdict.cause()).contains("another hand");
    }

    @Test
    void aSignedCommitThatLeftEverythingHadNoEffect() {
        MetadataFile table = grown();
        ExpiryOrder order = order(put(table, null), 1);
        put(table.property("x", "y"), ID);

        assertThat(judge(order, End.DONE)).isInstanceOf(Verdict.NoEffect.class);
    }

    @Test
    void whatTheRunSaysCountsWhenItDidNotCommit() {
        ExpiryOrder order = order(put(grown(), null), 1);

        assertThat(judge(order, End.CHANGED)).isInstanceOf(Verdict.Changed.class);
        assertThat(judge(order, End.TOO_LATE)).isInstanceOf(Verdict.TooLate.class);
        assertThat(judge(order, End.FAILED)).isInstanceOf(Verdict.Failed.class);
        assertThat(judge(order, End.CLEANUP_INCOMPLETE)).isInstanceOf(Verdict.Failed.class);
        assertThat(judge(order, End.REFUSED).cause()).isEqualTo("The job refused: its words");
        assertThat(judge(order, End.CHANGED).isBad()).isFalse();
        assertThat(judge(order, End.TOO_LATE).isBad()).isFalse();
        assertThat(judge(order, End.FAILED).isBad()).isTrue();
        assertThat(judge(order, End.UNAVAILABLE).cause()).isEqualTo("Nessie was away while the job ran: its words");
        assertThat(judge(order, End.UNAVAILABLE).isBad()).isFalse();
        assertThat(judge(order, End.UNAVAILABLE).isBlameless()).isTrue();
    }

    @Test
    void observingIsNoJudgement() {
        log.setAway(true);

        assertThat(judge(order("c0", 1), End.OBSERVED)).isEqualTo(new Verdict.Observed("its words"));
    }

    @Test
    void aTableThatIsGoneIsUnproven() {
        MetadataFile table = grown();
        ExpiryOrder order = order(put(table, null), 1);
        put(table.expire(CUTOFF), ID);
        log.drop(KEY);

        assertThat(judge(order, End.DONE)).isInstanceOf(Verdict.Unproven.class);
    }

    @Test
    void whatMayBeMeasuredLaterIsNotJudgedNow() {
        MetadataFile table = grown();
        ExpiryOrder order = order(put(table, null), 1);
        log.setAway(true);
        assertThat(verifier.judge(order, new Ended(End.DONE, "its words"))).isEmpty();

        log.setAway(false);
        log.put(KEY, TABLE.contentId(), new TableContent("file:" + lake.resolve("gone"), 14, 0, 0, 0));
        assertThat(verifier.judge(order, new Ended(End.DONE, "its words"))).isEmpty();
    }

    @Test
    void aLogThatDoesNotLeadBackIsNoProof() {
        put(grown(), null);

        assertThat(verifier.judge(order("elsewhere", 1), new Ended(End.DONE, "its words")))
                .isEmpty();
    }

    @Test
    void aCommitWhoseFileIsCleanedAwayIsJudgedByHead() throws IOException {
        MetadataFile table = grown();
        ExpiryOrder order = order(put(table, null), 1);
        put(table.expire(CUTOFF), ID);
        Path signedFile = lake.resolve("v" + files + ".metadata.json");
        put(table.replace(NOW), null);
        Files.delete(signedFile);
        assertThat(judge(order, End.DONE)).isInstanceOf(Verdict.Effective.class);

        put(grown(), null);
        assertThat(judge(order, End.DONE)).isInstanceOf(Verdict.Unproven.class);
    }

    @Test
    void aTrimLeavesNoFilesBehindHoweverItsRunEnds() {
        MetadataFile table = grown();
        ExpiryOrder order = trim(order(put(table, null), 1));
        String signed = put(table.expire(CUTOFF), ID);

        for (End end : new End[] {End.DONE, End.FAILED, End.CLEANUP_INCOMPLETE}) {
            Verdict verdict = judge(order, end);
            assertThat(verdict).isInstanceOf(Verdict.Effective.class);
            assertThat(verdict.cause())
                    .startsWith("10 of 14 snapshots are gone in commit " + signed + "; no file was deleted")
                    .contains("nessiewatch undo " + ID);
        }

        put(grown(), null);
        assertThat(judge(order, End.DONE)).isInstanceOf(Verdict.Resurrected.class);
        assertThat(judge(order, End.DONE).cause())
                .contains("a trim deletes no files")
                .doesNotContain("gone");
    }

    private Verdict judge(ExpiryOrder order, End end) {
        return verifier.judge(order, new Ended(end, "its words")).orElseThrow();
    }

    private static MetadataFile grown() {
        return MetadataFile.of("u")
                .replaces(10, CUTOFF.minus(HOUR.multipliedBy(10)), HOUR)
                .replaces(4, NOW.minus(HOUR.multipliedBy(4)), HOUR);
    }

    private String put(MetadataFile file, @Nullable String orderId) {
        String location = file.write(lake.resolve("v" + ++files + ".metadata.json"));
        TableContent content = new TableContent(location, file.currentId(), 0, 0, 0);
        return log.put(KEY, TABLE.contentId(), content, orderId);
    }

    private static ExpiryOrder order(String head, int retainLast) {
        return order(head, retainLast, 10);
    }

    private static ExpiryOrder order(String head, int retainLast, int predicted) {
        return new ExpiryOrder(
                ID,
                TABLE,
                KEY,
                "u",
                ExpiryOrder.Mode.EXPIRE,
                CUTOFF,
                retainLast,
                predicted,
                null,
                new ExpiryOrder.Before(head, "file:/old", 14, 4096),
                "because");
    }

    private static ExpiryOrder trim(ExpiryOrder order) {
        return new ExpiryOrder(
                order.id(),
                order.table(),
                order.key(),
                order.uuid(),
                ExpiryOrder.Mode.TRIM,
                order.cutoff(),
                order.retainLast(),
                order.predictedRemoved(),
                order.commitBefore(),
                order.before(),
                order.why());
    }
}
