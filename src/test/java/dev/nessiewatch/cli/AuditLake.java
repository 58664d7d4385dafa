// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.testing.RegularMetadata;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.projectnessie.client.NessieClientBuilder;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.client.config.NessieClientConfigSources;
import org.projectnessie.error.BaseNessieClientServerException;
import org.projectnessie.model.Branch;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.Content;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.IcebergView;
import org.projectnessie.model.Namespace;
import org.projectnessie.model.Operation;

/** Tables of every sort on a real Nessie server, their metadata files written by hand. */
record AuditLake(NessieApiV2 api, Path folder) implements AutoCloseable {
    /** A Thursday; the weekly run comes on Sunday, 03:00. */
    static final Instant NOW = Instant.parse("2026-12-03T10:00:00Z");

    static final String HOSTILE = "evil\u202e \"x.y\" | drop@main\u2028 ";

    static AuditLake on(URI uri, Path folder) {
        NessieApiV2 api = NessieClientBuilder.createClientBuilderFromSystemSettings(
                        NessieClientConfigSources.mapConfigSource(Map.of("nessie.uri", uri.toString())))
                .build(NessieApiV2.class);
        return new AuditLake(api, folder);
    }

    /** All sorts at once: growing, calm, guarded, missing, cut, hostile names, a view, a leftover. */
    void fill() throws BaseNessieClientServerException {
        put(ContentKey.of("sales"), Namespace.of("sales"));
        Instant last = NOW.minusSeconds(600);
        table("orders", new RegularMetadata().snapshots(1200, last, Duration.ofMinutes(30)));
        table("clicks", new RegularMetadata().snapshots(400, last, Duration.ofMinutes(15)));
        table("calm", new RegularMetadata().snapshots(20, last, Duration.ofDays(2)));
        table(
                "guarded",
                new RegularMetadata()
                        .snapshots(520, last, Duration.ofHours(1))
                        .replaced()
                        .property("gc.enabled", "false"));
        table(HOSTILE, new RegularMetadata().snapshots(3, last, Duration.ofDays(1)));
        table("orders__dbt_tmp", new RegularMetadata().snapshots(900, last, Duration.ofMinutes(1)));
        put(ContentKey.of("sales", "gone"), IcebergTable.of(file("gone").toString(), 1, 0, 0, 0));
        String whole =
                new RegularMetadata().snapshots(50, last, Duration.ofHours(1)).text();
        RegularMetadata.write(file("cut"), whole.substring(0, whole.length() / 2));
        put(ContentKey.of("sales", "cut"), IcebergTable.of(file("cut").toString(), 1, 0, 0, 0));
        RegularMetadata.write(file("not_a_table"), "{\"view-uuid\":\"v\",\"format-version\":1,\"versions\":[]}");
        put(
                ContentKey.of("sales", "not_a_table"),
                IcebergTable.of(file("not_a_table").toString(), 1, 0, 0, 0));
        put(ContentKey.of("sales", "daily"), IcebergView.of(file("daily").toString(), 1, 0));
    }

    void table(String name, RegularMetadata metadata) throws BaseNessieClientServerException {
        Path file = metadata.write(file(name.equals(HOSTILE) ? "hostile" : name));
        put(ContentKey.of("sales", name), IcebergTable.of(file.toString(), metadata.currentId(), 0, 0, 0));
    }

    void drop(String name) throws BaseNessieClientServerException {
        api.commitMultipleOperations()
                .branch(branch())
                .commitMeta(CommitMeta.fromMessage("test"))
                .operation(Operation.Delete.of(ContentKey.of("sales", name)))
                .commit();
    }

    Path file(String name) {
        return folder.resolve(name + ".metadata.json");
    }

    void put(ContentKey key, Content content) throws BaseNessieClientServerException {
        api.commitMultipleOperations()
                .branch(branch())
                .commitMeta(CommitMeta.fromMessage("test"))
                .operations(List.of(Operation.Put.of(key, content)))
                .commit();
    }

    private Branch branch() throws BaseNessieClientServerException {
        return (Branch) api.getReference().refName("main").get();
    }

    @Override
    public void close() {
        api.close();
    }
}
