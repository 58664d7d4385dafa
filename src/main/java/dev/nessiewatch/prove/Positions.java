// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import dev.nessiewatch.event.PositionDecoded;
import dev.nessiewatch.event.Received;
import dev.nessiewatch.lake.Position;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/** The positions of all references, in the order in which they were written. */
final class Positions {
    private final Map<String, NavigableMap<Long, Step>> steps = new HashMap<>();
    private final Map<String, Long> newest = new HashMap<>();
    private final Set<String> forgotten = new HashSet<>();
    private final List<Finding> odd = new ArrayList<>();

    /** Takes one record of the topic; records come in the order of their offsets. */
    void accept(Received received) {
        PositionDecoded decoded = PositionDecoded.of(received);
        if (decoded instanceof PositionDecoded.At at) {
            add(at.position());
        } else if (decoded instanceof PositionDecoded.Forgotten gone) {
            forgotten.add(gone.reference());
        }
    }

    /** All that is known of a reference; empty when nothing was published of it. */
    NavigableMap<Long, Step> of(String reference) {
        return steps.getOrDefault(reference, new TreeMap<>());
    }

    /** References that were published, also those that were taken off the configuration since. */
    List<String> references() {
        return steps.keySet().stream().sorted().toList();
    }

    /** Sequences of a reference that did not rise, and positions of one sequence that contradict each other. */
    List<Finding> odd(String reference) {
        return odd.stream()
                .filter(finding -> finding.reference().equals(reference))
                .toList();
    }

    private void add(Position position) {
        String reference = position.reference();
        NavigableMap<Long, Step> known = steps.computeIfAbsent(reference, name -> new TreeMap<>());
        Step step = new Step(
                position.sequence(),
                position.hash(),
                position.target(),
                position.writerId(),
                position.at(),
                forgotten.remove(reference) || position.sequence() == 1);
        Step same = known.putIfAbsent(step.sequence(), step);
        if (same != null
                && !(same.hash().equals(step.hash())
                        && String.valueOf(same.target()).equals(String.valueOf(step.target())))) {
            odd.add(finding(
                    Finding.Kind.DOUBLED,
                    reference,
                    step,
                    "two transactions have this sequence: one moved to " + same.hash() + ", the other to "
                            + step.hash()));
        }
        long before = newest.getOrDefault(reference, 0L);
        if (step.sequence() < before) {
            odd.add(finding(
                    Finding.Kind.OUT_OF_ORDER, reference, step, "its position was written after that of " + before));
        }
        newest.merge(reference, step.sequence(), Math::max);
    }

    private static Finding finding(Finding.Kind kind, String reference, Step step, String what) {
        return new Finding(kind, reference, step.sequence(), "", step.hash(), step.hash(), what);
    }
}
