// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.confirm.Confirmation.Reason;
import dev.nessiewatch.decide.Draft;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.MetadataSources;
import dev.nessiewatch.testing.ListedLog;
import dev.nessiewatch.testing.MetadataFile;
import dev.nessiewatch.testing.SetClock;
import dev.nessiewatch.watch.References;
import dev.nessiewatch.watch.TablesAtHead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real metadata files and the real reader; only Nessie is a list in memory. */
class ConfirmerTest {
    private static final Instant NOW = Instant.parse("2026-11-05T12:00:00Z");
    private static final Instant CUTOFF = NOW.minus(Duration.ofDays(7));
    private static final Duration HOUR = Duration.ofHours(1);
    private static final TableId TABLE = new TableId("c0ffee", "main");
    private static final TableKey KEY = TableKey.of("sales", "daily \"x.y\"");
    private static final String UUID = "11111111-2222-3333-4444-555555555555";

    @TempDir
    Path lake;

    private final SetClock clock = new SetClock(NOW);
    private final ListedLog log = new ListedLog();
    private final TablesAtHead tables = new TablesAtHead(log);
    private Confirmer confirmer = confirmer(true, null);

    @Test
    void everyNumberOfAnOrderComesFromTheFileAtHead() throws IOException {
        MetadataFile file = grown();
        String head = commit(KEY, file);

        ExpiryOrder order = confirmed(draft(null));

        assertThat(order.id()).isEqualTo("1-a");
        assertThat(order.table()).isEqualTo(TABLE);
        assertThat(order.key()).isEqualTo(KEY);
        assertThat(order.uuid()).isEqualTo(UUID);
        assertThat(order.mode()).isEqualTo(ExpiryOrder.Mode.EXPIRE);
        assertThat(order.cutoff()).isEqualTo(CUTOFF);
        assertThat(order.retainLast()).isEqualTo(1);
        assertThat(order.predictedRemoved()).isEqualTo(10);
        assertThat(order.before().head()).isEqualTo(head);
        assertThat(order.before().snapshots()).isEqualTo(14);
        assertThat(order.before().decodedBytes())
                .isEqualTo(Files.size(Path.of(order.before().metadataLocation().substring("file:".length()))));
        assertThat(order.why()).isEqualTo("because Mode expire, files go too: main is Nessie's only named reference.");
    }

    @Test
    void theCutOffStaysTheSameHoweverLateItIsConfirmed() {
        commit(KEY, grown());
        clock.pass(Duration.ofHours(30));

        assertThat(confirmed(draft(null)).cutoff()).isEqualTo(CUTOFF);
        assertThat(confirmed(draft(null)).predictedRemoved()).isEqualTo(10);
    }

    @Test
    void aSnapshotExactlyAtTheCutOffStays() {
        MetadataFile file = MetadataFile.of(UUID).replaces(3, CUTOFF.minus(HOUR.multipliedBy(3)), HOUR);
        commit(KEY, file.replace(CUTOFF).replace(NOW));

        assertThat(confirmed(draft(null)).predictedRemoved()).isEqualTo(3);
    }

    @Test
    void oneRunRemovesNoMoreThanItMay() {
        commit(KEY, grown());

        ExpiryOrder order = confirmed(with(draft(null), 4, 2));

        assertThat(order.predictedRemoved()).isEqualTo(4);
        assertThat(order.cutoff()).isEqualTo(CUTOFF.minus(HOUR.multipliedBy(6)));
    }

    @Test
    void theBenefitIsWhatAllPassesBring() {
        MetadataFile file = MetadataFile.of(UUID).replace(CUTOFF.minus(HOUR.multipliedBy(20)));
        for (int i = 0; i < 9; i++) {
            file.replace(CUTOFF.minus(HOUR));
        }
        commit(KEY, file.replace(NOW));

        assertThat(confirmed(with(draft(null), 5, 5)).predictedRemoved()).isEqualTo(1);
    }

    @Test
    void aRunMustCommitBeforeTheWindowClosesOrItsOwnTimeIsUpWhicheverIsFirst() {
        commit(KEY, grown());

        assertThat(confirmed(draft(null)).commitBefore()).isEqualTo(NOW.plus(Duration.ofHours(2)));
        assertThat(confirmed(draft(NOW.plus(Duration.ofHours(3)))).commitBefore())
                .isEqualTo(NOW.plus(Duration.ofHours(2)));
        assertThat(confirmed(draft(NOW.plus(Duration.ofMinutes(3)))).commitBefore())
                .isEqualTo(NOW.plus(Duration.ofMinutes(3)));
    }

    @Test
    void aClosedWindowIsWaitedFor() {
        commit(KEY, grown());

        assertThat(refused(draft(NOW)).reason()).isEqualTo(Reason.TOO_LATE);
        assertThat(refused(draft(NOW.minusSeconds(1))).why())
                .contains("sales.\"daily \"\"x.y\"\"\"")
                .contains("2026-11-05T11:59:59Z");
    }

    @Test
    void withMoreReferencesOnlyTheListGetsShorter() {
        commit(KEY, grown());
        log.addReference("audit");

        ExpiryOrder order = confirmed(draft(null));

        assertThat(order.mode()).isEqualTo(ExpiryOrder.Mode.TRIM);
        assertThat(order.deletesFiles()).isFalse();
        assertThat(order.predictedRemoved()).isEqualTo(10);
        assertThat(order.why())
                .isEqualTo("because Mode trim, only the list gets shorter and no file goes: Nessie has 2 named"
                        + " references (main, audit), and another one may need the files.");
    }

    @Test
    void moreReferencesCanForbidEveryLaunch() {
        commit(KEY, grown());
        confirmer = confirmer(false, null);
        assertThat(confirmed(draft(null)).mode()).isEqualTo(ExpiryOrder.Mode.EXPIRE);
        log.addReference("audit");

        Confirmation.Refused no = refused(draft(null));

        assertThat(no.reason()).isEqualTo(Reason.MORE_REFERENCES);
        assertThat(no.why())
                .contains("2 named references (main, audit)")
                .contains("nessiewatch.launch.more-references=trim");
    }

    @Test
    void hashesThatNessieGcKeepsStayReadable() {
        commit(KEY, grown());

        confirmer = confirmer(true, Duration.ofDays(7).plusSeconds(1));
        ExpiryOrder order = confirmed(draft(null));
        assertThat(order.mode()).isEqualTo(ExpiryOrder.Mode.TRIM);
        assertThat(order.why()).contains("2026-10-29T11:59:59Z").contains("nessiewatch.policy.nessie-gc-window");

        confirmer = confirmer(true, Duration.ofDays(7));
        assertThat(confirmed(draft(null)).mode()).isEqualTo(ExpiryOrder.Mode.EXPIRE);
        // The first pass of several removes only what is older than the window.
        confirmer = confirmer(false, Duration.ofDays(7).plus(HOUR.multipliedBy(6)));
        assertThat(confirmed(with(draft(null), 4, 2)).mode()).isEqualTo(ExpiryOrder.Mode.EXPIRE);
        assertThat(confirmed(with(draft(null), 5, 2)).mode()).isEqualTo(ExpiryOrder.Mode.TRIM);
    }

    @Test
    void aReferenceThatIsNotListedIsNotTakenForTheOnlyOne() {
        ModeChoice hidden = ModeChoice.of(new References.Known(List.of("other"), true), "main");
        ModeChoice none = ModeChoice.of(new References.Known(List.of(), true), "main");

        assertThat(hidden.mode()).isEqualTo(ExpiryOrder.Mode.TRIM);
        assertThat(hidden.words()).contains("does not list main itself");
        assertThat(none.mode()).isEqualTo(ExpiryOrder.Mode.TRIM);

        commit(KEY, grown());
        log.removeReference("main");
        log.addReference("other");
        assertThat(refused(draft(null)).reason()).isEqualTo(Reason.GONE);
    }

    @Test
    void manyReferencesAreNotAllNamed() {
        commit(KEY, grown());
        for (int i = 0; i < 40; i++) {
            log.addReference("branch-" + i);
        }

        assertThat(confirmed(draft(null)).why())
                .contains("41 named references (main, branch-0, branch-1, branch-2, branch-3, ...)");
    }

    @Test
    void aTableThatIsGoneIsNotLookedForElsewhere() {
        commit(KEY, grown());
        log.drop(KEY);

        assertThat(refused(draft(null)).reason()).isEqualTo(Reason.GONE);

        log.put(KEY, "another", content("file:/nowhere", 1));
        assertThat(refused(draft(null)).reason()).isEqualTo(Reason.GONE);
    }

    @Test
    void aRenamedTableIsOrderedByItsNewName() {
        MetadataFile file = grown();
        commit(KEY, file);
        log.drop(KEY);
        commit(TableKey.of("sales", "renamed"), file);

        assertThat(confirmed(draft(null)).key()).isEqualTo(TableKey.of("sales", "renamed"));
    }

    @Test
    void aNessieThatIsAwayIsAskedAgainLater() {
        commit(KEY, grown());
        log.setAway(true);

        assertThat(refused(draft(null))).isEqualTo(new Confirmation.Refused(Reason.UNAVAILABLE, "Nessie is away"));
    }

    @Test
    void aFileThatCannotBeCountedIsNotActedOn() throws IOException {
        Path broken = lake.resolve("broken.metadata.json");
        Files.writeString(broken, "{\"view-uuid\":\"x\",\"format-version\":1}");
        log.put(KEY, TABLE.contentId(), content("file:" + broken, 1));
        assertThat(refused(draft(null)).reason()).isEqualTo(Reason.UNREADABLE);

        Files.delete(broken);
        assertThat(refused(draft(null)).reason()).isEqualTo(Reason.UNREADABLE);
        assertThat(refused(draft(null)).why()).contains(broken.toString());
    }

    @Test
    void gcDisabledInTheNewestFileForbidsEveryExpiry() {
        commit(KEY, grown().property("gc.enabled", "false"));

        assertThat(refused(draft(null)).reason()).isEqualTo(Reason.GC_DISABLED);
    }

    @Test
    void aForgedEventOrdersNothing() {
        // The event said that there were hundreds of old snapshots; the file knows of none.
        commit(KEY, MetadataFile.of(UUID).replaces(14, NOW.minus(HOUR.multipliedBy(14)), HOUR));

        Confirmation.Refused no = refused(draft(null));

        assertThat(no.reason()).isEqualTo(Reason.LITTLE_BENEFIT);
        assertThat(no.why()).contains("removes 0 snapshots").contains("minimum benefit of 2");
    }

    private Confirmer confirmer(boolean trims, @Nullable Duration nessieGcWindow) {
        HeadReader heads =
                new HeadReader(tables, new CensusReader(MetadataSources.of(Map.of()), CensusLimits.DEFAULT), clock);
        return new Confirmer(heads, tables, new Confirmer.Terms(Duration.ofHours(2), trims, nessieGcWindow), clock);
    }

    private Confirmation.Refused refused(Draft draft) {
        return (Confirmation.Refused) confirmer.confirm(draft, "1-a");
    }

    private ExpiryOrder confirmed(Draft draft) {
        assertThat(confirmer.confirm(draft, "1-a")).isInstanceOf(Confirmation.Confirmed.class);
        return ((Confirmation.Confirmed) confirmer.confirm(draft, "1-a")).order();
    }

    /** Ten snapshots older than the cut-off, an hour apart, and four younger ones. */
    private static MetadataFile grown() {
        return MetadataFile.of(UUID)
                .replaces(10, CUTOFF.minus(HOUR.multipliedBy(10)), HOUR)
                .replaces(4, NOW.minus(HOUR.multipliedBy(4)), HOUR);
    }

    private String commit(TableKey key, MetadataFile file) {
        String location = file.write(lake.resolve("v" + file.size() + ".metadata.json"));
        return log.put(key, TABLE.contentId(), content(location, file.currentId()));
    }

    private static TableContent content(String location, long snapshotId) {
        return new TableContent(location, snapshotId, 0, 0, 0);
    }

    private static Draft draft(@Nullable Instant commitBefore) {
        return new Draft(TABLE, KEY, CUTOFF, 1, 5000, 2, commitBefore, false, "because");
    }

    private static Draft with(Draft draft, int maxRemoved, int minimumBenefit) {
        return new Draft(
                draft.table(),
                draft.key(),
                draft.cutoff(),
                draft.retainLast(),
                maxRemoved,
                minimumBenefit,
                draft.commitBefore(),
                draft.floorOverLimit(),
                draft.why());
    }
}
