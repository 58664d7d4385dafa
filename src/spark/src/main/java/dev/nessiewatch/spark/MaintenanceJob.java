// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import dev.nessiewatch.spark.SparkExpiry.Expired;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.nessie.NessieCatalog;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one order on one table and prints one JSON line about it on standard output; everything else goes to
 * standard error. Exit codes: {@link Outcome}, and 2 for arguments that cannot be understood.
 *
 * <p>Nothing is committed unless the table is the one ordered, no more snapshots go than ordered, and the time for a
 * commit has not passed. These are checked on the very metadata that is written, at each try. Between the commit and the
 * first deletion, and before each further batch, Nessie is asked again for other references. What remains is the time
 * between that answer and the deletion of one batch: a branch made from an older hash in that moment is not seen.
 */
public final class MaintenanceJob {
    static final int USAGE = 2;

    private static final String HELP = "--help";
    static final int TRIES = 10;
    private static final int BACK_OFF_MS = 100;

    private final Order order;
    private final Map<String, String> properties;
    private final Supplier<SparkSession> spark;
    private final CommitGuard guard;
    private final FileSweep sweep = new FileSweep();
    private final Patience patience;
    private @Nullable Integer listRead;

    /**
     * Prepares a run.
     *
     * @param spark gives the session; asked only when files are to be deleted
     */
    MaintenanceJob(Command command, Clock clock, Supplier<SparkSession> spark) {
        this(command, clock, spark, Patience.USUAL);
    }

    /**
     * Prepares a run.
     *
     * @param wait how long a Nessie that does not answer is asked again
     */
    MaintenanceJob(Command command, Clock clock, Supplier<SparkSession> spark, Duration wait) {
        this.patience = new Patience(wait);
        this.order = command.order();
        this.properties = command.catalog().signedFor(order);
        this.spark = spark;
        this.guard = new CommitGuard(order, clock);
    }

    /** Runs one order and ends the process. */
    public static void main(String[] arguments) {
        PrintStream report = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        quietLogs();
        System.exit(WeeklyCommand.isAskedFor(arguments) ? WeeklyRun.start(arguments, report) : run(arguments, report));
    }

    private static int run(String[] arguments, PrintStream report) {
        if (Arrays.asList(arguments).contains(HELP)) {
            report.println(Command.USAGE + "\n\n" + WeeklyOption.help());
            return 0;
        }
        try {
            Command command = Command.parse(arguments, System.getenv(CatalogSettings.ENVIRONMENT));
            JobReport done =
                    new MaintenanceJob(command, Clock.systemUTC(), () -> SparkExpiry.session(command.order())).run();
            report.println(done.toJson());
            return done.outcome().exitCode();
        } catch (UsageException e) {
            System.err.println(e.fault());
            System.err.println(Command.USAGE);
            return USAGE;
        }
    }

    /**
     * Carries out the order; never throws for anything that happens on the way. While nothing was tried to be committed, it is
     * begun anew when Nessie did not answer, with every check.
     */
    JobReport run() {
        JobReport done = attempt();
        while (done.outcome() == Outcome.UNAVAILABLE && guard.tried() == null && patience.waitForNext()) {
            System.err.println(done.cause() + "; asking again");
            done = attempt();
        }
        return done;
    }

    private JobReport attempt() {
        JobReport done = null;
        try (NessieReference nessie = new NessieReference(order, properties);
                NessieCatalog catalog = Hadoop.openCatalog(properties)) {
            Optional<String> earlier = nessie.signedCommit();
            Stop end = outcomeOf(() -> carryOut(catalog, nessie));
            done = proven(end, earlier, nessie);
        } catch (Stop refusal) {
            done = report(refusal, null);
        } catch (IOException | RuntimeException e) {
            // What fails while the connections are closed changes nothing about what was done.
            done = done == null ? report(unexpected(e), null) : done;
        }
        return done;
    }

    /** The order from top to bottom; each step that cannot go on throws the end of the run. */
    private Stop carryOut(NessieCatalog catalog, NessieReference nessie) {
        order.key().unaddressable().ifPresent(MaintenanceJob::refuse);
        if (order.mode() == Mode.TRIM) {
            commit(catalog, nessie, this::trim);
            return new Stop(Outcome.EXPIRED, "the list was trimmed as ordered; no file was touched");
        }
        nessie.requireOnlyReference(Outcome.REFUSED);
        Expired expired = commit(
                catalog,
                nessie,
                table -> SparkExpiry.commit(spark.get(), table, order.olderThanMs(), order.retainLast()));
        nessie.requireOnlyReference(Outcome.CLEANUP_SKIPPED);
        sweep.delete(expired.stream(), expired.io(), () -> nessie.requireOnlyReference(Outcome.CLEANUP_SKIPPED));
        return sweep.failed() == 0
                ? new Stop(Outcome.EXPIRED, "the list and its files were expired as ordered")
                : new Stop(
                        Outcome.CLEANUP_INCOMPLETE,
                        sweep.failed() + " files could not be deleted; remove_orphan_files finds them");
    }

    /**
     * Commits, and tries again when another writer was faster. Iceberg itself tries four more times each time, which is
     * not enough on a table that is written to without a pause.
     */
    private <T> T commit(NessieCatalog catalog, NessieReference nessie, Function<Table, T> commit) {
        for (int tried = 1; ; tried++) {
            Table table = loadOrdered(catalog, nessie);
            try {
                return commit.apply(table);
            } catch (CommitFailedException lost) {
                if (tried == TRIES) {
                    throw new Stop(
                            Outcome.FAILED,
                            "other writers were faster " + TRIES + " times: " + Words.oneLine(lost)
                                    + "; nothing was committed");
                }
                backOff(tried);
            }
        }
    }

    /** Loads the table if it is still the one ordered and a dry run says that it may be expired as ordered. */
    private Table loadOrdered(NessieCatalog catalog, NessieReference nessie) {
        nessie.confirmContent();
        BaseTable loaded = (BaseTable) catalog.loadTable(order.key().identifier());
        TableMetadata metadata = loaded.operations().current();
        listRead = metadata.snapshots().size();
        if (order.uuid() != null && !order.uuid().equals(metadata.uuid())) {
            refuse(order.key() + " is another table now: uuid " + metadata.uuid() + ", ordered was " + order.uuid());
        }
        guard.refuseDisabledGc(metadata.properties());
        Table table = new BaseTable(new GuardedOperations(loaded.operations(), guard), loaded.name());
        guard.allow(table.expireSnapshots()
                .expireOlderThan(order.olderThanMs())
                .retainLast(order.retainLast())
                .apply()
                .size());
        return table;
    }

    private Table trim(Table table) {
        table.expireSnapshots()
                .expireOlderThan(order.olderThanMs())
                .retainLast(order.retainLast())
                .cleanExpiredFiles(false)
                .commit();
        return table;
    }

    /** Whatever ends the run becomes its outcome, even want of memory; a run that dies after its commit says so. */
    private Stop outcomeOf(Supplier<Stop> steps) {
        Stop end;
        try {
            end = steps.get();
        } catch (Stop stop) {
            end = stop;
        } catch (NoSuchTableException e) {
            end = new Stop(Outcome.REFUSED, "there is no table " + order.key() + " on " + order.reference());
        } catch (Throwable e) {
            end = unexpected(e);
        }
        return guard.isCommitted() && !end.outcome().meansCommitted()
                ? new Stop(
                        Outcome.CLEANUP_INCOMPLETE,
                        "the list was shortened, then the clean-up failed, and remove_orphan_files must find the files"
                                + " left behind: " + end.reason())
                : end;
    }

    private Stop unexpected(Throwable e) {
        if (Patience.isNessieAway(e)) {
            return new Stop(
                    Outcome.UNAVAILABLE,
                    "Nessie does not answer at " + properties.get(CatalogProperties.URI) + ": " + Words.oneLine(e));
        }
        e.printStackTrace();
        return new Stop(Outcome.FAILED, Words.oneLine(e));
    }

    /** Looks for the signed commit, which knows better than a lost answer whether the list was shortened. */
    private JobReport proven(Stop end, Optional<String> earlier, NessieReference nessie) {
        try {
            Optional<String> signed = signedCommit(nessie);
            boolean committed = signed.isPresent() && !signed.equals(earlier);
            if (committed && !end.outcome().meansCommitted()) {
                end = new Stop(
                        Outcome.CLEANUP_INCOMPLETE,
                        "the list was shortened, but the answer to the commit was lost and files were left behind: "
                                + end.reason());
            } else if (signed.isPresent() && end.outcome() == Outcome.NOTHING) {
                end = new Stop(Outcome.NOTHING, "an earlier attempt of this order did it: " + end.reason());
            }
            return report(end, signed.orElse(null));
        } catch (RuntimeException e) {
            return report(
                    new Stop(end.outcome(), end.reason() + "; the log could not be read: " + Words.oneLine(e)), null);
        }
    }

    /** After a commit whose answer was lost the log is worth waiting for; before one, the whole run is begun anew. */
    private Optional<String> signedCommit(NessieReference nessie) {
        while (true) {
            try {
                return nessie.signedCommit();
            } catch (RuntimeException e) {
                if (guard.tried() == null || !Patience.isNessieAway(e) || !patience.waitForNext()) {
                    throw e;
                }
            }
        }
    }

    private JobReport report(Stop end, @Nullable String signedCommit) {
        CommitGuard.Change change = end.outcome().meansCommitted() ? guard.tried() : null;
        return new JobReport(
                order,
                end.outcome(),
                change == null ? 0 : change.removed(),
                change == null ? listRead : Integer.valueOf(change.before()),
                change == null ? listRead : Integer.valueOf(change.after()),
                signedCommit,
                sweep.deleted(),
                end.reason());
    }

    private static void refuse(String cause) {
        throw new Stop(Outcome.REFUSED, cause);
    }

    static void backOff(int tried) {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(BACK_OFF_MS, 1L + BACK_OFF_MS * (tried + 1L)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Stop(Outcome.FAILED, "interrupted between two tries; nothing was committed");
        }
    }

    /** Takes effect only where nobody has set up logging before: spark-submit has. */
    private static void quietLogs() {
        if (System.getProperty("log4j2.configurationFile") == null) {
            System.setProperty("log4j2.configurationFile", "classpath:dev/nessiewatch/spark/log4j2.properties");
        }
    }
}
