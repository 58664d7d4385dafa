// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.backtest;

import dev.nessiewatch.metadata.SnapshotHistory;
import dev.nessiewatch.metadata.SnapshotHistory.Ref;
import dev.nessiewatch.metadata.SnapshotLog;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the references of a recorded table stood at earlier moments.
 *
 * <p>Main is where the snapshot log says. Before the log begins, each new snapshot that no other branch owns was the
 * head. Another branch is thought to have grown along its own chain since it left main's; a tag to exist since its
 * snapshot does. A head that the replay has expired is skipped for the one before it.
 */
final class Heads {
    private static final String MAIN = "main";

    private final SnapshotHistory history;
    private final Map<Long, Integer> places = new HashMap<>();
    private final List<Line> lines = new ArrayList<>();
    private final Line main;

    /** One reference and its moves, ascending. */
    private record Line(Ref ref, List<Move> moves) {
        /** The newest move not after {@code ms} whose snapshot is still there; null when there is none. */
        @Nullable
        Move at(long ms, BitSet alive) {
            for (int i = lastUpTo(ms); i >= 0; i--) {
                if (alive.get(moves.get(i).place())) {
                    return moves.get(i);
                }
            }
            return null;
        }

        int lastUpTo(long ms) {
            int low = 0;
            int high = moves.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (moves.get(middle).ms() <= ms) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low - 1;
        }
    }

    private record Move(long ms, int place) {}

    Heads(Recording recording) {
        this.history = recording.history();
        for (int i = 0; i < history.size(); i++) {
            places.putIfAbsent(history.id(i), i);
        }
        Ref mainRef = history.refs().stream()
                .filter(ref -> ref.name().equals(MAIN))
                .findFirst()
                .orElse(new Ref(MAIN, SnapshotHistory.NONE, true, null, null, null));
        BitSet onMain = chain(mainRef.snapshotId());
        BitSet elsewhere = new BitSet();
        for (Ref ref : history.refs()) {
            if (!ref.name().equals(MAIN)) {
                lines.add(new Line(ref, movesOf(ref, onMain, elsewhere)));
            }
        }
        this.main = new Line(mainRef, mainMoves(recording.log(), elsewhere));
        lines.add(main);
    }

    /** The references at a moment, over the snapshots that are still there. */
    List<Ref> at(long ms, BitSet alive) {
        List<Ref> refs = new ArrayList<>();
        for (Line line : lines) {
            Move move = line.at(ms, alive);
            if (move != null) {
                Ref ref = line.ref();
                refs.add(new Ref(
                        ref.name(),
                        history.id(move.place()),
                        ref.branch(),
                        ref.minSnapshotsToKeep(),
                        ref.maxSnapshotAgeMs(),
                        ref.maxRefAgeMs()));
            }
        }
        return refs;
    }

    /** Main's head at a moment; {@link SnapshotHistory#NONE} when it has none. */
    long mainAt(long ms, BitSet alive) {
        Move move = main.at(ms, alive);
        return move == null ? SnapshotHistory.NONE : history.id(move.place());
    }

    /** Recorded moves of main in {@code (afterMs, toMs]} to an older snapshot that is no longer there. */
    int lostMoves(long afterMs, long toMs, BitSet alive) {
        int lost = 0;
        for (int i = main.lastUpTo(afterMs) + 1; i <= main.lastUpTo(toMs); i++) {
            Move move = main.moves().get(i);
            lost += history.timeMs(move.place()) < move.ms() && !alive.get(move.place()) ? 1 : 0;
        }
        return lost;
    }

    private List<Move> movesOf(Ref ref, BitSet onMain, BitSet elsewhere) {
        Integer head = places.get(ref.snapshotId());
        if (head == null) {
            return List.of();
        }
        List<Move> moves = new ArrayList<>();
        moves.add(new Move(history.timeMs(head), head));
        BitSet seen = new BitSet();
        Integer at = head;
        while (ref.branch() && at != null && !onMain.get(at) && !seen.get(at)) {
            seen.set(at);
            elsewhere.set(at);
            if (!at.equals(head)) {
                moves.add(new Move(history.timeMs(at), at));
            }
            at = places.get(history.parent(at));
        }
        moves.sort(Comparator.comparingLong(Move::ms));
        return List.copyOf(moves);
    }

    private List<Move> mainMoves(SnapshotLog log, BitSet elsewhere) {
        List<Move> moves = new ArrayList<>();
        long logged = Long.MAX_VALUE;
        for (SnapshotLog.Entry entry : log.entries()) {
            Integer place = places.get(entry.snapshotId());
            if (place != null) {
                // The log is kept in milliseconds of the same commit; a head cannot be older than its snapshot.
                moves.add(new Move(Math.max(entry.timeMs(), history.timeMs(place)), place));
                logged = Math.min(logged, entry.timeMs());
            }
        }
        for (int i = 0; i < history.size(); i++) {
            if (history.timeMs(i) < logged && !elsewhere.get(i)) {
                moves.add(new Move(history.timeMs(i), i));
            }
        }
        moves.sort(Comparator.comparingLong(Move::ms));
        return List.copyOf(moves);
    }

    private BitSet chain(long headId) {
        BitSet chain = new BitSet();
        Integer at = places.get(headId);
        while (at != null && !chain.get(at)) {
            chain.set(at);
            at = places.get(history.parent(at));
        }
        return chain;
    }
}
