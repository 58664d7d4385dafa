// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Turns a position in a commit log into the changes since. Never skips silently: whatever the log does not show beyond
 * doubt is found by comparing contents, and the answer says why. Nothing is remembered that the caller has not stored,
 * except how far a comparison has read, which only saves time.
 *
 * <p>For one reference at a time one thread; different references may be polled at once.
 */
public final class Tail {
    private final CommitLog log;
    private final Excludes excludes;
    private final TailLimits limits;
    private final LogWalk walk;
    private final Reconcile reconcile;
    private final Map<String, Pending> pending = new ConcurrentHashMap<>();
    private final LongAdder otherContents = new LongAdder();
    private final LongAdder excludedPuts = new LongAdder();

    /** A tail without memory of its own; it may be made anew at any time. */
    public Tail(CommitLog log, Excludes excludes, TailLimits limits) {
        this.log = log;
        this.excludes = excludes;
        this.limits = limits;
        this.walk = new LogWalk(log, limits.pageSize(), limits.logPages());
        this.reconcile = new Reconcile(log, excludes, limits);
    }

    /**
     * Looks once at a reference.
     *
     * <p>After an answer that is not complete, the caller publishes its changes, counts them as seen, stores a position
     * with the same hash, the next sequence, and {@code toCommit} as target, and asks again.
     *
     * @param reference name of the branch
     * @param position what was published last; null on the first start
     * @param seen the tables as published last at that position
     * @return what was found; failures are answers, too
     */
    public Poll poll(String reference, @Nullable Position position, LastSeen seen) {
        Pending before = pending.remove(reference);
        try {
            String head = log.head(reference);
            Look look = new Look(reference, head, position, seen);
            if (position == null) {
                return compared(look, head, new Pending(head, 0, Reconcile.Cursor.start(), "first look"));
            }
            if (position.target() != null) {
                return continued(look, position, position.target(), before);
            }
            return head.equals(position.hash()) ? new Poll.UpToDate(head) : advanced(look, position);
        } catch (CommitLogException e) {
            return failed(reference, e);
        }
    }

    /**
     * Compares contents at HEAD, whatever the log says: for the first look after a start, since the excludes may have
     * been changed, and for checking.
     *
     * @param why the reason in words
     * @return as {@link #poll}; {@code UpToDate} when HEAD is where the position is and nothing differs
     */
    public Poll compare(String reference, Position position, LastSeen seen, String why) {
        if (position.target() != null) {
            return poll(reference, position, seen);
        }
        pending.remove(reference);
        try {
            String head = log.head(reference);
            Look look = new Look(reference, head, position, seen);
            Poll.Advanced found = compared(look, head, fresh(look, head, why));
            boolean nothing = found.complete() && found.changes().isEmpty() && head.equals(position.hash());
            return nothing ? new Poll.UpToDate(head) : found;
        } catch (CommitLogException e) {
            return failed(reference, e);
        }
    }

    /** Operations in the log, since this tail was made, on contents that are not Iceberg tables; they were skipped. */
    public long otherContents() {
        return otherContents.sum();
    }

    /** Operations in the log, since this tail was made, on tables whose name is excluded; they were skipped. */
    public long excludedPuts() {
        return excludedPuts.sum();
    }

    private Poll advanced(Look look, Position position) throws CommitLogException {
        List<Commit> commits = new ArrayList<>();
        int[] operations = {0};
        String trouble = walk.walk(new CommitLog.At(look.reference(), look.head()), position.hash(), commit -> {
            commits.add(commit);
            operations[0] +=
                    commit.operations() == null ? 0 : commit.operations().size();
            return unfit(commit, operations[0]);
        });
        if (trouble != null) {
            commits.clear();
            return compared(look, look.head(), fresh(look, look.head(), trouble));
        }
        NetChanges net = new NetChanges(look.reference(), look.seen(), excludes);
        for (int i = commits.size() - 1; i >= 0; i--) {
            net.apply(commits.get(i));
        }
        otherContents.add(net.otherContents());
        excludedPuts.add(net.excludedPuts());
        return new Poll.Advanced(position.hash(), look.head(), net.changes(), true, null);
    }

    private @Nullable String unfit(Commit commit, int operations) {
        if (!commit.isVisible()) {
            return "commit " + commit.hash() + " does not show what it did";
        }
        return operations > limits.logOperations()
                ? "the commits hold more than " + limits.logOperations() + " operations"
                : null;
    }

    private Poll continued(Look look, Position position, String target, @Nullable Pending before)
            throws CommitLogException {
        Pending rest = before != null && before.follows(position)
                ? before
                : fresh(look, target, "a comparison that was cut off");
        try {
            return compared(look, target, rest);
        } catch (CommitLogException e) {
            if (e.kind() != CommitLogException.Kind.HASH_UNREADABLE) {
                throw e;
            }
            String why = "commit " + target + ", at which contents were being compared, can no longer be read";
            return compared(look, look.head(), fresh(look, look.head(), why));
        }
    }

    private Poll.Advanced compared(Look look, String target, Pending from) throws CommitLogException {
        Reconcile.Chunk chunk = reconcile.next(new CommitLog.At(look.reference(), target), look.seen(), from.cursor());
        String fromCommit =
                look.position() == null ? log.noAncestorHash() : look.position().hash();
        Reconcile.Cursor rest = chunk.rest();
        if (rest != null) {
            pending.put(look.reference(), new Pending(target, look.sequence(), rest, from.why()));
        }
        return new Poll.Advanced(fromCommit, target, chunk.changes(), rest == null, from.why());
    }

    private static Pending fresh(Look look, String target, String why) {
        return new Pending(target, look.sequence(), Reconcile.Cursor.start(), why);
    }

    private static Poll failed(String reference, CommitLogException e) {
        return e.kind() == CommitLogException.Kind.REFERENCE_MISSING
                ? new Poll.ReferenceMissing(reference)
                : new Poll.Unavailable(e.getMessage());
    }

    /** One look at a reference. */
    private record Look(
            String reference, String head, @Nullable Position position, LastSeen seen) {
        long sequence() {
            return position == null ? 0 : position.sequence();
        }
    }

    /**
     * How far a comparison has read.
     *
     * @param target commit at which contents are compared
     * @param sequence of the position when the last chunk was handed out
     * @param cursor where to go on
     * @param why what made it necessary
     */
    private record Pending(String target, long sequence, Reconcile.Cursor cursor, String why) {
        /** Whether this position says that the last chunk was published, and nothing else since. */
        boolean follows(Position position) {
            return target.equals(position.target()) && position.sequence() == sequence + 1;
        }
    }
}
