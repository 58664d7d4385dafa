// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.verify;

import dev.nessiewatch.confirm.Confirmation;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.confirm.HeadReader;
import dev.nessiewatch.confirm.Reading;
import dev.nessiewatch.confirm.SignedCommit;
import dev.nessiewatch.launch.RunState;
import java.util.Optional;

/**
 * Judges an ended run by the table at HEAD and by the signed commit in the log; what the run says of itself only helps to
 * explain.
 */
public final class ExpiryVerifier {
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
        if (not.reason() == Confirmation.Reason.UNAVAILABLE) {
            return Optional.empty();
        }
        return Optional.of(new Verdict.Unproven("The table cannot be measured at HEAD: " + not.why()));
    }

    private Verdict committed(
            ExpiryOrder order, RunState.Ended ended, SignedCommit.Seen seen, Reading.Measured measured) {
        int atHead = heads.removable(order, measured.counted());
        int total = measured.counted().census().snapshots().total();
        int atCommit = seen.stillRemovable() == null ? atHead : seen.stillRemovable();
        int after = seen.snapshots() == null ? total : seen.snapshots();
        // A later commit may age the snapshot that was current: it was not part of the order, and is not held against
        // it.
        int left = Math.min(atHead, atCommit);
        var numbers = new Verdict.Measured(order.predictedRemoved() - left, left, after, seen.hash());
        if (atCommit == 0 && atHead > 1) {
            numbers = new Verdict.Measured(order.predictedRemoved() - atHead, atHead, after, seen.hash());
            return new Verdict.Resurrected(
                    numbers,
                    atHead + " expired snapshots are back in the list although commit " + seen.hash()
                            + " removed them: a replace that began before it brought them back, and their files are gone");
        }
        if (left > 0) {
            return new Verdict.NoEffect(
                    numbers,
                    left + " of " + order.predictedRemoved() + " snapshots are still in the list after the run");
        }
        if (ended.end() == RunState.End.CLEANUP_INCOMPLETE || ended.end() == RunState.End.FAILED) {
            return new Verdict.CleanupIncomplete(
                    numbers,
                    order.predictedRemoved() + " snapshots are gone; not all of their files were deleted ("
                            + ended.cause()
                            + "). The weekly orphan clean-up finds the rest; do not run the expiry again");
        }
        return new Verdict.Effective(
                numbers,
                order.predictedRemoved() + " of " + order.before().snapshots() + " snapshots are gone in commit "
                        + seen.hash());
    }

    private Verdict notCommitted(ExpiryOrder order, RunState.Ended ended, Reading.Measured measured) {
        int left = heads.removable(order, measured.counted());
        int total = measured.counted().census().snapshots().total();
        int gone = Math.max(0, order.predictedRemoved() - left);
        var numbers = new Verdict.Measured(gone, left, total, null);
        return switch (ended.end()) {
            case CHANGED -> new Verdict.Changed(numbers, ended.cause());
            case TOO_LATE -> new Verdict.TooLate(numbers, ended.cause());
            case FAILED, CLEANUP_INCOMPLETE -> new Verdict.Failed(numbers, ended.cause());
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
