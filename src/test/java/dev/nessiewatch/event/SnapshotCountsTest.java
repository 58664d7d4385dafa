// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.MetadataSources;
import dev.nessiewatch.testing.MetadataFile;
import dev.nessiewatch.watch.Activity;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotCountsTest {
    private static final Instant NOW = Instant.parse("2026-11-05T12:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final TableId TABLE = new TableId("c0ffee", "main");

    @TempDir
    Path lake;

    private final CensusReader reader = new CensusReader(MetadataSources.of(Map.of()), CensusLimits.DEFAULT);
    private int files;

    @Test
    void aFirstMeasurementIsSufficientAlone() {
        SnapshotCount first = count(null, list(5), 1);

        assertThat(first.schema()).isEqualTo("v1-draft");
        assertThat(first.id()).isEqualTo(TABLE);
        assertThat(first.table().uuid()).isEqualTo("u");
        assertThat(first.outcome()).isEqualTo(SnapshotCount.Outcome.COUNTED);
        assertThat(first.unreadable()).isNull();
        assertThat(first.resurrected()).isFalse();
        assertThat(first.growth().observations()).hasSize(1);
        assertThat(first.growth().observations().get(0).snapshots()).isEqualTo(5);
        assertThat(first.growth().observations().get(0).sequence()).isEqualTo(1);
        assertThat(first.growth().recentSnapshotsMs()).hasSize(5).isSorted();
        assertThat(first.ageCurve()).isNotEmpty();
    }

    @Test
    void observationsAreKeptUpToABoundTheNewestLast() {
        SnapshotCount last = count(null, list(1), 1);
        for (int i = 2; i <= 40; i++) {
            last = count(last, list(i), i);
        }

        List<SnapshotCount.Observation> kept = last.growth().observations();
        assertThat(kept).hasSize(32);
        assertThat(kept.get(0).sequence()).isEqualTo(9);
        assertThat(kept.get(31).sequence()).isEqualTo(40);
        assertThat(last.growth().recentSnapshotsMs()).hasSize(40);
        assertThat(count(last, list(100), 41).growth().recentSnapshotsMs()).hasSize(64);
    }

    @Test
    void anOldestTimeThatMovesBackIsAResurrection() {
        SnapshotCount expired = count(null, list(10).expire(NOW.minus(HOUR.multipliedBy(4))), 1);
        SnapshotCount back = count(expired, list(10), 2);

        assertThat(expired.resurrected()).isFalse();
        assertThat(back.resurrected()).isTrue();
        assertThat(count(back, list(10).replace(NOW), 3).resurrected())
                .as("while the oldest time stays")
                .isTrue();
        assertThat(count(back, list(10).expire(NOW.minus(HOUR.multipliedBy(4))), 3)
                        .resurrected())
                .as("expired again")
                .isFalse();
    }

    @Test
    void growingIsNoResurrectionAndNeitherIsAnotherHistory() {
        SnapshotCount young = count(null, list(3), 1);

        assertThat(count(young, list(3).replace(NOW), 2).resurrected()).isFalse();
        assertThat(counted(young, found(2, true), list(10)).resurrected())
                .as("reassigned")
                .isFalse();
        assertThat(count(count(null, MetadataFile.of("u"), 1), list(3), 2).resurrected())
                .as("was empty")
                .isFalse();
    }

    @Test
    void aListThatAPersonPutBackIsNoResurrection() {
        SnapshotCount trimmed = count(null, list(10).expire(NOW.minus(HOUR.multipliedBy(4))), 1);
        SnapshotCounts.Found found = found(2, false);
        SnapshotCount.Commits undo = new SnapshotCount.Commits(
                2, "a", "b", NOW, 1, Map.of(), Map.of(), Map.of(), List.of(Activity.UNDO + "7-a@b"));
        SnapshotCount undone =
                counted(trimmed, new SnapshotCounts.Found(TABLE, found.key(), found.content(), undo, false), list(10));

        assertThat(undo.isUndo()).isTrue();
        assertThat(undone.resurrected()).isFalse();
        assertThat(count(undone, list(10).replace(NOW), 3).resurrected()).isFalse();
        SnapshotCount.Commits run =
                new SnapshotCount.Commits(2, "a", "b", NOW, 1, Map.of(), Map.of(), Map.of(), List.of("7-a@b"));
        assertThat(run.isUndo()).isFalse();
    }

    @Test
    void aRestartDoesNotForgetAResurrection() {
        SnapshotCount back = count(count(null, list(3), 1), list(10), 2);

        assertThat(counted(back, found(3, true), list(10).replace(NOW)).resurrected())
                .isTrue();
    }

    @Test
    void aRenameCarriesTheMeasurementOver() {
        SnapshotCount back = count(count(null, list(3), 1), list(10), 2);
        SnapshotCounts.Found moved =
                new SnapshotCounts.Found(TABLE, TableKey.of("new", "na.me"), back.content(), commits(3), false);

        SnapshotCount renamed = SnapshotCounts.renamed(back, moved);

        assertThat(renamed.id()).isEqualTo(TABLE);
        assertThat(renamed.table().key()).isEqualTo(TableKey.of("new", "na.me"));
        assertThat(renamed.table().name()).isEqualTo("new.\"na.me\"");
        assertThat(renamed.table().uuid()).isEqualTo("u");
        assertThat(renamed.commits().sequence()).isEqualTo(3);
        assertThat(renamed.census()).isEqualTo(back.census());
        assertThat(renamed.growth()).isEqualTo(back.growth());
        assertThat(renamed.ageCurve()).isEqualTo(back.ageCurve());
        assertThat(renamed.resurrected()).isTrue();
    }

    @Test
    void anUnreadableFileKeepsTheLastGoodCensus() {
        SnapshotCount good = count(null, list(5), 1);

        SnapshotCount bad = unreadable(good, CensusOutcome.Kind.MISSING, NOW.plusSeconds(10));

        assertThat(bad.outcome()).isEqualTo(SnapshotCount.Outcome.UNREADABLE);
        assertThat(bad.census()).isEqualTo(good.census());
        assertThat(bad.growth().observations()).isEqualTo(good.growth().observations());
        assertThat(bad.growth().recentSnapshotsMs()).isEqualTo(good.growth().recentSnapshotsMs());
        assertThat(bad.table().uuid()).isEqualTo("u");
        assertThat(bad.unreadable())
                .isEqualTo(new SnapshotCount.Unreadable(CensusOutcome.Kind.MISSING, "words", NOW.plusSeconds(10)));
    }

    @Test
    void sinceHoldsUntilTheTroubleIsAnotherOne() {
        SnapshotCount first = unreadable(null, CensusOutcome.Kind.UNAVAILABLE, NOW);
        SnapshotCount again = unreadable(first, CensusOutcome.Kind.UNAVAILABLE, NOW.plusSeconds(60));
        SnapshotCount other = unreadable(again, CensusOutcome.Kind.DENIED, NOW.plusSeconds(120));

        assertThat(first.census()).isNull();
        assertThat(since(again)).isEqualTo(NOW);
        assertThat(since(other)).isEqualTo(NOW.plusSeconds(120));
        SnapshotCount anew = unreadable(count(other, list(1), 4), CensusOutcome.Kind.DENIED, NOW.plusSeconds(180));
        assertThat(since(anew)).isEqualTo(NOW.plusSeconds(180));
    }

    private static Instant since(SnapshotCount count) {
        return Objects.requireNonNull(count.unreadable()).since();
    }

    /** Replaces an hour apart, the newest an hour ago; a longer list begins earlier. */
    private static MetadataFile list(int snapshots) {
        return MetadataFile.of("u").replaces(snapshots, NOW.minus(HOUR.multipliedBy(snapshots)), HOUR);
    }

    private SnapshotCount count(@Nullable SnapshotCount last, MetadataFile file, long sequence) {
        return counted(last, found(sequence, false), file);
    }

    private SnapshotCount counted(@Nullable SnapshotCount last, SnapshotCounts.Found found, MetadataFile file) {
        CensusOutcome outcome = reader.read(file.write(lake.resolve("v" + ++files)), file.currentId());
        return SnapshotCounts.measured(last, found, outcome, NOW);
    }

    private static SnapshotCount unreadable(@Nullable SnapshotCount last, CensusOutcome.Kind kind, Instant now) {
        return SnapshotCounts.measured(
                last, found(9, false), new CensusOutcome.Unreadable("file:/t", kind, "words", null), now);
    }

    private static SnapshotCounts.Found found(long sequence, boolean reassigned) {
        return new SnapshotCounts.Found(
                TABLE, TableKey.of("ns", "t"), new TableContent("file:/t", 1, 0, 0, 0), commits(sequence), reassigned);
    }

    private static SnapshotCount.Commits commits(long sequence) {
        return new SnapshotCount.Commits(sequence, "a", "b", null, 1, Map.of(), Map.of(), Map.of(), List.of());
    }
}
