// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.OutsideText;
import dev.nessiewatch.lake.TableKey;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.error.NessieNotFoundException;
import org.projectnessie.error.NessieReferenceNotFoundException;
import org.projectnessie.model.Content;
import org.projectnessie.model.DiffResponse;
import org.projectnessie.model.EntriesResponse;
import org.projectnessie.model.FetchOption;
import org.projectnessie.model.LogResponse;
import org.projectnessie.model.Reference;
import org.projectnessie.model.ReferencesResponse;

/**
 * A commit log read through Nessie's REST API, version 2. Safe for several threads. Asks once and has time limits; an
 * answer that stalls half way counts as none.
 */
public final class NessieCommitLog implements CommitLog, CommitDiff, AutoCloseable {
    /** What stands before the first commit in every Nessie server so far. */
    private static final String NO_ANCESTOR = "2e1cfa82b035c26cbbbdae632cea070514eb8b773f616aaeaf668e2f0be8f10d";

    private final NessieClients clients;
    private final NessieFailures failures;
    private @Nullable NessieApiV2 client;
    private boolean closed;
    private volatile @Nullable String noAncestor;

    /**
     * Prepares a client; asks nothing yet.
     *
     * @throws IllegalArgumentException when the settings cannot be used
     */
    public NessieCommitLog(NessieConfig config) {
        this(config.uri(), config.properties());
    }

    /**
     * The same for a command line.
     *
     * @param uri address of Nessie's REST API, version 2
     * @param properties settings passed to the Nessie client as they are
     * @throws IllegalArgumentException when the settings cannot be used
     */
    public NessieCommitLog(URI uri, Map<String, String> properties) {
        this.clients = new NessieClients(uri, properties);
        this.failures = new NessieFailures(uri);
        this.client = clients.open();
    }

    @Override
    public String head(String reference) throws CommitLogException {
        String what = "HEAD of '" + OutsideText.one(reference, 200) + "'";
        try {
            Reference now =
                    ask(what, api -> api.getReference().refName(reference).get());
            return hashOf(now, what);
        } catch (NessieReferenceNotFoundException e) {
            throw failures.referenceMissing(reference);
        }
    }

    @Override
    public Page<Commit> commits(At at, Cut page) throws CommitLogException {
        String what = "the log of " + words(at);
        LogResponse response = pinned(
                at,
                what,
                api -> api.getCommitLog()
                        .refName(at.reference())
                        .hashOnRef(at.hash())
                        .fetch(FetchOption.ALL)
                        .maxRecords(page.size())
                        .pageToken(page.token())
                        .get());
        List<Commit> commits =
                response.getLogEntries().stream().map(NessieModel::commit).toList();
        return new Page<>(commits, response.isHasMore() ? following(page, response.getToken(), what) : null);
    }

    @Override
    public Page<TableEntry> tables(At at, Cut page) throws CommitLogException {
        String what = "the entries of " + words(at);
        EntriesResponse response = pinned(
                at,
                what,
                api -> api.getEntries()
                        .refName(at.reference())
                        .hashOnRef(at.hash())
                        .withContent(true)
                        .maxRecords(page.size())
                        .pageToken(page.token())
                        .get());
        List<TableEntry> tables = new ArrayList<>(response.getEntries().size());
        for (EntriesResponse.Entry entry : response.getEntries()) {
            if (Content.Type.ICEBERG_TABLE.equals(entry.getType())) {
                TableKey key = NessieModel.key(entry.getName());
                TableEntry table = NessieModel.table(key, entry.getContent());
                if (table == null) {
                    // Left out, it would look like a dropped table.
                    throw failures.incomplete(what, "the content of table " + key.display());
                }
                tables.add(table);
            }
        }
        return new Page<>(tables, response.isHasMore() ? following(page, response.getToken(), what) : null);
    }

    @Override
    public @Nullable TableEntry table(At at, TableKey key) throws CommitLogException {
        String what = "table " + key.display() + " at " + words(at);
        Map<?, Content> contents = pinned(
                at,
                what,
                api -> api.getContent()
                        .refName(at.reference())
                        .hashOnRef(at.hash())
                        .key(NessieModel.key(key))
                        .get());
        return NessieModel.table(key, contents.get(NessieModel.key(key)));
    }

    @Override
    public Page<TableDiff> diff(At from, String toHash, Cut page) throws CommitLogException {
        String what = "the difference from " + words(from) + " to " + toHash;
        DiffResponse response = pinned(
                from,
                what,
                api -> api.getDiff()
                        .fromRefName(from.reference())
                        .fromHashOnRef(from.hash())
                        .toRefName(from.reference())
                        .toHashOnRef(toHash)
                        .maxRecords(page.size())
                        .pageToken(page.token())
                        .get());
        List<TableDiff> diffs = new ArrayList<>();
        for (DiffResponse.DiffEntry entry : response.getDiffs()) {
            TableKey key = NessieModel.key(entry.getKey());
            TableDiff diff =
                    new TableDiff(key, NessieModel.table(key, entry.getFrom()), NessieModel.table(key, entry.getTo()));
            if (!Objects.equals(diff.before(), diff.after())) {
                diffs.add(diff);
            }
        }
        return new Page<>(diffs, response.isHasMore() ? following(page, response.getToken(), what) : null);
    }

    @Override
    public Page<String> references(Cut page) throws CommitLogException {
        String what = "the list of references";
        try {
            ReferencesResponse response = ask(
                    what,
                    api -> api.getAllReferences()
                            .fetch(FetchOption.MINIMAL)
                            .maxRecords(page.size())
                            .pageToken(page.token())
                            .get());
            List<String> names =
                    response.getReferences().stream().map(Reference::getName).toList();
            return new Page<>(names, response.isHasMore() ? following(page, response.getToken(), what) : null);
        } catch (NessieReferenceNotFoundException e) {
            throw failures.unavailable(what, e);
        }
    }

    @Override
    public String noAncestorHash() {
        String known = noAncestor;
        if (known != null) {
            return known;
        }
        try {
            String told = ask("its configuration", api -> api.getConfig().getNoAncestorHash());
            if (told != null) {
                noAncestor = told;
                return told;
            }
        } catch (CommitLogException | NessieReferenceNotFoundException e) {
            return NO_ANCESTOR;
        }
        return NO_ANCESTOR;
    }

    @Override
    public synchronized void close() {
        closed = true;
        discard();
    }

    private <T> T pinned(At at, String what, Question<T> question) throws CommitLogException {
        try {
            return ask(what, question);
        } catch (NessieReferenceNotFoundException e) {
            throw failures.hashUnreadable(at);
        }
    }

    /** One request. Nessie's own "no such reference" is passed on; its meaning depends on what was asked. */
    private <T> T ask(String what, Question<T> question) throws CommitLogException, NessieReferenceNotFoundException {
        NessieApiV2 api = client();
        try {
            return question.ask(api);
        } catch (NessieReferenceNotFoundException e) {
            throw e;
        } catch (NessieNotFoundException | RuntimeException e) {
            // The client has no common type for what goes wrong outside; nothing but the client runs in here.
            if (NessieFailures.isAboutIdentity(e)) {
                // A client whose token could not be renewed may never try again; a new one does.
                discard();
            }
            throw failures.unavailable(what, e);
        }
    }

    private synchronized NessieApiV2 client() {
        if (closed) {
            throw new IllegalStateException("The Nessie client is closed");
        }
        if (client == null) {
            client = clients.open();
        }
        return client;
    }

    private synchronized void discard() {
        if (client != null) {
            client.close();
            client = null;
        }
    }

    private String hashOf(Reference reference, String what) throws CommitLogException {
        String hash = reference.getHash();
        if (hash == null) {
            throw failures.incomplete(what, "a hash");
        }
        return hash;
    }

    /** The token of the next page, which must lead on: a server that repeats itself would be read for ever. */
    private String following(Cut page, @Nullable String token, String what) throws CommitLogException {
        if (token == null || token.equals(page.token())) {
            throw failures.incomplete(what, "a usable token of the next page");
        }
        return token;
    }

    private static String words(At at) {
        return "'" + OutsideText.one(at.reference(), 200) + "' at " + at.hash();
    }

    /** What to ask the client. */
    @FunctionalInterface
    private interface Question<T> {
        T ask(NessieApiV2 api) throws NessieNotFoundException;
    }
}
