// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.ManifestLists;
import dev.nessiewatch.metadata.MetadataAccessException;
import dev.nessiewatch.metadata.MetadataConfig;
import dev.nessiewatch.metadata.MetadataSource;
import dev.nessiewatch.metadata.MetadataSources;
import dev.nessiewatch.watch.NessieConfig;
import dev.nessiewatch.watch.TrimUndo;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code undo}: puts the snapshot list back that a trim shortened. A trim deletes no file, so the table's earlier metadata
 * still says the truth, as long as nothing was committed to the table since.
 */
@Command(
        name = "undo",
        description =
                "Puts back the snapshot list that a trim shortened, while nothing was committed to the table since.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:done, or with --dry-run: can be done", "1:refused or failed", "2:wrong usage"})
public final class UndoCommand implements Callable<Integer> {
    /** Kafka's client tells of every connection; a field, because a logger that nobody holds forgets its level. */
    private static final Logger KAFKA = Logger.getLogger("org.apache.kafka");

    /** Clean-up takes the oldest files first, so these tell whether it was there. */
    private static final int OLDEST_LOOKED_AT = 100;

    private final PrintWriter out;
    private final PrintWriter err;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before call().
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("unused") // Picocli acts on it.
    private final HelpOption help = new HelpOption();

    @Mixin
    private final NessieOptions nessieOptions = new NessieOptions();

    @Mixin
    private final KafkaOptions kafkaOptions = new KafkaOptions();

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(names = "--dry-run", description = "Says what would be done, and changes nothing.")
    private boolean dryRun;

    @Parameters(paramLabel = "ORDER", description = "Id of the order, as the verdict and the ledger tell it.")
    @SuppressWarnings("NullAway.Init")
    private String orderId;

    /**
     * @param out what was done
     * @param err why nothing was
     */
    public UndoCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    /** Undoes the order; 0 when done, else 1. */
    @Override
    public Integer call() {
        KAFKA.setLevel(Level.SEVERE);
        OrderOnLedger.Answer answer =
                OrderOnLedger.find(orderId, kafkaOptions.clients(settings()), kafkaOptions.topicPrefix(settings()));
        if (answer instanceof OrderOnLedger.Missing missing) {
            return refuse(missing.why());
        }
        OrderOnLedger.Found found = (OrderOnLedger.Found) answer;
        String obstacle = obstacle(found);
        if (obstacle != null) {
            return refuse(obstacle);
        }
        try (TrimUndo undo = nessie()) {
            TrimUndo.Plan plan = undo.plan(trim(found.entry()));
            return plan instanceof TrimUndo.Refused no ? refuse(no.why()) : carryOut(undo, (TrimUndo.Ready) plan);
        }
    }

    private int carryOut(TrimUndo undo, TrimUndo.Ready plan) {
        CensusOutcome outcome = read(plan.before());
        if (outcome instanceof CensusOutcome.Unreadable unreadable) {
            return refuse("The metadata before the trim cannot be read any more: " + unreadable.message());
        }
        String gone = gone(plan.before());
        if (gone != null) {
            return refuse(gone);
        }
        int snapshots = ((CensusOutcome.Counted) outcome).census().snapshots().total();
        out.println("Order " + orderId + " trimmed " + plan.trim().key().display() + " on "
                + plan.trim().table().reference() + " in commit " + plan.trim().commit() + "; nothing was committed to"
                + " the table since.");
        out.println("Before it, the list held " + snapshots + " snapshots, in "
                + plan.before().metadataLocation());
        if (dryRun) {
            out.println("Dry run: nothing was changed.");
            return 0;
        }
        TrimUndo.Outcome done = undo.carryOut(plan);
        if (done instanceof TrimUndo.Refused no) {
            return refuse(no.why());
        }
        out.println("It does so again, as of commit " + ((TrimUndo.Done) done).commit() + ".");
        out.println("The service decides anew about the table when its cool-down is over; exclude or freeze it when the"
                + " list is to stay.");
        return 0;
    }

    /** Why an order cannot be undone, as far as the ledger tells; null when it does not. */
    private static @Nullable String obstacle(OrderOnLedger.Found found) {
        LedgerEntry entry = found.entry();
        LedgerEntry.Verdict verdict = entry.verdict();
        String id = "Order " + entry.order().id();
        if (!entry.order().mode().equals("trim")) {
            return id + " was no trim but mode " + entry.order().mode()
                    + ": its run deleted files, so it cannot be undone";
        }
        if (verdict == null) {
            return id + " is still open (" + entry.phase() + "); it can be undone when its verdict is there";
        }
        if (verdict.signedCommit() == null) {
            return id + " made no commit (" + verdict.kind() + "), so there is nothing to undo";
        }
        if (found.last().isOpen()) {
            return "Order " + found.last().order().id() + " of the same table is open ("
                    + found.last().phase() + "); wait for its verdict";
        }
        return null;
    }

    private static TrimUndo.Trim trim(LedgerEntry entry) {
        LedgerEntry.Verdict verdict = entry.verdict();
        String commit = verdict == null ? null : verdict.signedCommit();
        return new TrimUndo.Trim(entry.order().id(), entry.id(), entry.order().key(), String.valueOf(commit));
    }

    /** A list whose file is gone must not be put back: the table could not be read at all then. */
    private CensusOutcome read(TableContent before) {
        try (MetadataSource source = MetadataSources.of(store.over(settings().section(MetadataConfig.class)))) {
            return new CensusReader(source, CensusLimits.DEFAULT).read(before.metadataLocation(), before.snapshotId());
        }
    }

    /** Why snapshots of the list could not be read if it were put back; null when the oldest ones can. */
    private @Nullable String gone(TableContent before) {
        try (MetadataSource source = MetadataSources.of(store.over(settings().section(MetadataConfig.class)))) {
            List<String> missing = new ManifestLists(source, CensusLimits.DEFAULT)
                    .missing(before.metadataLocation(), OLDEST_LOOKED_AT);
            return missing.isEmpty()
                    ? null
                    : "Files of the trimmed snapshots are gone, " + missing.get(0) + " for one ("
                            + missing.size() + " of the " + OLDEST_LOOKED_AT
                            + " oldest): remove_orphan_files or nessie-gc was there since. The list would name snapshots"
                            + " that nobody can read, so it is not put back";
        } catch (MetadataAccessException e) {
            return "Whether the files of the trimmed snapshots are still there cannot be told: " + e.getMessage();
        }
    }

    private TrimUndo nessie() {
        try {
            NessieConfig nessie = nessieOptions.nessie(settings());
            return new TrimUndo(nessie.uri(), nessie.properties());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--nessie-uri: " + e.getMessage(), e);
        }
    }

    private CommandSettings settings() {
        return new CommandSettings(spec.commandLine());
    }

    private int refuse(String why) {
        err.println("nessiewatch undo: " + OneLine.of(Advice.inOptions(why)));
        err.flush();
        out.flush();
        return 1;
    }
}
