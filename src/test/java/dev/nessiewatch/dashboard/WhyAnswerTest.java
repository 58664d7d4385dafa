// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.decide.Board;
import dev.nessiewatch.decide.Decision;
import dev.nessiewatch.decide.Explanation;
import dev.nessiewatch.decide.Outcome;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class WhyAnswerTest {
    private final Board board = new Board();

    @Test
    void answersWithTheTextOfTheDecision() {
        Explanation daily = decided("id-1", "main", TableKey.of("reports", "daily"));

        assertThat(WhyAnswer.of(board, "reports.daily", null))
                .isEqualTo(new WhyAnswer.Answer(200, daily.text()))
                .satisfies(answer -> assertThat(TableRow.of(row("id-1", "main")).explanation())
                        .isEqualTo(answer.text()));
    }

    @Test
    void takesANameAsItIsShownOrJoinedByDots() {
        Explanation odd = decided("id-1", "main", TableKey.of("reports", "daily sums"));

        assertThat(WhyAnswer.of(board, "reports.\"daily sums\"", null).text()).isEqualTo(odd.text());
        assertThat(WhyAnswer.of(board, "reports.daily sums", null).text()).isEqualTo(odd.text());
    }

    @Test
    void answersForEachBranchUnlessOneIsNamed() {
        decided("id-1", "main", TableKey.of("reports", "daily"));
        Explanation branch = decided("id-1", "feature/x", TableKey.of("reports", "daily"));

        assertThat(WhyAnswer.of(board, "reports.daily", null).text())
                .contains("reports.daily on main: ")
                .contains("reports.daily on feature/x: ");
        assertThat(WhyAnswer.of(board, "reports.daily", "feature/x").text()).isEqualTo(branch.text());
    }

    @Test
    void saysWhenItKnowsNoSuchTable() {
        assertThat(WhyAnswer.of(board, "reports.none", null).status()).isEqualTo(404);
        assertThat(WhyAnswer.of(board, " ", null).status()).isEqualTo(400);
        assertThat(WhyAnswer.of(board, null, null).status()).isEqualTo(400);
    }

    private Board.Row row(String contentId, String reference) {
        return board.row(new TableId(contentId, reference)).orElseThrow();
    }

    private Explanation decided(String contentId, String reference, TableKey key) {
        Decision decision = new Decision.Hold(
                new TableId(contentId, reference), key, Outcome.PAUSED, "Why.", "Next.", List.of(), false);
        Explanation explanation = new Explanation(decision, List.of(new Explanation.Fact("List", "7 snapshots")));
        board.note(new Board.Row(
                new TableId(contentId, reference),
                key,
                Outcome.PAUSED,
                false,
                new Board.Size(7, 7_000, Instant.EPOCH),
                () -> explanation));
        return explanation;
    }
}
