// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.event.Departure;
import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.event.SnapshotCounts;
import dev.nessiewatch.lake.Position;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.metadata.CensusReads;
import dev.nessiewatch.watch.Activity;
import dev.nessiewatch.watch.AtHead;
import dev.nessiewatch.watch.Poll;
import dev.nessiewatch.watch.TableChange;
import dev.nessiewatch.watch.TablesAtHead;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Turns table changes into records: reads the metadata that is new, carries over what is not. */
final class Measuring {
    private static final Logger LOG = Logger.getLogger(Measuring.class);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(10);
    private static final Duration LAST_RETRY = Duration.ofMinutes(10);
    /** Tables tried again in one turn, so that a store that is down is not asked for all of them at once. */
    private static final int RETRIES_PER_TURN = 20;

    private final CensusReads reads;
    private final TablesAtHead heads;
    private final Clocks clocks;
    private final Map<TableId, Retry> retries = new HashMap<>();

    Measuring(CensusReads reads, TablesAtHead heads, Clocks clocks) {
        this.reads = reads;
        this.heads = heads;
        this.clocks = clocks;
    }

    /** Records that belong into one transaction. */
    record Batch(long sequence, List<SnapshotCount> counts, List<Departure> departures) {
        static final Batch EMPTY = new Batch(0, List.of(), List.of());
    }

    /**
     * The records of one advance.
     *
     * @param progress told each time a file was read
     */
    Batch measure(Poll.Advanced advanced, long sequence, TailMemory memory, Runnable progress)
            throws InterruptedException {
        List<Departure> departures = new ArrayList<>();
        List<SnapshotCounts.Found> toRead = new ArrayList<>();
        List<SnapshotCount> counts = new ArrayList<>();
        for (TableChange change : advanced.changes()) {
            if (change instanceof TableChange.Left left) {
                retries.remove(left.table());
                departures.add(departure(left, advanced, sequence));
                continue;
            }
            SnapshotCounts.Found found = found((TableChange.Changed) change, advanced, sequence);
            SnapshotCount last = memory.last(found.table());
            if (((TableChange.Changed) change).contentChanged() || last == null) {
                toRead.add(found);
            } else {
                counts.add(SnapshotCounts.renamed(last, found));
            }
        }
        counts.addAll(read(toRead, memory, progress));
        return new Batch(sequence, counts, departures);
    }

    /** Records of tables that could not be read before, where reading now comes to something else. */
    Batch measureAgain(Position position, TailMemory memory, Runnable progress) throws InterruptedException {
        long sequence = memory.nextSequence(position.reference());
        List<SnapshotCounts.Found> due = new ArrayList<>();
        for (SnapshotCount count : memory.unreadable()) {
            if (due.size() < RETRIES_PER_TURN
                    && count.table().reference().equals(position.reference())
                    && isDue(count)) {
                due.add(again(count, position, sequence));
            }
        }
        List<SnapshotCount> changed = new ArrayList<>();
        for (SnapshotCount count : read(due, memory, progress)) {
            SnapshotCount last = memory.last(count.id());
            if (last == null || kind(last) != kind(count)) {
                changed.add(count);
            }
        }
        return new Batch(sequence, changed, List.of());
    }

    private List<SnapshotCount> read(List<SnapshotCounts.Found> toRead, TailMemory memory, Runnable progress)
            throws InterruptedException {
        List<CensusReads.Request> requests = toRead.stream()
                .map(found -> new CensusReads.Request(
                        found.content().metadataLocation(), found.content().snapshotId()))
                .toList();
        return reads.readAll(requests, progress, (index, outcome) -> counted(toRead.get(index), outcome, memory));
    }

    private SnapshotCount counted(SnapshotCounts.Found found, CensusOutcome outcome, TailMemory memory) {
        SnapshotCount last = memory.last(found.table());
        SnapshotCount count = SnapshotCounts.measured(
                last, found, lookedAtAgain(found, outcome), clocks.wall().instant());
        note(last, count);
        return count;
    }

    /**
     * A newest metadata file that is not there is data loss; a file that a newer commit replaced and cleaned away is
     * nothing of the kind. HEAD tells which.
     */
    private CensusOutcome lookedAtAgain(SnapshotCounts.Found found, CensusOutcome outcome) {
        if (!(outcome instanceof CensusOutcome.Unreadable trouble) || trouble.kind() != CensusOutcome.Kind.MISSING) {
            return outcome;
        }
        AtHead head = heads.find(found.table(), found.key());
        boolean same = head instanceof AtHead.Found there
                && there.content().metadataLocation().equals(found.content().metadataLocation());
        if (same) {
            return outcome;
        }
        return new CensusOutcome.Unreadable(
                trouble.location(),
                CensusOutcome.Kind.UNAVAILABLE,
                trouble.location() + " was replaced by a newer commit while it was to be read; the newer one is next",
                null);
    }

    private void note(@Nullable SnapshotCount last, SnapshotCount count) {
        SnapshotCount.Unreadable trouble = count.unreadable();
        if (trouble == null) {
            if (retries.remove(count.id()) != null || (last != null && last.unreadable() != null)) {
                LOG.infof("%s can be read again", count.table().name());
            }
            return;
        }
        Retry before = retries.get(count.id());
        Duration pause = before == null ? FIRST_RETRY : before.pause().multipliedBy(2);
        pause = pause.compareTo(LAST_RETRY) > 0 ? LAST_RETRY : pause;
        retries.put(count.id(), new Retry(clocks.steady().instant(), pause));
        if (last == null || kind(last) != trouble.kind()) {
            LOG.log(
                    trouble.kind() == CensusOutcome.Kind.MISSING ? Logger.Level.ERROR : Logger.Level.WARN,
                    count.table().name() + " on " + count.table().reference() + " cannot be measured (" + trouble.kind()
                            + "): " + trouble.message());
        }
    }

    private boolean isDue(SnapshotCount count) {
        SnapshotCount.Unreadable trouble = count.unreadable();
        if (trouble == null || !trouble.kind().isTransient()) {
            return false;
        }
        Retry retry = retries.get(count.id());
        return retry == null || Spell.isOver(retry.since(), clocks.steady().instant(), retry.pause());
    }

    private static CensusOutcome.@Nullable Kind kind(SnapshotCount count) {
        return count.unreadable() == null ? null : count.unreadable().kind();
    }

    private static SnapshotCounts.Found found(TableChange.Changed change, Poll.Advanced advanced, long sequence) {
        Activity activity = change.activity();
        return new SnapshotCounts.Found(
                change.table(),
                change.key(),
                change.content(),
                new SnapshotCount.Commits(
                        sequence,
                        advanced.fromCommit(),
                        advanced.toCommit(),
                        activity.newestCommitAt(),
                        activity.commits(),
                        activity.writers(),
                        activity.applications(),
                        activity.operations(),
                        activity.signatures()),
                advanced.reconciled() != null);
    }

    /** The same commits as before: nothing new was committed, only read. */
    private static SnapshotCounts.Found again(SnapshotCount count, Position position, long sequence) {
        SnapshotCount.Commits before = count.commits();
        return new SnapshotCounts.Found(
                count.id(),
                count.table().key(),
                count.content(),
                new SnapshotCount.Commits(
                        sequence,
                        position.hash(),
                        position.hash(),
                        before.newestCommitAt(),
                        0,
                        before.writers(),
                        before.applications(),
                        before.operations(),
                        before.signatures()),
                false);
    }

    private Departure departure(TableChange.Left left, Poll.Advanced advanced, long sequence) {
        return new Departure(
                left.table(),
                left.key(),
                left.reason().name(),
                sequence,
                advanced.fromCommit(),
                advanced.toCommit(),
                clocks.wall().instant());
    }

    private record Retry(Instant since, Duration pause) {}
}
