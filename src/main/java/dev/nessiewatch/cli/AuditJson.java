// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nessiewatch.metadata.CensusOutcome;
import java.io.PrintWriter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One JSON object a table, worst first: a contract that other programs read. Times are ISO-8601 in UTC. */
final class AuditJson implements AuditReport {
    private final PrintWriter out;

    AuditJson(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void print(Audit.Found found) {
        found.tables().forEach(table -> out.println(json(found, table)));
    }

    private static ObjectNode json(Audit.Found found, AuditedTable table) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("table", table.name());
        ArrayNode key = root.putArray("key");
        table.entry().key().elements().forEach(key::add);
        root.put("contentId", table.entry().contentId());
        root.put("reference", found.reference());
        root.put("commit", found.head());
        root.put("location", table.entry().content().metadataLocation());
        if (table.measured() != null) {
            numbers(root, table.measured());
        }
        root.put("verdict", table.decision().outcome().name());
        ArrayNode also = root.putArray("also");
        table.decision().also().forEach(outcome -> also.add(outcome.name()));
        root.put("urgent", table.decision().urgent());
        root.put("why", table.decision().why());
        root.put("next", table.decision().next());
        CensusOutcome.Unreadable trouble = table.trouble();
        if (trouble != null) {
            root.putObject("error")
                    .put("kind", trouble.kind().name())
                    .put("message", trouble.message())
                    .put("offset", trouble.offset());
        }
        return root;
    }

    private static void numbers(ObjectNode root, AuditedTable.Measured measured) {
        root.put("snapshots", measured.snapshots());
        root.put("decodedBytes", measured.decodedBytes());
        root.putObject("limits")
                .put("snapshots", measured.limits().snapshots())
                .put("decodedBytes", measured.limits().bytes());
        root.put("overLimit", measured.isOver());
        root.putObject("growth")
                .put("snapshotsPerDay", tenths(measured.growth().snapshotsPerDay()))
                .put("bytesPerDay", Math.round(measured.growth().bytesPerDay()))
                .put("basis", measured.growth().basis().name());
        root.put("crossesLimitAt", text(measured.crossesAt()));
        root.putObject("weeklyRun")
                .put("startsAt", text(measured.weekly().startsAt()))
                .put("doneAt", text(measured.weekly().doneAt()))
                .put("inTime", measured.weeklyInTime());
        root.put("removableNow", measured.removable());
        root.put("floor", measured.floor());
    }

    private static double tenths(double value) {
        return Math.round(value * 10) / 10.0;
    }

    private static @Nullable String text(@Nullable Instant when) {
        return when == null ? null : when.toString();
    }
}
