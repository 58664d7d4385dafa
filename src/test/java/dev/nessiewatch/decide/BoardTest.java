// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoardTest {
    private final Board board = new Board();

    @Test
    void tellsWhatWasDecidedBefore() {
        Board.Row first = row("a", Outcome.QUEUED, 10);
        Board.Row second = row("a", Outcome.RUN_OPEN, 11);

        assertThat(board.note(first)).isEmpty();
        assertThat(board.note(second)).contains(first);
        assertThat(board.row(id("a"))).contains(second);
        assertThat(board.row(id("b"))).isEmpty();
    }

    @Test
    void theLongestListComesFirstThenTheName() {
        board.note(row("b", Outcome.QUEUED, 10));
        board.note(row("c", Outcome.QUEUED, 99));
        board.note(row("a", Outcome.QUEUED, 10));

        assertThat(board.rows()).extracting(row -> row.key().last()).containsExactly("c", "a", "b");
    }

    @Test
    void countsEveryOutcomeAlsoThoseOfNoTable() {
        board.note(row("a", Outcome.QUEUED, 1));
        board.note(row("b", Outcome.QUEUED, 1));
        board.note(row("c", Outcome.UNREADABLE, 1));
        board.forget(id("b"));

        assertThat(board.byOutcome())
                .hasSize(Outcome.values().length)
                .containsEntry("QUEUED", 1)
                .containsEntry("UNREADABLE", 1)
                .containsEntry("LAUNCH", 0);
    }

    private static TableId id(String name) {
        return new TableId("id-" + name, "main");
    }

    private static Board.Row row(String name, Outcome outcome, int snapshots) {
        Decision decision =
                new Decision.Hold(id(name), TableKey.of("ns", name), outcome, "why", "next", List.of(), false);
        return new Board.Row(
                decision.table(),
                decision.key(),
                decision.outcome(),
                decision.urgent(),
                new Board.Size(snapshots, 1, Instant.EPOCH),
                () -> new Explanation(decision, List.of()));
    }
}
