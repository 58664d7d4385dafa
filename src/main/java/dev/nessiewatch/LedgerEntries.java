// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.event.LedgerEntry;
import dev.nessiewatch.event.LedgerEntry.Phase;
import dev.nessiewatch.event.OperatorCommand;
import dev.nessiewatch.verify.Verdict;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The records that an order passes through, each made from the one before. */
final class LedgerEntries {
    private final Ledger.Terms terms;
    private final Clock clock;

    LedgerEntries(Ledger.Terms terms, Clock clock) {
        this.terms = terms;
        this.clock = clock;
    }

    /**
     * An order that is decided and confirmed.
     *
     * @param failures bad ends in a row before it
     */
    LedgerEntry intent(long sequence, ExpiryOrder order, int failures) {
        return new LedgerEntry(
                LedgerEntry.SCHEMA,
                sequence,
                Orders.toWire(order),
                Phase.INTENDED,
                1,
                terms.launcher(),
                null,
                null,
                null,
                null,
                failures,
                false,
                terms.writerId(),
                clock.instant(),
                null);
    }

    /** The next step of an open order. */
    LedgerEntry next(long sequence, LedgerEntry entry, Phase phase, @Nullable String run, @Nullable Instant startedAt) {
        return new LedgerEntry(
                LedgerEntry.SCHEMA,
                sequence,
                entry.order(),
                phase,
                entry.attempt(),
                entry.launcher(),
                run,
                startedAt,
                null,
                null,
                entry.failures(),
                false,
                terms.writerId(),
                clock.instant(),
                null);
    }

    /** The end of an order: cool-down, and the breaker when too many ended badly in a row. */
    LedgerEntry verified(long sequence, LedgerEntry entry, Verdict verdict) {
        Instant now = clock.instant();
        int failures = failures(entry.failures(), verdict);
        Duration coolDown = terms.policy().ruleFor(entry.order().key()).coolDown();
        return new LedgerEntry(
                LedgerEntry.SCHEMA,
                sequence,
                entry.order(),
                Phase.VERIFIED,
                entry.attempt(),
                entry.launcher(),
                entry.run(),
                entry.startedAt(),
                Orders.toWire(verdict),
                now.plus(coolDown.multipliedBy(1L << Math.min(failures, 5))),
                failures,
                failures >= terms.failuresUntilBreaker(),
                terms.writerId(),
                now,
                null);
    }

    private static int failures(int before, Verdict verdict) {
        if (verdict.isBlameless()) {
            return before;
        }
        return verdict.isBad() ? before + 1 : 0;
    }

    /** The same end with the breaker closed: no bad ends, and no longer cool-down than after a good one. */
    LedgerEntry resumed(long sequence, LedgerEntry broken, OperatorCommand command) {
        return new LedgerEntry(
                LedgerEntry.SCHEMA,
                sequence,
                broken.order(),
                broken.phase(),
                broken.attempt(),
                broken.launcher(),
                broken.run(),
                broken.startedAt(),
                broken.verdict(),
                null,
                0,
                false,
                terms.writerId(),
                clock.instant(),
                new LedgerEntry.Resumed(
                        command.who(), command.id(), command.reason(), broken.failures(), broken.endedAt()));
    }
}
