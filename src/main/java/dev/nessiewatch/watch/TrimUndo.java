// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.OutsideText;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.error.NessieConflictException;
import org.projectnessie.error.NessieNotFoundException;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.Operation;

/**
 * Puts back what stood in Nessie before a trim, which deletes no file. Only while the table is exactly what the trim left:
 * this is looked at first, and Nessie itself holds it against every other writer at the commit. The one class that writes
 * to Nessie; the service never calls it.
 */
public final class TrimUndo implements AutoCloseable {
    private static final int PAGE_SIZE = 250;
    private static final int LOG_PAGES = 20;
    private static final int NAMED_COMMITS = 5;
    private static final String AUTHOR = "nessiewatch";

    private final NessieClients clients;
    private final NessieFailures failures;
    private final NessieCommitLog log;

    /**
     * Prepares a client; asks nothing yet.
     *
     * @param uri address of Nessie's API, version 2
     * @param properties settings of the Nessie client
     * @throws IllegalArgumentException when the settings cannot be used
     */
    public TrimUndo(URI uri, Map<String, String> properties) {
        this.clients = new NessieClients(uri, properties);
        this.failures = new NessieFailures(uri);
        this.log = new NessieCommitLog(uri, properties);
    }

    /**
     * A trim that was done.
     *
     * @param orderId the order
     * @param table identity of the table
     * @param key its name in the order
     * @param commit the commit that the order signed
     */
    public record Trim(String orderId, TableId table, TableKey key, String commit) {}

    /** What an undo would do. */
    public sealed interface Plan {}

    /**
     * It can be undone now.
     *
     * @param trim what is undone
     * @param head HEAD when it was looked at
     * @param trimmed what the trim left, which is there still
     * @param before what stood there before
     */
    public record Ready(Trim trim, String head, TableContent trimmed, TableContent before) implements Plan {}

    /** What became of an undo. */
    public sealed interface Outcome {}

    /** It was undone in this commit. */
    public record Done(String commit) implements Outcome {}

    /** Nothing was changed. One line: what is in the way, and what to do. */
    public record Refused(String why) implements Plan, Outcome {}

    /** Looks whether a trim can be undone; changes nothing. */
    public Plan plan(Trim trim) {
        try {
            CommitLog.At head = new CommitLog.At(
                    trim.table().reference(), log.head(trim.table().reference()));
            List<Commit> since = new ArrayList<>();
            if (!isTracedBack(head, trim, since)) {
                return new Refused(
                        "The log of " + name(head.reference()) + " does not lead back to commit " + trim.commit()
                                + " of order " + trim.orderId() + ": it was reassigned or cut, or is more than "
                                + PAGE_SIZE * LOG_PAGES + " commits further");
            }
            return since.isEmpty() ? weigh(head, trim) : overtaken(trim, since);
        } catch (CommitLogException e) {
            return new Refused(e.getMessage());
        }
    }

    /** Undoes it. Nessie refuses when the table was changed by anyone after it was looked at. */
    public Outcome carryOut(Ready plan) {
        Trim trim = plan.trim();
        String reference = trim.table().reference();
        try (NessieApiV2 nessie = clients.open()) {
            String commit = nessie.commitMultipleOperations()
                    .branchName(reference)
                    .hash(plan.head())
                    .commitMeta(meta(trim))
                    .operation(Operation.Put.of(NessieModel.key(trim.key()), content(plan)))
                    .commit()
                    .getHash();
            return new Done(String.valueOf(commit));
        } catch (NessieConflictException e) {
            return new Refused("Another writer was faster: " + trim.key().display() + " on " + name(reference)
                    + " is not what it was a moment ago; nothing was undone");
        } catch (NessieNotFoundException | RuntimeException e) {
            // The client has no common type for what goes wrong outside; nothing but the client runs in here.
            CommitLogException failure = failures.unavailable("the commit that undoes order " + trim.orderId(), e);
            return new Refused(
                    failure.getMessage() + " If the answer was lost, the commit may be there all the same: run"
                            + " the command again with --dry-run");
        }
    }

    @Override
    public void close() {
        log.close();
    }

    /** Collects the commits to the table since its trim; false when the log does not lead back to it. */
    private boolean isTracedBack(CommitLog.At head, Trim trim, List<Commit> since) throws CommitLogException {
        if (head.hash().equals(trim.commit())) {
            return true;
        }
        String trouble = new LogWalk(log, PAGE_SIZE, LOG_PAGES).walk(head, trim.commit(), commit -> {
            if (touches(commit, trim)) {
                since.add(commit);
            }
            return null;
        });
        return trouble == null;
    }

    private Plan weigh(CommitLog.At head, Trim trim) throws CommitLogException {
        CommitLog.At at = new CommitLog.At(head.reference(), trim.commit());
        List<Commit> newest = log.commits(at, CommitLog.Cut.first(1)).items();
        Commit signed = newest.isEmpty() ? null : newest.get(0);
        if (signed == null || !trim.orderId().equals(signed.meta().orderId()) || signed.parent() == null) {
            return new Refused("Commit " + trim.commit() + " is not signed with order " + trim.orderId()
                    + "; the ledger and Nessie do not belong together");
        }
        TableContent trimmed = content(at, trim);
        TableContent now = content(head, trim);
        TableContent before = content(new CommitLog.At(head.reference(), signed.parent()), trim);
        if (trimmed == null || before == null || before.snapshotId() != trimmed.snapshotId()) {
            return new Refused("Commit " + trim.commit() + " is no trim of "
                    + trim.key().display() + ": it did more than shorten its list");
        }
        // The log may hide what a commit did; the content cannot.
        return trimmed.equals(now)
                ? new Ready(trim, head.hash(), trimmed, before)
                : new Refused(trim.key().display() + " was changed after commit " + trim.commit()
                        + ", by commits whose operations Nessie does not show; nothing was undone");
    }

    private @Nullable TableContent content(CommitLog.At at, Trim trim) throws CommitLogException {
        TableEntry entry = log.table(at, trim.key());
        return entry != null && entry.contentId().equals(trim.table().contentId()) ? entry.content() : null;
    }

    private static boolean touches(Commit commit, Trim trim) {
        List<LogOperation> operations = commit.operations() == null ? List.of() : commit.operations();
        return operations.stream()
                .anyMatch(operation -> operation.key().equals(trim.key())
                        || (operation instanceof LogOperation.PutTable put
                                && put.contentId().equals(trim.table().contentId())));
    }

    private static Refused overtaken(Trim trim, List<Commit> since) {
        if (since.stream()
                .anyMatch(commit -> trim.orderId().equals(commit.meta().undoneOrderId()))) {
            return new Refused("Order " + trim.orderId() + " was undone already: " + named(since));
        }
        return new Refused(trim.key().display() + " was committed to after commit " + trim.commit()
                + ", which an undo would lose: " + named(since) + ". Nothing was undone");
    }

    /** Newest first. */
    private static String named(List<Commit> commits) {
        String shown =
                commits.stream().limit(NAMED_COMMITS).map(TrimUndo::words).collect(Collectors.joining(", "));
        int more = commits.size() - NAMED_COMMITS;
        return more > 0 ? shown + ", and " + more + " more" : shown;
    }

    private static String words(Commit commit) {
        Commit.Meta meta = commit.meta();
        String operation = meta.undoneOrderId() != null ? "undo" : meta.operation();
        String by = meta.authors().isEmpty() ? "somebody" : meta.authors().get(0);
        return "commit " + commit.hash() + " by " + name(by) + (operation == null ? "" : " (" + name(operation) + ")")
                + (meta.at() == null ? "" : " at " + meta.at());
    }

    private static CommitMeta meta(Trim trim) {
        return CommitMeta.builder()
                .message("nessiewatch undo " + trim.orderId())
                .author(AUTHOR)
                .putProperties("application-type", AUTHOR)
                .putProperties("app-id", Commit.UNDO_SIGNATURE + trim.orderId())
                .build();
    }

    private static IcebergTable content(Ready plan) {
        TableContent before = plan.before();
        return IcebergTable.of(
                before.metadataLocation(),
                before.snapshotId(),
                before.schemaId(),
                before.specId(),
                before.sortOrderId(),
                plan.trim().table().contentId());
    }

    private static String name(String text) {
        return OutsideText.one(text, 200);
    }
}
