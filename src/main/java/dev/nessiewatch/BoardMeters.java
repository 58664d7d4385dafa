// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.decide.Board;
import dev.nessiewatch.decide.Standing;
import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.observe.TableFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;

/** Hands what the board holds to the meters. */
final class BoardMeters {
    private final Board board;
    private final Meters meters;

    BoardMeters(Board board, Meters meters) {
        this.board = board;
        this.meters = meters;
    }

    /** All tables as they stand now; made one at a time, as there may be many. */
    void show(Instant now) {
        meters.decided(board.byOutcome());
        meters.urgent(board.urgent());
        meters.tables(() -> {
            Iterator<Board.Row> rows = board.unsorted().iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return rows.hasNext();
                }

                @Override
                public TableFigures next() {
                    return figures(rows.next(), now);
                }
            };
        });
    }

    private static TableFigures figures(Board.Row row, Instant now) {
        Standing standing = row.explanation().standing();
        Standing.Outlook outlook = standing.outlook();
        Standing.Trouble trouble = standing.trouble();
        return new TableFigures(
                row.decision().table(),
                row.decision().key(),
                standing.excluded(),
                new TableFigures.Size(
                        row.snapshots(),
                        row.decodedBytes(),
                        standing.load().limitShare(),
                        standing.load().hardShare()),
                new TableFigures.Outlook(
                        outlook.snapshotsPerDay(),
                        secondsTo(outlook, now),
                        outlook.beforeWeekly(),
                        standing.load().floor(),
                        standing.load().floorShare()),
                new TableFigures.State(
                        row.decision().outcome().name(),
                        row.decision().urgent(),
                        trouble.breakerOpen(),
                        trouble.badEnds(),
                        trouble.badKind(),
                        trouble.resurrected(),
                        trouble.unreadable()));
    }

    private static double secondsTo(Standing.Outlook outlook, Instant now) {
        Instant crossing = outlook.crossing();
        return crossing == null
                ? Double.POSITIVE_INFINITY
                : Math.max(0, Duration.between(now, crossing).toSeconds());
    }
}
