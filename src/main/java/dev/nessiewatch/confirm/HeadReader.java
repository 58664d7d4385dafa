// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.confirm;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.ExpiryPreview;
import dev.nessiewatch.metadata.ExpiryTerms;
import dev.nessiewatch.metadata.SnapshotHistory;
import dev.nessiewatch.watch.AtHead;
import dev.nessiewatch.watch.Signed;
import dev.nessiewatch.watch.TablesAtHead;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/** Measures one table at HEAD: Nessie is asked, and the file it names is counted. */
public final class HeadReader {
    /** How often HEAD is asked again when the file it named was gone: each commit may replace the file. */
    private static final int LOOKS = 3;

    private final TablesAtHead heads;
    private final CensusReader census;
    private final Clock clock;

    public HeadReader(TablesAtHead heads, CensusReader census, Clock clock) {
        this.heads = heads;
        this.census = census;
        this.clock = clock;
    }

    /** The table at HEAD. */
    public Reading read(TableId table, TableKey lastKnownKey) {
        Reading reading = look(table, lastKnownKey);
        for (int i = 1; i < LOOKS && fileIsGone(reading); i++) {
            reading = look(table, lastKnownKey);
        }
        return reading;
    }

    /** Whether an order has committed, as its signature in the log tells. */
    public SignedCommit signed(ExpiryOrder order) {
        Signed signed =
                heads.findSigned(order.table(), order.id(), order.before().head());
        if (signed instanceof Signed.Found found) {
            return measured(found.hash(), found.content(), order);
        }
        if (signed instanceof Signed.Unavailable unavailable) {
            return new SignedCommit.Unknown(unavailable.message());
        }
        if (signed instanceof Signed.Inconclusive inconclusive) {
            return new SignedCommit.Unknown(inconclusive.why());
        }
        return new SignedCommit.NotSeen();
    }

    /** A list measured against an order's cut-off. */
    public Against against(ExpiryOrder order, CensusOutcome.Counted counted) {
        long cutoffMs = order.cutoff().toEpochMilli();
        SnapshotHistory history = counted.history();
        int older = 0;
        for (int i = 0; i < history.size(); i++) {
            older += history.timeMs(i) < cutoffMs ? 1 : 0;
        }
        ExpiryTerms terms = new ExpiryTerms(cutoffMs, order.retainLast(), clock.millis());
        return new Against(
                counted.census().snapshots().total(),
                older,
                ExpiryPreview.of(history, terms).removable());
    }

    /**
     * A list against an order's cut-off.
     *
     * @param snapshots length of the list
     * @param older snapshots older than the cut-off, kept ones included
     * @param removable what the cut-off would remove now
     */
    public record Against(int snapshots, int older, int removable) {}

    private SignedCommit measured(String hash, @Nullable TableContent content, ExpiryOrder order) {
        if (content == null) {
            return new SignedCommit.Seen(hash, null);
        }
        if (census.read(content.metadataLocation(), content.snapshotId()) instanceof CensusOutcome.Counted counted) {
            return new SignedCommit.Seen(hash, against(order, counted));
        }
        return new SignedCommit.Seen(hash, null);
    }

    private Reading look(TableId table, TableKey lastKnownKey) {
        AtHead at = heads.find(table, lastKnownKey);
        if (!(at instanceof AtHead.Found found)) {
            return notFound(at, table, lastKnownKey);
        }
        CensusOutcome outcome =
                census.read(found.content().metadataLocation(), found.content().snapshotId());
        if (outcome instanceof CensusOutcome.Counted counted) {
            return new Reading.Measured(found.hash(), found.key(), counted);
        }
        CensusOutcome.Unreadable trouble = (CensusOutcome.Unreadable) outcome;
        boolean away = trouble.kind() == CensusOutcome.Kind.UNAVAILABLE;
        return new Reading.NotMeasured(
                away ? Confirmation.Reason.UNAVAILABLE : Confirmation.Reason.UNREADABLE,
                trouble.message(),
                trouble.kind().isTransient());
    }

    private static Reading notFound(AtHead at, TableId table, TableKey key) {
        if (at instanceof AtHead.Unavailable unavailable) {
            return new Reading.NotMeasured(Confirmation.Reason.UNAVAILABLE, unavailable.message(), true);
        }
        if (at instanceof AtHead.Gone gone) {
            return new Reading.NotMeasured(Confirmation.Reason.GONE, gone.why(), false);
        }
        return new Reading.NotMeasured(
                Confirmation.Reason.GONE,
                "The reference " + table.reference() + " of " + key.display() + " does not exist any more",
                false);
    }

    private static boolean fileIsGone(Reading reading) {
        return reading instanceof Reading.NotMeasured not
                && not.reason() == Confirmation.Reason.UNREADABLE
                && not.later();
    }
}
