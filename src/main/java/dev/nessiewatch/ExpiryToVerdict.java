// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.launch.Launched;
import dev.nessiewatch.launch.Launcher;
import dev.nessiewatch.launch.ObserveLauncher;
import dev.nessiewatch.launch.RunState;
import dev.nessiewatch.launch.WeeklyRun;
import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.verify.ExpiryVerifier;
import dev.nessiewatch.verify.Verdict;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * The third door: from open orders to verdicts. Each order is taken one step further from whatever phase the ledger says
 * it is in, so that a restart goes on where the last process stopped.
 */
public final class ExpiryToVerdict {
    private static final Logger LOG = Logger.getLogger(ExpiryToVerdict.class);

    private final TriggerBook book;
    private final Ledger ledger;
    private final Launcher launcher;
    private final ExpiryVerifier verifier;
    private final Meters meters;
    private final Settings settings;
    private final PhaseAges ages;
    private final Map<String, RunState.Ended> ends = new HashMap<>();
    /** What was said last of an order that does not get on, so that it is said once. */
    private final Map<String, String> said = new HashMap<>();

    /**
     * What the door is told.
     *
     * @param runDeadline how long a run may take
     * @param verifyDeadline how long an ended run may stay unmeasured
     */
    public record Settings(Duration runDeadline, Duration verifyDeadline) {}

    ExpiryToVerdict(
            TriggerBook book,
            Ledger ledger,
            Launcher launcher,
            ExpiryVerifier verifier,
            Meters meters,
            Settings settings,
            PhaseAges ages) {
        this.book = book;
        this.ledger = ledger;
        this.launcher = launcher;
        this.verifier = verifier;
        this.meters = meters;
        this.settings = settings;
        this.ages = ages;
    }

    /** Lets the launcher look after what has to be known before any order is. */
    void tend() {
        launcher.tend();
    }

    /** What the launcher sees of the weekly run. */
    WeeklyRun weekly() {
        return launcher.weekly();
    }

    /** One turn over all open orders. */
    void turn() {
        ages.retain(book.openOrders());
        for (LedgerEntry entry : book.openOrders()) {
            if (ledger.isReady()) {
                advance(entry);
            }
        }
        meters.openRuns(book.openOrders().size());
    }

    /** Takes one order a step further. */
    void advance(LedgerEntry entry) {
        Optional<ExpiryOrder> known = Orders.fromWire(entry.order());
        if (known.isEmpty()) {
            sayOnce(entry, "its mode '" + entry.order().mode() + "' is not known to this version; it is left alone");
            return;
        }
        ExpiryOrder order = known.get();
        switch (entry.phase()) {
            case INTENDED, LAUNCHED -> {
                if (!isOurs(entry)) {
                    await(entry, order);
                } else if (entry.phase() == LedgerEntry.Phase.INTENDED) {
                    launch(entry, order);
                } else {
                    follow(entry, order);
                }
            }
            case ENDED -> judge(entry, order);
            case VERIFIED -> ends.remove(order.id());
        }
    }

    private void launch(LedgerEntry entry, ExpiryOrder order) {
        Launched launched = launcher.launch(order);
        if (launched instanceof Launched.Later later) {
            if (isPast(entry, settings.runDeadline())) {
                // A create whose answer was lost may have made the run after all: HEAD tells.
                end(entry, order, "The run could not be created: " + later.why());
            } else {
                sayOnce(entry, "its run cannot be created now: " + later.why());
            }
            return;
        }
        if (launched instanceof Launched.Refused no) {
            close(entry, order, new Verdict.Failed(null, "The run was refused: " + no.why()));
            return;
        }
        Launched.Run run = (Launched.Run) launched;
        if (ledger.launched(entry, run.run())) {
            meters.launched(launcher.name());
            LOG.infof(
                    "%s %s of %s as %s (order %s): %d of %d snapshots, older than %s. %s",
                    run.adopted() ? "Found the running" : "Launched",
                    order.mode().text(),
                    order.key().display(),
                    run.run(),
                    order.id(),
                    order.predictedRemoved(),
                    order.before().snapshots(),
                    order.cutoff(),
                    order.why());
        }
    }

    /** Runs of another mode are not seen by this mode's launcher: it must neither start them again nor say how they ended. */
    private boolean isOurs(LedgerEntry entry) {
        return entry.launcher().equals(launcher.name());
    }

    /** An order of another mode: HEAD tells what became of it, once it may not commit any more. */
    private void await(LedgerEntry entry, ExpiryOrder order) {
        if (isObserved(entry) || isPast(entry, settings.runDeadline())) {
            end(entry, order, unseen(entry));
        } else {
            sayOnce(
                    entry,
                    "it was started in mode " + entry.launcher() + ", whose runs mode " + launcher.name()
                            + " does not see; HEAD is asked what became of it "
                            + settings.runDeadline().toMinutes() + " min after its start");
        }
    }

    private static boolean isObserved(LedgerEntry entry) {
        return entry.launcher().equals(ObserveLauncher.NAME);
    }

    private RunState.Ended unseen(LedgerEntry entry) {
        if (isObserved(entry)) {
            return ObserveLauncher.ENDED;
        }
        return new RunState.Ended(
                RunState.End.GONE,
                "it was started in mode " + entry.launcher() + ", whose runs mode " + launcher.name()
                        + " does not see");
    }

    private void follow(LedgerEntry entry, ExpiryOrder order) {
        RunState state = launcher.state(String.valueOf(entry.run()));
        if (state instanceof RunState.Ended ended) {
            end(entry, order, ended);
        } else if (isPast(entry, settings.runDeadline())) {
            // The order's own time limit keeps a run that still hangs from committing after this.
            end(
                    entry,
                    order,
                    "The run took longer than " + settings.runDeadline().toMinutes()
                            + " min (nessiewatch.launch.run-deadline)");
        } else if (state instanceof RunState.Unknown unknown) {
            sayOnce(entry, "its run cannot be followed now: " + unknown.why());
        }
    }

    private void end(LedgerEntry entry, ExpiryOrder order, String failure) {
        end(entry, order, new RunState.Ended(RunState.End.FAILED, failure));
    }

    private void end(LedgerEntry entry, ExpiryOrder order, RunState.Ended end) {
        ends.put(order.id(), end);
        ledger.ended(entry).ifPresent(next -> judge(next, order));
    }

    private void judge(LedgerEntry entry, ExpiryOrder order) {
        RunState.Ended ended = ends.computeIfAbsent(order.id(), id -> endOf(entry));
        Optional<Verdict> verdict = verifier.judge(order, ended);
        if (verdict.isPresent()) {
            close(entry, order, verdict.get());
        } else if (isPast(entry, settings.verifyDeadline())) {
            close(
                    entry,
                    order,
                    new Verdict.Unproven("HEAD could not be measured for "
                            + settings.verifyDeadline().toMinutes()
                            + " min after the run ended (nessiewatch.launch.verify-deadline)"));
        }
    }

    /** How a run ended that an earlier process saw end. */
    private RunState.Ended endOf(LedgerEntry entry) {
        if (entry.run() == null) {
            return new RunState.Ended(RunState.End.FAILED, "The run could not be created");
        }
        if (!isOurs(entry)) {
            return unseen(entry);
        }
        RunState state = launcher.state(entry.run());
        return state instanceof RunState.Ended ended
                ? ended
                : new RunState.Ended(RunState.End.FAILED, "The run's own word is lost");
    }

    private void close(LedgerEntry entry, ExpiryOrder order, Verdict verdict) {
        if (!ledger.verified(entry, verdict)) {
            return;
        }
        ends.remove(order.id());
        said.remove(order.id());
        int removed = verdict.measured() == null ? 0 : verdict.measured().removed();
        meters.verdict(verdict.kind(), removed);
        LOG.log(
                verdict.isBad() ? Logger.Level.ERROR : Logger.Level.INFO,
                "Verdict on order " + order.id() + " for " + order.key().display() + ": " + verdict.kind() + ". "
                        + verdict.cause());
    }

    private void sayOnce(LedgerEntry entry, String trouble) {
        String id = entry.order().id();
        if (!trouble.equals(said.put(id, trouble))) {
            LOG.warnf("Order %s for %s: %s", id, entry.order().key().display(), trouble);
        }
    }

    private boolean isPast(LedgerEntry entry, Duration deadline) {
        return ages.of(entry, ledger.isOwn(entry)).compareTo(deadline) > 0;
    }
}
