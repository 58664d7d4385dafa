// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.AgeCurve;
import dev.nessiewatch.metadata.AgePoint;
import dev.nessiewatch.metadata.Census;
import dev.nessiewatch.metadata.CensusOutcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the next record of a table from its last one and from what was just found. */
public final class SnapshotCounts {
    static final int OBSERVATIONS = 32;
    static final int RECENT_SNAPSHOTS = 64;

    private SnapshotCounts() {}

    /**
     * A record for a table whose metadata was read, or could not be read.
     *
     * @param last the record before; null for a first measurement
     * @param found what changed
     * @param outcome what reading came to
     * @param now when it was read
     */
    public static SnapshotCount measured(
            @Nullable SnapshotCount last, Found found, CensusOutcome outcome, Instant now) {
        if (outcome instanceof CensusOutcome.Counted counted) {
            return counted(last, found, counted, now);
        }
        return unreadable(last, found, (CensusOutcome.Unreadable) outcome, now);
    }

    /** A record for a pure rename: new name, same measurement. */
    public static SnapshotCount renamed(SnapshotCount last, Found found) {
        return new SnapshotCount(
                SnapshotCount.SCHEMA,
                subject(found, last.table().uuid()),
                found.commits(),
                found.content(),
                last.outcome(),
                last.census(),
                last.unreadable(),
                last.resurrected(),
                last.growth(),
                last.ageCurve());
    }

    private static SnapshotCount counted(
            @Nullable SnapshotCount last, Found found, CensusOutcome.Counted counted, Instant now) {
        Census census = counted.census();
        List<AgePoint> curve = AgeCurve.of(counted.history(), now.toEpochMilli());
        Loss loss = last == null ? Loss.NONE : Loss.between(last, census, counted.history(), found.reassigned());
        return new SnapshotCount(
                SnapshotCount.SCHEMA,
                subject(found, census.tableUuid()),
                found.commits(),
                found.content(),
                SnapshotCount.Outcome.COUNTED,
                census,
                null,
                resurrected(last, census, found),
                new SnapshotCount.Growth(
                        observations(last, new Look(found, census, loss, now)),
                        counted.history().newestTimesMs(RECENT_SNAPSHOTS),
                        lastDrop(last, new Look(found, census, loss, now)),
                        tally(last, found, now)),
                curve);
    }

    private static SnapshotCount unreadable(
            @Nullable SnapshotCount last, Found found, CensusOutcome.Unreadable trouble, Instant now) {
        SnapshotCount.Unreadable before = last == null ? null : last.unreadable();
        Instant since = before != null && before.kind() == trouble.kind() ? before.since() : now;
        return new SnapshotCount(
                SnapshotCount.SCHEMA,
                subject(found, last == null ? null : last.table().uuid()),
                found.commits(),
                found.content(),
                SnapshotCount.Outcome.UNREADABLE,
                last == null ? null : last.census(),
                new SnapshotCount.Unreadable(trouble.kind(), trouble.message(), since),
                last != null && last.resurrected(),
                uncounted(last, found, now),
                last == null ? List.of() : last.ageCurve());
    }

    /** Commits are known even where the list is not. */
    private static SnapshotCount.Growth uncounted(@Nullable SnapshotCount last, Found found, Instant now) {
        SnapshotCount.Growth before = last == null ? SnapshotCount.Growth.NONE : last.growth();
        return new SnapshotCount.Growth(
                before.observations(), before.recentSnapshotsMs(), before.lastDrop(), tally(last, found, now));
    }

    private static SnapshotCount.@Nullable Tally tally(@Nullable SnapshotCount last, Found found, Instant now) {
        return Tallying.next(last == null ? null : last.growth().tally(), found.commits(), now);
    }

    private static SnapshotCount.@Nullable Drop lastDrop(@Nullable SnapshotCount last, Look look) {
        if (last == null || last.growth().observations().isEmpty()) {
            return null;
        }
        if (look.loss().gone() == 0) {
            return last.growth().lastDrop();
        }
        List<SnapshotCount.Observation> seen = last.growth().observations();
        SnapshotCount.Observation before = seen.get(seen.size() - 1);
        Long oldestBefore =
                last.census() == null ? null : last.census().snapshots().oldestMs();
        Long oldestAfter = look.census().snapshots().oldestMs();
        Found found = look.found();
        return new SnapshotCount.Drop(
                look.now(),
                found.commits().sequence(),
                before.snapshots(),
                look.census().snapshots().total(),
                before.snapshotId() == found.content().snapshotId(),
                oldestBefore != null && oldestAfter != null && oldestAfter > oldestBefore,
                found.reassigned(),
                found.commits().signatures(),
                look.loss().gone(),
                look.loss().previousKept());
    }

    /**
     * Whether expired snapshots are back: the oldest time of the same table moved back although its history was not
     * reassigned and nobody undid a trim, which deletes no files. It stays so until the oldest time changes again.
     */
    private static boolean resurrected(@Nullable SnapshotCount last, Census census, Found found) {
        if (last == null || last.census() == null) {
            return false;
        }
        Long before = last.census().snapshots().oldestMs();
        Long after = census.snapshots().oldestMs();
        if (before == null || after == null) {
            return false;
        }
        boolean expected = found.reassigned() || found.commits().isUndo();
        return (after < before && !expected) || (last.resurrected() && after.equals(before));
    }

    private static List<SnapshotCount.Observation> observations(@Nullable SnapshotCount last, Look look) {
        List<SnapshotCount.Observation> all =
                new ArrayList<>(last == null ? List.of() : last.growth().observations());
        Census census = look.census();
        int gone = look.loss().gone();
        all.add(new SnapshotCount.Observation(
                look.now(),
                look.found().commits().sequence(),
                census.snapshots().total(),
                census.bytes().decoded(),
                census.snapshots().newestMs(),
                look.found().content().snapshotId(),
                gone == 0 ? null : gone));
        return all.subList(Math.max(0, all.size() - OBSERVATIONS), all.size());
    }

    private static SnapshotCount.Subject subject(Found found, @Nullable String uuid) {
        return new SnapshotCount.Subject(
                found.table().reference(),
                found.key(),
                found.key().display(),
                found.table().contentId(),
                uuid);
    }

    /** One measurement and what it shows to have left the list. */
    private record Look(Found found, Census census, Loss loss, Instant now) {}

    /**
     * What the tail found of a table.
     *
     * @param table identity
     * @param key its name now
     * @param content what Nessie holds
     * @param commits the covered commits
     * @param reassigned whether contents were compared instead of commits followed: the history may be another one now, or
     *     the watcher was far behind
     */
    public record Found(
            TableId table, TableKey key, TableContent content, SnapshotCount.Commits commits, boolean reassigned) {}
}
