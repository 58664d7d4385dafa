// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import java.net.URI;
import java.util.ArrayList;
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
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.Namespace;
import org.projectnessie.model.Operation;

/** What a writer does to a catalog, by Nessie's own client alone. Tables are named within the namespace {@code ns}. */
record Catalog(NessieApiV2 api) implements AutoCloseable {
    /** Connects, and makes the namespace on main. */
    static Catalog of(URI uri) throws BaseNessieClientServerException {
        Catalog catalog = new Catalog(NessieClientBuilder.createClientBuilderFromSystemSettings(
                        NessieClientConfigSources.mapConfigSource(Map.of("nessie.uri", uri.toString())))
                .build(NessieApiV2.class));
        catalog.commit("main", List.of(Operation.Put.of(ContentKey.of("ns"), Namespace.of("ns"))));
        return catalog;
    }

    /** A new branch at a commit. */
    void branch(String name, String hash) throws BaseNessieClientServerException {
        api.createReference()
                .sourceRefName("main")
                .reference(Branch.of(name, hash))
                .create();
    }

    void deleteBranch(String name) throws BaseNessieClientServerException {
        api.deleteBranch().branchName(name).hash(head(name)).delete();
    }

    /** Moves a branch to any commit. */
    void assign(String name, String hash) throws BaseNessieClientServerException {
        api.assignBranch()
                .branchName(name)
                .hash(head(name))
                .assignTo(Detached.of(hash))
                .assign();
    }

    /** Merges all of one branch into another, as one commit. */
    void merge(String from, String into) throws BaseNessieClientServerException {
        api.mergeRefIntoBranch()
                .branchName(into)
                .hash(head(into))
                .fromRefName(from)
                .fromHash(head(from))
                .merge();
    }

    String head(String reference) throws BaseNessieClientServerException {
        return String.valueOf(api.getReference().refName(reference).get().getHash());
    }

    /** Puts tables in one commit; a table that exists keeps its content id. */
    String put(String reference, Map<String, String> locations) throws BaseNessieClientServerException {
        Map<ContentKey, Content> there = api.getContent()
                .refName(reference)
                .keys(locations.keySet().stream().map(Catalog::key).toList())
                .get();
        List<Operation> puts = new ArrayList<>();
        locations.forEach((name, location) ->
                puts.add(Operation.Put.of(key(name), table(location, there.get(key(name))))));
        return commit(reference, puts);
    }

    String put(String reference, String name, String location) throws BaseNessieClientServerException {
        return put(reference, Map.of(name, location));
    }

    void drop(String reference, String name) throws BaseNessieClientServerException {
        commit(reference, List.of(Operation.Delete.of(key(name))));
    }

    /** Renames in one commit; the content id stays. */
    void rename(String reference, String from, String to) throws BaseNessieClientServerException {
        Content content = content(reference, from);
        if (content == null) {
            throw new AssertionError("No " + from + " on " + reference);
        }
        commit(reference, List.of(Operation.Delete.of(key(from)), Operation.Put.of(key(to), content)));
    }

    /** Commits the same content again. */
    void touch(String reference, String name) throws BaseNessieClientServerException {
        Content content = content(reference, name);
        if (content != null) {
            commit(reference, List.of(Operation.Put.of(key(name), content)));
        }
    }

    @Nullable
    Content content(String reference, String name) throws BaseNessieClientServerException {
        return api.getContent().refName(reference).key(key(name)).get().get(key(name));
    }

    @Override
    public void close() {
        api.close();
    }

    private String commit(String reference, List<Operation> operations) throws BaseNessieClientServerException {
        return String.valueOf(api.commitMultipleOperations()
                .branchName(reference)
                .hash(head(reference))
                .commitMeta(CommitMeta.fromMessage("faults"))
                .operations(operations)
                .commit()
                .getHash());
    }

    private static IcebergTable table(String location, @Nullable Content before) {
        IcebergTable table = IcebergTable.of(location, 3, 0, 0, 0);
        return before == null ? table : table.withId(before.getId());
    }

    private static ContentKey key(String name) {
        return ContentKey.of("ns", name);
    }
}
