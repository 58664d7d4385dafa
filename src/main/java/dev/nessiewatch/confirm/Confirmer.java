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
import org.jspecify.annotations.Nullable;

/**
 * Asks HEAD whether a launch still holds, and makes the exact order. An event is a hint only: a forged or stale one ends
 * here, because every number of an order is read from Nessie and from the table's own file.
 */
public final class Confirmer {
    private final HeadReader heads;
    private final TablesAtHead tables;
    private final Terms terms;
    private final Clock clock;

    /**
     * What holds for every order.
     *
     * @param longestRun how long a run may take; no run may commit later than this after it was confirmed
     * @param trims whether a table is trimmed while Nessie has more references; otherwise nothing is launched then
     * @param nessieGcWindow how long nessie-gc keeps older hashes readable; null when nothing was declared
     */
    public record Terms(
            Duration longestRun, boolean trims, @Nullable Duration nessieGcWindow) {}

    public Confirmer(HeadReader heads, TablesAtHead tables, Terms terms, Clock clock) {
        this.heads = heads;
        this.tables = tables;
        this.terms = terms;
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
        References references = tables.references();
        if (references instanceof References.Unavailable unavailable) {
            return new Refused(Reason.UNAVAILABLE, unavailable.message());
        }
        ModeChoice mode =
                ModeChoice.of((References.Known) references, draft.table().reference());
        if (mode.mode() == ExpiryOrder.Mode.TRIM && !terms.trims()) {
            return moreReferences(draft, mode);
        }
        if (draft.trimOnly()) {
            mode = mode.trimmed();
        }
        Reading reading = heads.read(draft.table(), draft.key());
        if (reading instanceof Reading.NotMeasured not) {
            return new Refused(not.reason(), not.why());
        }
        return weigh(draft, orderId, (Reading.Measured) reading, mode);
    }

    private Confirmation weigh(Draft draft, String orderId, Reading.Measured measured, ModeChoice asked) {
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
        ExpiryTerms exact = new ExpiryTerms(cutoffMs, draft.retainLast(), wanted.nowMs());
        int removable = ExpiryPreview.of(counted.history(), exact).removable();
        Instant cutoff = Instant.ofEpochMilli(cutoffMs);
        ModeChoice mode = asked.within(terms.nessieGcWindow(), cutoff, clock.instant());
        return new Confirmed(new ExpiryOrder(
                orderId,
                draft.table(),
                measured.key(),
                census.tableUuid(),
                mode.mode(),
                cutoff,
                draft.retainLast(),
                removable,
                commitBefore(draft),
                new ExpiryOrder.Before(
                        measured.head(),
                        counted.location(),
                        census.snapshots().total(),
                        census.bytes().decoded()),
                draft.why() + " " + mode.words()));
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

    private static Refused moreReferences(Draft draft, ModeChoice mode) {
        return new Refused(
                Reason.MORE_REFERENCES,
                draft.key().display() + " is not expired: " + mode.because()
                        + ". Remove the references that are not needed, or set nessiewatch.launch.more-references=trim,"
                        + " which deletes no file");
    }

    private Instant commitBefore(Draft draft) {
        Instant latest = clock.instant().plus(terms.longestRun());
        Instant limit = draft.commitBefore();
        return limit != null && limit.isBefore(latest) ? limit : latest;
    }
}
