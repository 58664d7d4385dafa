// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.backtest;

import dev.nessiewatch.decide.Rule;
import dev.nessiewatch.metadata.Census;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.metadata.ExpiryPreview;
import dev.nessiewatch.metadata.ExpiryTerms;
import dev.nessiewatch.metadata.Preview;
import dev.nessiewatch.metadata.SnapshotHistory;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The snapshot list of a recorded table while it is replayed: snapshots come at their time, and go by expiry. */
final class SimulatedList {
    private final Recording recording;
    private final SnapshotHistory history;
    private final Heads heads;
    private final int[] byTime;
    private final BitSet alive = new BitSet();
    private int arrived;
    private int size;

    SimulatedList(Recording recording, Heads heads) {
        this.recording = recording;
        this.history = recording.history();
        this.heads = heads;
        this.byTime = IntStream.range(0, history.size())
                .boxed()
                .sorted(Comparator.comparingLong(history::timeMs))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** Time of the next snapshot; {@link Long#MAX_VALUE} after the last one. */
    long nextMs() {
        return arrived < byTime.length ? history.timeMs(byTime[arrived]) : Long.MAX_VALUE;
    }

    /** Lets the snapshots come that are due. */
    void arriveUntil(long ms) {
        while (nextMs() <= ms) {
            alive.set(byTime[arrived++]);
            size++;
        }
    }

    int size() {
        return size;
    }

    /** Decoded bytes of the file: what is beside the snapshots, and for each of them its share. */
    long bytes() {
        Census.Bytes bytes = recording.census().bytes();
        return bytes.decoded()
                - bytes.snapshots()
                - bytes.statistics()
                + share(bytes.snapshots())
                + share(bytes.statistics());
    }

    boolean isOver(Rule.Limits limits) {
        return size > limits.snapshots() || bytes() > limits.bytes();
    }

    BitSet alive() {
        return alive;
    }

    /** The list as expiry would see it. */
    SnapshotHistory historyAt(long ms) {
        return history.part(alive.stream().toArray(), heads.at(ms, alive));
    }

    /** Removes what an expiry with these terms removes. */
    Preview expire(ExpiryTerms terms) {
        int[] places = alive.stream().toArray();
        Preview preview = ExpiryPreview.of(history.part(places, heads.at(terms.nowMs(), alive)), terms);
        for (int i = 0; i < places.length; i++) {
            if (preview.removes(i)) {
                alive.clear(places[i]);
                size--;
            }
        }
        return preview;
    }

    /** What the watcher would measure now. */
    CensusOutcome.Counted measure(long ms) {
        SnapshotHistory now = historyAt(ms);
        Census census = recording.census();
        Census.Bytes bytes = census.bytes();
        long snapshotBytes = share(bytes.snapshots());
        long statisticsBytes = share(bytes.statistics());
        long other = bytes.decoded() - bytes.snapshots() - bytes.statistics();
        return new CensusOutcome.Counted(
                recording.location(),
                new Census(
                        census.formatVersion(),
                        census.tableUuid(),
                        Long.toString(heads.mainAt(ms, alive)),
                        false,
                        new Census.Bytes(
                                bytes(),
                                bytes(),
                                snapshotBytes,
                                bytes.schemas(),
                                statisticsBytes,
                                bytes.logs(),
                                bytes.refs(),
                                bytes.properties(),
                                other - bytes.schemas() - bytes.logs() - bytes.refs() - bytes.properties()),
                        snapshots(now),
                        census.refs(),
                        census.schemas(),
                        (int) share(census.statistics()),
                        census.gcEnabled(),
                        census.maintenance(),
                        census.flags()),
                now);
    }

    /** No forecast asks for the shares of main and of others, so all are counted as main's. */
    private static Census.Snapshots snapshots(SnapshotHistory now) {
        int parentless = 0;
        long oldest = Long.MAX_VALUE;
        long newest = Long.MIN_VALUE;
        for (int i = 0; i < now.size(); i++) {
            parentless += now.parent(i) == SnapshotHistory.NONE ? 1 : 0;
            oldest = Math.min(oldest, now.timeMs(i));
            newest = Math.max(newest, now.timeMs(i));
        }
        boolean none = now.size() == 0;
        return new Census.Snapshots(
                now.size(), now.size(), 0, 0, parentless, none ? null : oldest, none ? null : newest);
    }

    private long share(long ofAll) {
        return Math.round(ofAll * (size / (double) history.size()));
    }
}
