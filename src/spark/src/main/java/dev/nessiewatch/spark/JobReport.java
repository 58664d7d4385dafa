// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run did, as one JSON line.
 *
 * @param order the order carried out
 * @param outcome how it ended
 * @param removed snapshots that went from the list in the commit
 * @param snapshotsBefore length of the list just before the commit, or as read when there was none; null when never read
 * @param snapshotsAfter length of the list just after the commit, or as read when there was none; null when never read
 * @param signedCommit Nessie commit with the order's signature; null when none is there, or none could be looked for
 * @param deletedFiles files deleted, by kind
 * @param cause the reason in words
 */
record JobReport(
        Order order,
        Outcome outcome,
        int removed,
        @Nullable Integer snapshotsBefore,
        @Nullable Integer snapshotsAfter,
        @Nullable String signedCommit,
        Map<FileKind, Long> deletedFiles,
        String cause) {

    JobReport {
        deletedFiles = Map.copyOf(deletedFiles);
    }

    /** One JSON object without a line break. */
    String toJson() {
        ObjectNode json = new ObjectMapper().createObjectNode();
        json.put("order", order.id());
        json.put("table", order.key().display());
        json.put("mode", order.mode().word());
        json.put("outcome", outcome.name());
        json.put("removed", removed);
        json.put("snapshotsBefore", snapshotsBefore);
        json.put("snapshotsAfter", snapshotsAfter);
        json.put("signedCommit", signedCommit);
        ObjectNode files = json.putObject("deletedFiles");
        for (FileKind kind : FileKind.values()) {
            files.put(kind.inReport(), deletedFiles.getOrDefault(kind, 0L));
        }
        json.put("cause", cause);
        return json.toString();
    }
}
