// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.confirm;

import dev.nessiewatch.confirm.Confirmation.Confirmed;
import dev.nessiewatch.confirm.Confirmation.Reason;
import dev.nessiewatch.confirm.Confirmation.Refused;
import dev.nessiewatch.decide.Draft;
import dev.nessiewatch.metadata.Census;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.metadata.Cutoffs;
import dev.nessiewatch.metadata.ExpiryPreview;
import dev.nessiewatch.metadata.ExpiryTerms;
import dev.nessiewatch.watch.References;
import dev.nessiewatch.watch.TablesAtHead;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Asks HEAD whether a launch still holds, and makes the exact order. An event is a hint only: a forged or stale one ends
 * here, because every number of an order is read from Nessie and from the table's own file.
 */
public final class Confirmer {
    private final HeadReader heads;
    private final TablesAtHead tables;
    private final Duration longestRun;
    private final Clock clock;

    /** @param longestRun how long a run may take; no run may commit later than this after it was confirmed */
    public Confirmer(HeadReader heads, TablesAtHead tables, Duration longestRun, Clock clock) {
        this.heads = heads;
        this.tables = tables;
        this.longestRun = longestRun;
        this.clock = clock;
    }

    /**
     * Confirms a launch.
     *
     * @param draft what was decided
     * @param orderId id of the order, should there be one
     */
    public Confirmation confirm(Draft draft, String orderId) {
        Optional<Refused> tooLate = tooLate(draft);
        if (tooLate.isPresent()) {
            return tooLate.get();
        }
        Optional<Refused> shared = sharedReferences(draft);
        if (shared.isPresent()) {
            return shared.get();
        }
        Reading reading = heads.read(draft.table(), draft.key());
        if (reading instanceof Reading.NotMeasured not) {
            return new Refused(not.reason(), not.why());
        }
        return weigh(draft, orderId, (Reading.Measured) reading);
    }

    private Confirmation weigh(Draft draft, String orderId, Reading.Measured measured) {
        CensusOutcome.Counted counted = measured.counted();
        Census census = counted.census();
        if (Boolean.FALSE.equals(census.gcEnabled())) {
            return new Refused(
                    Reason.GC_DISABLED, measured.key().display() + " has gc.enabled=false at HEAD; no expiry may run");
        }
        ExpiryTerms wanted = new ExpiryTerms(draft.cutoff().toEpochMilli(), draft.retainLast(), clock.millis());
        int inAll = ExpiryPreview.of(counted.history(), wanted).removable();
        if (inAll < draft.minimumBenefit()) {
            return new Refused(
                    Reason.LITTLE_BENEFIT,
                    "At HEAD an expiry of " + measured.key().display() + " removes " + inAll
                            + " snapshots, fewer than the minimum benefit of " + draft.minimumBenefit());
        }
        long cutoffMs = Cutoffs.limitedTo(counted.history(), wanted, draft.maxRemoved());
        ExpiryTerms terms = new ExpiryTerms(cutoffMs, draft.retainLast(), wanted.nowMs());
        int removable = ExpiryPreview.of(counted.history(), terms).removable();
        return new Confirmed(new ExpiryOrder(
                orderId,
                draft.table(),
                measured.key(),
                census.tableUuid(),
                ExpiryOrder.Mode.EXPIRE,
                Instant.ofEpochMilli(cutoffMs),
                draft.retainLast(),
                removable,
                commitBefore(draft),
                new ExpiryOrder.Before(
                        measured.head(),
                        counted.location(),
                        census.snapshots().total(),
                        census.bytes().decoded()),
                draft.why()));
    }

    private Optional<Refused> tooLate(Draft draft) {
        Instant limit = draft.commitBefore();
        if (limit == null || clock.instant().isBefore(limit)) {
            return Optional.empty();
        }
        return Optional.of(new Refused(
                Reason.TOO_LATE,
                "The window to expire " + draft.key().display() + " closed at " + limit
                        + "; the next one is waited for"));
    }

    /**
     * Deleting files is safe only while nothing but the watched branch can need them: Iceberg knows its own branches and
     * tags, and nothing of Nessie's.
     */
    private Optional<Refused> sharedReferences(Draft draft) {
        References references = tables.references();
        if (references instanceof References.Unavailable unavailable) {
            return Optional.of(new Refused(Reason.UNAVAILABLE, unavailable.message()));
        }
        var names = ((References.Known) references).names();
        if (names.size() == 1 && names.contains(draft.table().reference())) {
            return Optional.empty();
        }
        return Optional.of(new Refused(
                Reason.MORE_REFERENCES,
                "Nessie has " + names.size() + " named references (" + some(names) + "); an expiry of "
                        + draft.key().display()
                        + " would delete files that another one may need. Remove the references that are not needed"));
    }

    private static String some(java.util.List<String> names) {
        int shown = Math.min(5, names.size());
        return String.join(", ", names.subList(0, shown)) + (names.size() > shown ? ", ..." : "");
    }

    private Instant commitBefore(Draft draft) {
        Instant latest = clock.instant().plus(longestRun);
        Instant limit = draft.commitBefore();
        return limit != null && limit.isBefore(latest) ? limit : latest;
    }
}
