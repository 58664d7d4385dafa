// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.event.LedgerEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How long open orders have been in their phase. What this process has seen of it is measured by time that passes, so that a
 * wall clock that is set neither ends a run early nor keeps it for ever; the wall clock is asked only for the part that an
 * earlier process saw.
 */
final class PhaseAges {
    private final Clocks clocks;
    /** When each order would have come into its phase, by the steady clock. */
    private final Map<String, Instant> since = new HashMap<>();

    PhaseAges(Clocks clocks) {
        this.clocks = clocks;
    }

    /**
     * The age of an order's phase.
     *
     * @param own whether this process wrote the entry; then nobody else knows better how old it is
     */
    Duration of(LedgerEntry entry, boolean own) {
        Instant now = clocks.steady().instant();
        return Duration.between(since.computeIfAbsent(key(entry), key -> now.minus(before(entry, own))), now);
    }

    /** Forgets every order that is not among these. */
    void retain(Collection<LedgerEntry> open) {
        Set<String> keys = new HashSet<>();
        open.forEach(entry -> keys.add(key(entry)));
        since.keySet().retainAll(keys);
    }

    private Duration before(LedgerEntry entry, boolean own) {
        if (own) {
            return Duration.ZERO;
        }
        Duration age = Duration.between(entry.at(), clocks.wall().instant());
        // Written in the future: one of the two clocks was set. It is not younger than just now.
        return age.isNegative() ? Duration.ZERO : age;
    }

    private static String key(LedgerEntry entry) {
        return entry.phase() + " " + entry.order().id();
    }
}
