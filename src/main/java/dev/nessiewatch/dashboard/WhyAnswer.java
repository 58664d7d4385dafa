// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.dashboard;

import dev.nessiewatch.decide.Board;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds a table by its name and answers why it was launched or held. */
final class WhyAnswer {
    private WhyAnswer() {}

    /**
     * An answer.
     *
     * @param status HTTP status
     * @param text plain lines
     */
    record Answer(int status, String text) {}

    static Answer of(Board board, @Nullable String table, @Nullable String reference) {
        if (table == null || table.isBlank()) {
            return new Answer(400, "Which table? Give its name as it is shown, such as /api/why?table=reports.daily\n");
        }
        List<Board.Row> named = board.rows().stream()
                .filter(row -> row.key().display().equals(table)
                        || String.join(".", row.key().elements()).equals(table))
                .filter(row -> reference == null || row.table().reference().equals(reference))
                .toList();
        if (named.isEmpty()) {
            return new Answer(
                    404,
                    "No decision about a table of this name: it is not watched, or not measured yet. /api/tables lists"
                            + " those that are.\n");
        }
        return new Answer(
                200, named.stream().map(row -> row.explanation().text()).collect(Collectors.joining("\n")));
    }
}
