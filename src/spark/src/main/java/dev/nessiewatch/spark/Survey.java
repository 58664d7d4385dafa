// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import dev.nessiewatch.spark.WeeklyLake.Entered;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * A look at everything on the branch before anything is done: who is to be maintained, in which order, and who keeps files
 * where. Excluded tables are looked at too, because their files may lie inside another table's folder.
 */
final class Survey {
    private static final int READERS = 8;
    private static final int TRIES = 3;

    private final List<Found> tables;
    private final int excluded;
    private final Places places;
    private final @Nullable String blind;

    private Survey(List<Found> tables, int excluded, Places places, @Nullable String blind) {
        this.tables = tables;
        this.excluded = excluded;
        this.places = places;
        this.blind = blind;
    }

    /**
     * A table to be maintained.
     *
     * @param entry where and which it is
     * @param glance what its metadata file holds; null when that could not be read
     * @param problem why it could not be read; empty when it was
     */
    record Found(Entered entry, @Nullable Glance glance, String problem) {
        int snapshots() {
            return glance == null ? 0 : glance.snapshots();
        }
    }

    /** Reads every table's metadata file, several at once. */
    static Survey of(WeeklyLake.Listing listing, WeeklyOptions options, FileIO files, StopSignal stop) {
        Places places = new Places();
        listing.otherFiles().forEach(file -> places.addFolderOf("content that is no table (" + file + ")", file));
        List<Found> wanted = new ArrayList<>();
        String blind = null;
        for (Found found : read(listing.tables(), files, stop)) {
            String owner = owner(found.entry());
            places.addFolderOf(owner, found.entry().metadataLocation());
            if (found.glance() == null) {
                blind = owner + " cannot be read, so that nobody knows where its files are: " + found.problem();
            } else {
                places.add(owner, found.glance().places());
            }
            if (!options.excludes(found.entry().key())) {
                wanted.add(found);
            }
        }
        wanted.sort(Comparator.comparingInt(Found::snapshots)
                .reversed()
                .thenComparing(found -> found.entry().key().display()));
        return new Survey(wanted, listing.tables().size() - wanted.size(), places, blind);
    }

    /** Tables to be maintained, the longest snapshot list first. */
    List<Found> tables() {
        return List.copyOf(tables);
    }

    /** How many tables are left alone by their name. */
    int excluded() {
        return excluded;
    }

    /** Why orphans of a table cannot be told from files of others; empty when they can. */
    Optional<String> sharedGround(Entered table) {
        if (blind != null) {
            return Optional.of(blind);
        }
        return places.neighbour(owner(table))
                .map(other -> "its folders and those of " + other + " are shared or lie inside each other");
    }

    private static String owner(Entered table) {
        return table.key().display();
    }

    private static List<Found> read(List<Entered> tables, FileIO files, StopSignal stop) {
        ExecutorService readers = Executors.newFixedThreadPool(READERS);
        try {
            List<Future<Found>> reading = tables.stream()
                    .map(table -> readers.submit(() -> look(table, files, stop)))
                    .toList();
            List<Found> found = new ArrayList<>();
            for (Future<Found> future : reading) {
                found.add(future.get());
            }
            return found;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Stop(Outcome.FAILED, "interrupted while the tables were read");
        } catch (ExecutionException e) {
            throw new Stop(Outcome.FAILED, Words.oneLine(e.getCause() == null ? e : e.getCause()));
        } finally {
            readers.shutdownNow();
        }
    }

    private static Found look(Entered table, FileIO files, StopSignal stop) {
        String problem = "";
        for (int tried = 0; tried < TRIES; tried++) {
            stop.check();
            try {
                return new Found(
                        table,
                        Glance.at(files.newInputFile(table.metadataLocation()).newStream()),
                        "");
            } catch (Exception e) {
                problem = Words.oneLine(e);
            }
        }
        return new Found(table, null, problem);
    }
}
