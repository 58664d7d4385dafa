// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableKey;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.projectnessie.client.NessieClientBuilder;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.client.config.NessieClientConfigSources;
import org.projectnessie.error.BaseNessieClientServerException;
import org.projectnessie.model.Branch;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.Content;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.Detached;
import org.projectnessie.model.EntriesResponse;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.Operation;

/** Writes to one branch of a real Nessie server, by Nessie's own client alone. */
record NessieWriter(NessieApiV2 api, String branch) {
    static final CommitMeta META = CommitMeta.fromMessage("test");

    /** A writer of main. */
    static NessieWriter of(URI uri) {
        NessieApiV2 api = NessieClientBuilder.createClientBuilderFromSystemSettings(
                        NessieClientConfigSources.mapConfigSource(Map.of("nessie.uri", uri.toString())))
                .build(NessieApiV2.class);
        return new NessieWriter(api, "main");
    }

    NessieWriter create(String name, String hash) throws BaseNessieClientServerException {
        api.createReference()
                .sourceRefName("main")
                .reference(Branch.of(name, hash))
                .create();
        return new NessieWriter(api, name);
    }

    void assign(String hash) throws BaseNessieClientServerException {
        api.assignBranch()
                .branchName(branch)
                .hash(head())
                .assignTo(Detached.of(hash))
                .assign();
    }

    void delete() throws BaseNessieClientServerException {
        api.deleteBranch().branchName(branch).hash(head()).delete();
    }

    String head() throws BaseNessieClientServerException {
        return String.valueOf(api.getReference().refName(branch).get().getHash());
    }

    /** Puts a table of namespace ns; one that exists keeps its content id. */
    String put(String name, int version) throws BaseNessieClientServerException {
        Content before = content(name);
        IcebergTable table = before == null ? table(version, null) : table(version, before.getId());
        return commit(Operation.Put.of(key(name), table));
    }

    void rename(String from, String to) throws BaseNessieClientServerException {
        commit(Operation.Put.of(key(to), existing(from)), Operation.Delete.of(key(from)));
    }

    String commit(Operation... operations) throws BaseNessieClientServerException {
        return commit(head(), META, operations);
    }

    String commit(String expected, CommitMeta meta, Operation... operations) throws BaseNessieClientServerException {
        return String.valueOf(api.commitMultipleOperations()
                .branchName(branch)
                .hash(expected)
                .commitMeta(meta)
                .operations(List.of(operations))
                .commit()
                .getHash());
    }

    Content existing(String name) throws BaseNessieClientServerException {
        Content content = content(name);
        if (content == null) {
            throw new AssertionError("No " + name + " on " + branch);
        }
        return content;
    }

    /** Tables at HEAD whose name dbt does not use in passing. */
    Map<TableKey, FakeCommitLog.Held> tables() throws BaseNessieClientServerException {
        Map<TableKey, FakeCommitLog.Held> tables = new HashMap<>();
        List<EntriesResponse.Entry> entries =
                api.getEntries().refName(branch).withContent(true).stream().toList();
        for (EntriesResponse.Entry entry : entries) {
            TableKey key = NessieModel.key(entry.getName());
            TableEntry table = NessieModel.table(key, entry.getContent());
            if (table != null && !key.last().contains("__dbt_")) {
                tables.put(key, new FakeCommitLog.Held(table.contentId(), table.content()));
            }
        }
        return tables;
    }

    /** Without an id, the server gives one. */
    static IcebergTable table(int version, @Nullable String id) {
        IcebergTable table = IcebergTable.of(location(version), version, 0, 0, 0);
        return id == null ? table : table.withId(id);
    }

    static String location(int version) {
        return "s3://lake/" + version + ".metadata.json";
    }

    static ContentKey key(String name) {
        return ContentKey.of("ns", name);
    }

    private @Nullable Content content(String name) throws BaseNessieClientServerException {
        return api.getContent().refName(branch).key(key(name)).get().get(key(name));
    }
}
