// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.decide.Board;
import dev.nessiewatch.decide.Standing;
import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.observe.TableFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

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
        Standing standing = row.standing();
        return new TableFigures(
                row.table(),
                row.key(),
                standing.excluded(),
                new TableFigures.Size(
                        row.size().snapshots(), row.size().decodedBytes(), standing.limitShare(), standing.hardShare()),
                new TableFigures.Outlook(
                        standing.perDay(),
                        secondsTo(standing.crossing(), now),
                        standing.beforeWeekly(),
                        standing.floor(),
                        standing.floorShare()),
                new TableFigures.State(
                        row.outcome().name(),
                        row.urgent(),
                        standing.breakerOpen(),
                        standing.badEnds(),
                        standing.badKind(),
                        standing.resurrected(),
                        standing.unreadable()));
    }

    private static double secondsTo(@Nullable Instant crossing, Instant now) {
        return crossing == null
                ? Double.POSITIVE_INFINITY
                : Math.max(0, Duration.between(now, crossing).toSeconds());
    }
}
