// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.dashboard;

import dev.nessiewatch.decide.Board;
import dev.nessiewatch.decide.Decision;
import dev.nessiewatch.decide.Explanation;
import java.time.Instant;
import java.util.List;

/**
 * One table as the API shows it.
 *
 * @param name display name
 * @param key elements of its key
 * @param reference branch
 * @param contentId Nessie content id
 * @param snapshots length of the list
 * @param decodedBytes size of the metadata file, decoded
 * @param outcome the last decision in one word
 * @param why its inputs and arithmetic in plain words
 * @param next what happens next, and who does it
 * @param also other outcomes that would hold the table too
 * @param urgent whether a person has to look
 * @param decidedAt when it was decided
 * @param explanation all of it in plain lines, as {@code nessiewatch why} prints it
 */
public record TableRow(
        String name,
        List<String> key,
        String reference,
        String contentId,
        int snapshots,
        long decodedBytes,
        String outcome,
        String why,
        String next,
        List<String> also,
        boolean urgent,
        Instant decidedAt,
        String explanation) {
    static TableRow of(Board.Row row) {
        Explanation explanation = row.explanation();
        Decision decision = explanation.decision();
        return new TableRow(
                decision.key().display(),
                decision.key().elements(),
                decision.table().reference(),
                decision.table().contentId(),
                row.size().snapshots(),
                row.size().decodedBytes(),
                decision.outcome().name(),
                decision.why(),
                decision.next(),
                decision.also().stream().map(Enum::name).toList(),
                decision.urgent(),
                row.size().decidedAt(),
                explanation.text());
    }
}
