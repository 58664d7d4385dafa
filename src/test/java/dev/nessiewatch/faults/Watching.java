// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which names a service was told to exclude, from which sequence on. */
final class Watching {
    private final NavigableMap<Long, Pattern> excludes = new TreeMap<>();

    private Watching() {}

    /** One setting from the beginning. */
    static Watching excluding(String names) {
        Watching watching = new Watching();
        watching.excludes.put(0L, Pattern.compile(names));
        return watching;
    }

    /** The service was started anew with another setting. */
    Watching then(long fromSequence, String names) {
        excludes.put(fromSequence, Pattern.compile(names));
        return this;
    }

    /** The state as subscribers are to see it: null when the table is absent or excluded. */
    @Nullable
    State seen(@Nullable State state, long sequence) {
        Pattern exclude = excludes.floorEntry(sequence).getValue();
        return state == null || exclude.matcher(state.name()).matches() ? null : state;
    }

    /** Whether two sequences were published under the same setting. */
    boolean isSame(long one, long other) {
        return excludes.floorKey(one).equals(excludes.floorKey(other));
    }
}
