// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which names a service was told to exclude: one setting from the beginning, others from a sequence on. */
final class Watching {
    private final Pattern first;
    private final Map<String, NavigableMap<Long, Pattern>> later = new HashMap<>();

    private Watching(Pattern first) {
        this.first = first;
    }

    /** One setting for all references. */
    static Watching excluding(String names) {
        return new Watching(Pattern.compile(names));
    }

    /** The service was started anew with another setting; a reference is published under it from a sequence on. */
    Watching then(String reference, long fromSequence, String names) {
        of(reference).put(fromSequence, Pattern.compile(names));
        return this;
    }

    /** The state as subscribers are to see it: null when the table is absent or excluded. */
    @Nullable
    State seen(String reference, @Nullable State state, long sequence) {
        Pattern exclude = of(reference).floorEntry(sequence).getValue();
        return state == null || exclude.matcher(state.name()).matches() ? null : state;
    }

    /** Whether two sequences of a reference were published under the same setting. */
    boolean isSame(String reference, long one, long other) {
        return of(reference).floorKey(one).equals(of(reference).floorKey(other));
    }

    private NavigableMap<Long, Pattern> of(String reference) {
        return later.computeIfAbsent(reference, name -> new TreeMap<>(Map.of(0L, first)));
    }
}
