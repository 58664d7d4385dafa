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
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TablesResourceTest {
    private static final int TABLES = 1_000;

    /** The words of one table are some KB; those of all at once were more than the heap of a small pod. */
    @Test
    void theWordsOfATableAreMadeWhenItsRowIsWritten() {
        AtomicInteger made = new AtomicInteger();
        Board board = new Board();
        for (int i = 0; i < TABLES; i++) {
            board.note(row(i, made));
        }

        List<TableRow> rows = new TablesResource(board).tables();
        assertThat(rows).hasSize(TABLES);
        assertThat(made).hasValue(0);

        Iterator<TableRow> written = rows.iterator();
        assertThat(written.next().snapshots()).isEqualTo(TABLES - 1);
        assertThat(written.next().snapshots()).isEqualTo(TABLES - 2);
        assertThat(made).hasValue(2);
    }

    private static Board.Row row(int number, AtomicInteger made) {
        TableId id = new TableId("id-" + number, "main");
        TableKey key = TableKey.of("reports", "daily" + number);
        return new Board.Row(
                id, key, Outcome.PAUSED, false, new Board.Size(number, 1_000L * number, Instant.EPOCH), () -> {
                    made.incrementAndGet();
                    Decision decision = new Decision.Hold(id, key, Outcome.PAUSED, "Why.", "Next.", List.of(), false);
                    return new Explanation(decision, List.of());
                });
    }
}
