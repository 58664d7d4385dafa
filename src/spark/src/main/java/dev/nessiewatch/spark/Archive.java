// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import dev.nessiewatch.spark.Survey.Found;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.Snapshot;

/**
 * Keeps what the metadata said of each snapshot that is about to be expired. All rows of a run are one append, made before
 * anything is expired, and a snapshot that is not in the archive is not expired. A row is known by its content id and
 * snapshot id and is never written twice, so that a run which was killed can be repeated.
 */
final class Archive {
    static final String STEP = "archive";

    private final Week week;
    private final WeeklyLake lake;
    private final Map<String, Archived> archived = new HashMap<>();

    Archive(Week week, WeeklyLake lake) {
        this.week = week;
        this.lake = lake;
    }

    /** Archives what is about to go from all tables, in one append; nothing when the run has no archive. */
    void write(List<Found> tables) {
        TableKey key = week.options().archiveTable();
        if (key == null) {
            return;
        }
        try {
            ArchiveTable table = ArchiveTable.open(lake.catalog(), key);
            write(tables, table, table.known(contentIds(tables), oldestMs(tables)));
        } catch (Stop stop) {
            failAll(tables, stop.reason());
        } catch (RuntimeException | IOException e) {
            e.printStackTrace();
            failAll(tables, Words.oneLine(e));
        }
    }

    /** What the archive holds of a table. */
    Archived of(String contentId) {
        return week.options().archiveTable() == null
                ? Archived.OFF
                : archived.getOrDefault(contentId, Archived.nothing("the run ended before the table was archived"));
    }

    private void write(List<Found> tables, ArchiveTable table, Map<String, Set<Long>> known) throws IOException {
        try (ArchiveTable.Rows rows = table.rows()) {
            for (Found found : tables) {
                if (week.ended() != null) {
                    break;
                }
                Set<Long> there = known.getOrDefault(found.entry().contentId(), Set.of());
                archived.put(found.entry().contentId(), archive(found, there, rows));
            }
            week.stop().check();
            Optional<AppendFiles> append = rows.finish();
            append.ifPresent(AppendFiles::commit);
            rows.keep();
        }
    }

    private Archived archive(Found found, Set<Long> there, ArchiveTable.Rows rows) {
        Optional<String> not = found.entry().key().unaddressable();
        if (not.isPresent() || week.options().expire() == WeeklyOptions.Expire.FALSE) {
            return Archived.nothing(not.orElse("nothing is expired in this run"));
        }
        Visit visit = new Visit(week, lake, found.entry(), Archived.OFF, Optional.empty());
        try {
            Visit.Loaded loaded = visit.load();
            Map<String, String> properties = loaded.metadata().properties();
            Set<Long> going = ExpireStep.going(loaded.table(), properties, Keep.of(week, properties), visit);
            if (going.isEmpty()) {
                return Archived.nothing("no snapshot is about to go");
            }
            for (Snapshot snapshot : loaded.metadata().snapshots()) {
                if (going.contains(snapshot.snapshotId()) && !there.contains(snapshot.snapshotId())) {
                    rows.add(found.entry(), week, snapshot);
                }
            }
            return in(going, there);
        } catch (Stop stop) {
            week.stop().check();
            return Archived.nothing(stop.reason());
        } catch (RuntimeException e) {
            return Archived.failed(visit.failure(e));
        }
    }

    private static Archived in(Set<Long> going, Set<Long> there) {
        Set<Long> before = new HashSet<>(going);
        before.retainAll(there);
        long added = (long) going.size() - before.size();
        Map<String, Long> numbers = Map.of("rows", added, "alreadyThere", (long) before.size());
        StepResult result = added == 0
                ? new StepResult(STEP, StepResult.Did.NOTHING, numbers, "all rows were there already")
                : StepResult.done(STEP, numbers, "archived");
        return new Archived(result, going);
    }

    private void failAll(List<Found> tables, String why) {
        for (Found found : tables) {
            archived.put(found.entry().contentId(), Archived.failed("the archive could not be written: " + why));
        }
    }

    private static Set<String> contentIds(List<Found> tables) {
        return tables.stream().map(found -> found.entry().contentId()).collect(Collectors.toSet());
    }

    /** No row of these tables can be older than this. */
    private static long oldestMs(List<Found> tables) {
        long oldest = Long.MAX_VALUE;
        for (Found found : tables) {
            Glance glance = found.glance();
            Long time = glance == null ? Long.valueOf(0) : glance.oldestMs();
            oldest = time == null ? oldest : Math.min(oldest, time);
        }
        return oldest == Long.MAX_VALUE ? 0 : oldest;
    }
}
