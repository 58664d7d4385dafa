// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.verify;

import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.confirm.HeadReader;
import dev.nessiewatch.confirm.Reading;
import dev.nessiewatch.confirm.SignedCommit;
import dev.nessiewatch.launch.RunState;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judges an ended run by the table at HEAD and by the signed commit in the log; what the run says of itself only helps to
 * explain.
 */
public final class ExpiryVerifier {
    private static final Set<RunState.End> BROKE =
            EnumSet.of(RunState.End.CLEANUP_INCOMPLETE, RunState.End.FAILED, RunState.End.UNAVAILABLE);

    private final HeadReader heads;

    public ExpiryVerifier(HeadReader heads) {
        this.heads = heads;
    }

    /** The verdict; empty when HEAD cannot be measured now and asking again may help. */
    public Optional<Verdict> judge(ExpiryOrder order, RunState.Ended ended) {
        if (ended.end() == RunState.End.OBSERVED) {
            return Optional.of(new Verdict.Observed(ended.cause()));
        }
        SignedCommit signed = heads.signed(order);
        if (signed instanceof SignedCommit.Unknown) {
            return Optional.empty();
        }
        Reading reading = heads.read(order.table(), order.key());
        if (reading instanceof Reading.NotMeasured not) {
            return unmeasured(not);
        }
        Reading.Measured measured = (Reading.Measured) reading;
        if (signed instanceof SignedCommit.Seen seen) {
            return Optional.of(committed(order, ended, seen, measured));
        }
        return Optional.of(notCommitted(order, ended, measured));
    }

    private static Optional<Verdict> unmeasured(Reading.NotMeasured not) {
        if (not.later()) {
            return Optional.empty();
        }
        return Optional.of(new Verdict.Unproven("The table cannot be measured at HEAD: " + not.why()));
    }

    private Verdict committed(
            ExpiryOrder order, RunState.Ended ended, SignedCommit.Seen seen, Reading.Measured measured) {
        HeadReader.Against head = heads.against(order, measured.counted());
        HeadReader.Against then = seen.list();
        if (then == null) {
            return committedUnseen(order, ended, seen, head);
        }
        // What is committed later is younger than the cut-off. So whatever is older at HEAD was in the order's own
        // commit,
        // kept there and perhaps free to go by now, or it was removed and has come back.
        int back = head.older() - then.older();
        if (back > 0) {
            return new Verdict.Resurrected(
                    numbers(order, head.removable(), then.snapshots(), seen.hash()),
                    back + " expired snapshots are back in the list although commit " + seen.hash()
                            + " removed them: a replace that began before it, or a person, brought them back"
                            + (order.deletesFiles() ? ", and their files are gone" : "; a trim deletes no files"));
        }
        int left = Math.min(head.removable(), then.removable());
        var numbers = numbers(order, left, then.snapshots(), seen.hash());
        if (left > 0) {
            return new Verdict.NoEffect(
                    numbers,
                    left + " of " + order.predictedRemoved() + " snapshots are still in the list after the run");
        }
        return done(order, ended, numbers);
    }

    /** The commit is there and its file is not: what a later commit set free is as many as retain-last kept, at most. */
    private static Verdict committedUnseen(
            ExpiryOrder order, RunState.Ended ended, SignedCommit.Seen seen, HeadReader.Against head) {
        if (head.removable() <= order.retainLast()) {
            return done(order, ended, numbers(order, 0, head.snapshots(), seen.hash()));
        }
        return new Verdict.Unproven(
                "Commit " + seen.hash() + " of the run is in the log, but its metadata file cannot be"
                        + " read any more, and at HEAD " + head.removable() + " snapshots are older than the cut-off");
    }

    private static Verdict done(ExpiryOrder order, RunState.Ended ended, Verdict.Measured numbers) {
        boolean broke = BROKE.contains(ended.end());
        if (broke && order.deletesFiles()) {
            return new Verdict.CleanupIncomplete(
                    numbers,
                    order.predictedRemoved() + " snapshots are gone; not all of their files were deleted ("
                            + ended.cause()
                            + "). The weekly orphan clean-up finds the rest; do not run the expiry again");
        }
        return new Verdict.Effective(
                numbers,
                order.predictedRemoved() + " of " + order.before().snapshots() + " snapshots are gone in commit "
                        + numbers.signedCommit()
                        + (order.deletesFiles()
                                ? unheard(ended)
                                : "; no file was deleted, and 'nessiewatch undo " + order.id()
                                        + "' puts the list back while nothing else is committed to the table"));
    }

    private static String unheard(RunState.Ended ended) {
        return ended.end() == RunState.End.GONE
                ? "; whether all of their files were deleted is not known (" + ended.cause()
                        + "), the weekly orphan clean-up finds what is left"
                : "";
    }

    private static Verdict.Measured numbers(ExpiryOrder order, int left, int after, @Nullable String commit) {
        return new Verdict.Measured(Math.max(0, order.predictedRemoved() - left), left, after, commit);
    }

    private Verdict notCommitted(ExpiryOrder order, RunState.Ended ended, Reading.Measured measured) {
        HeadReader.Against head = heads.against(order, measured.counted());
        int left = head.removable();
        var numbers = numbers(order, left, head.snapshots(), null);
        return switch (ended.end()) {
            case CHANGED -> new Verdict.Changed(numbers, ended.cause());
            case TOO_LATE -> new Verdict.TooLate(numbers, ended.cause());
            case FAILED, CLEANUP_INCOMPLETE -> new Verdict.Failed(numbers, ended.cause());
            case UNAVAILABLE ->
                new Verdict.Failed(numbers, "Nessie was away while the job ran: " + ended.cause(), true);
            case GONE -> new Verdict.Failed(numbers, "The run made no commit, and " + ended.cause());
            case REFUSED -> new Verdict.Failed(numbers, "The job refused: " + ended.cause());
            case DONE, OBSERVED ->
                new Verdict.NoEffect(
                        numbers,
                        left == 0
                                ? "The run made no commit of its own; what it was to remove is gone already, by another hand"
                                : "The run says that it is done, made no commit, and " + left + " of "
                                        + order.predictedRemoved() + " snapshots are still in the list");
        };
    }
}
