// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import dev.nessiewatch.event.Received;
import dev.nessiewatch.lake.TableId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The records of {@code snapshot-counts} of the references that are looked at: each one inside its window, and of those
 * before only the last of a table.
 */
final class Measurements {
    private final Map<String, Window> windows;
    private final Map<String, Map<Long, List<Published>>> inside = new HashMap<>();
    private final Map<TableId, Standing> before = new HashMap<>();
    private final Map<TableId, Long> newest = new HashMap<>();
    private final Map<String, List<Finding>> odd = new HashMap<>();

    Measurements(Map<String, Window> windows) {
        this.windows = Map.copyOf(windows);
    }

    /** Takes one record of the topic; those of a table come in the order of their offsets. */
    void accept(Received received) {
        Published published = Published.of(received);
        if (published == null) {
            unread(received);
            return;
        }
        Window window = windows.get(published.table().reference());
        if (window == null || window.isEmpty() || published.sequence() > window.last()) {
            return;
        }
        Long last = newest.merge(published.table(), published.sequence(), Math::max);
        if (last > published.sequence()) {
            note(published, "a record of this table with sequence " + last + " was written before it");
        }
        if (window.holds(published.sequence())) {
            inside.computeIfAbsent(published.table().reference(), name -> new HashMap<>())
                    .computeIfAbsent(published.sequence(), n -> new ArrayList<>())
                    .add(published);
        } else if (published.standing() == null) {
            before.remove(published.table());
        } else {
            before.put(published.table(), published.standing());
        }
    }

    /** Records of one transaction; empty when it has none. */
    List<Published> of(String reference, long sequence) {
        return inside.getOrDefault(reference, Map.of()).getOrDefault(sequence, List.of());
    }

    /** What the feed held of each table before the windows. */
    Map<TableId, Standing> before() {
        return before;
    }

    /** Tables whose sequences did not rise, and records nobody can read. */
    List<Finding> odd(String reference) {
        return odd.getOrDefault(reference, List.of());
    }

    private void note(Published published, String what) {
        String reference = published.table().reference();
        odd.computeIfAbsent(reference, name -> new ArrayList<>())
                .add(new Finding(
                        Finding.Kind.OUT_OF_ORDER,
                        reference,
                        published.sequence(),
                        Names.of(published.table(), published.standing()),
                        published.from(),
                        published.to(),
                        what));
    }

    private void unread(Received received) {
        String reference = reference(received.key());
        if (reference != null && windows.containsKey(reference)) {
            odd.computeIfAbsent(reference, name -> new ArrayList<>())
                    .add(new Finding(
                            Finding.Kind.UNJUDGED,
                            reference,
                            0,
                            "",
                            "",
                            "",
                            "the record " + received.origin() + " cannot be read; what it said is not known"));
        }
    }

    private static @Nullable String reference(@Nullable String key) {
        try {
            return key == null ? null : TableId.parse(key).reference();
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
