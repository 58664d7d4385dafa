// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

import java.util.NavigableMap;
import java.util.function.Predicate;

/**
 * The sequences that are looked at.
 *
 * @param first from this one
 * @param last to this one
 */
record Window(long first, long last) {
    static final Window EMPTY = new Window(1, 0);

    /**
     * The newest sequences, back to the first whose position is not fit.
     *
     * @param steps positions of one reference
     * @param most of them
     * @param fit whether a position may be looked at
     */
    static Window of(NavigableMap<Long, Step> steps, long most, Predicate<Step> fit) {
        if (steps.isEmpty()) {
            return EMPTY;
        }
        long last = steps.lastKey();
        long first = last + 1;
        for (Step step : steps.descendingMap().values()) {
            if (last - step.sequence() >= most || !fit.test(step)) {
                break;
            }
            first = step.sequence();
        }
        return new Window(first, last);
    }

    boolean isEmpty() {
        return first > last;
    }

    boolean holds(long sequence) {
        return sequence >= first && sequence <= last;
    }
}
