// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.confirm;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.ExpiryPreview;
import dev.nessiewatch.metadata.ExpiryTerms;
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

    /** What the order's cut-off would remove of a history, now. */
    public int removable(ExpiryOrder order, CensusOutcome.Counted counted) {
        ExpiryTerms terms = new ExpiryTerms(order.cutoff().toEpochMilli(), order.retainLast(), clock.millis());
        return ExpiryPreview.of(counted.history(), terms).removable();
    }

    private SignedCommit measured(String hash, @Nullable TableContent content, ExpiryOrder order) {
        if (content == null) {
            return new SignedCommit.Seen(hash, null, null);
        }
        if (census.read(content.metadataLocation(), content.snapshotId()) instanceof CensusOutcome.Counted counted) {
            return new SignedCommit.Seen(hash, counted.census().snapshots().total(), removable(order, counted));
        }
        return new SignedCommit.Seen(hash, null, null);
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
        boolean later = trouble.kind() == CensusOutcome.Kind.UNAVAILABLE;
        return new Reading.NotMeasured(
                later ? Confirmation.Reason.UNAVAILABLE : Confirmation.Reason.UNREADABLE, trouble.message());
    }

    private static Reading notFound(AtHead at, TableId table, TableKey key) {
        if (at instanceof AtHead.Unavailable unavailable) {
            return new Reading.NotMeasured(Confirmation.Reason.UNAVAILABLE, unavailable.message());
        }
        if (at instanceof AtHead.Gone gone) {
            return new Reading.NotMeasured(Confirmation.Reason.GONE, gone.why());
        }
        return new Reading.NotMeasured(
                Confirmation.Reason.GONE,
                "The reference " + table.reference() + " of " + key.display() + " does not exist any more");
    }

    private static boolean fileIsGone(Reading reading) {
        return reading instanceof Reading.NotMeasured not && not.reason() == Confirmation.Reason.UNREADABLE;
    }
}
