// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nessiewatch.metadata.Census;
import dev.nessiewatch.metadata.CensusOutcome.Counted;
import dev.nessiewatch.metadata.CensusOutcome.Unreadable;
import dev.nessiewatch.metadata.Preview;
import java.io.PrintWriter;

/** One JSON object per line: a contract that other programs read. Ids are strings. */
final class InspectJson implements InspectReport {
    private final PrintWriter out;

    InspectJson(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void counted(Counted counted, Preview preview) {
        Census census = counted.census();
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("location", counted.location());
        root.put("formatVersion", census.formatVersion());
        root.put("tableUuid", census.tableUuid());
        root.put("currentSnapshotId", census.currentSnapshotId());
        root.put("gzip", census.gzip());
        bytes(root.putObject("bytes"), census.bytes());
        snapshots(root.putObject("snapshots"), census.snapshots(), preview);
        root.putObject("refs")
                .put("branches", census.refs().branches())
                .put("tags", census.refs().tags());
        root.put("gcEnabled", census.gcEnabled());
        ArrayNode flags = root.putArray("flags");
        census.flags().forEach(flag -> flags.add(flag.name()));
        print(root);
    }

    @Override
    public void unreadable(Unreadable unreadable) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("location", unreadable.location());
        root.putObject("error")
                .put("kind", unreadable.kind().name())
                .put("message", unreadable.message())
                .put("offset", unreadable.offset());
        print(root);
    }

    private static void bytes(ObjectNode node, Census.Bytes bytes) {
        node.put("stored", bytes.stored())
                .put("decoded", bytes.decoded())
                .put("snapshots", bytes.snapshots())
                .put("schemas", bytes.schemas())
                .put("statistics", bytes.statistics())
                .put("logs", bytes.logs())
                .put("refs", bytes.refs())
                .put("properties", bytes.properties())
                .put("other", bytes.other());
    }

    private static void snapshots(ObjectNode node, Census.Snapshots snapshots, Preview preview) {
        node.put("total", snapshots.total())
                .put("onMain", snapshots.onMain())
                .put("onOtherRefs", snapshots.onOtherRefs())
                .put("unreferenced", snapshots.unreferenced())
                .put("oldestMs", snapshots.oldestMs())
                .put("newestMs", snapshots.newestMs())
                .put("removable", preview.removable())
                .put("floor", preview.floor().total());
    }

    private void print(ObjectNode node) {
        out.println(node);
    }
}
