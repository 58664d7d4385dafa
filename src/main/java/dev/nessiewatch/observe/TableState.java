// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import java.util.function.Predicate;

/** States of tables that alerts ask for. Over all tables they are counted; those beyond the shown ones are counted apart. */
enum TableState {
    OVER_LIMIT("over-limit", figures -> figures.size().limitShare() > 1),
    FAR_OVER_LIMIT("far-over-limit", figures -> figures.size().hardShare() > 1),
    FLOOR_OVER_LIMIT("floor-over-limit", figures -> figures.outlook().floorShare() > 1),
    CROSSING(
            "crossing",
            figures -> figures.size().limitShare() <= 1 && figures.outlook().beforeWeekly()),
    GC_DISABLED(
            "gc-disabled-growing",
            figures -> figures.state().outcome().equals("GC_DISABLED")
                    && figures.outlook().perDay() > 0),
    BREAKER_OPEN("breaker-open", figures -> figures.state().breakerOpen()),
    BAD_END("bad-end", figures -> figures.state().badEnds() > 0),
    RESURRECTED("resurrected", figures -> figures.state().resurrected()),
    UNREADABLE("unreadable", figures -> figures.state().unreadable() != null);

    private final String label;
    private final Predicate<TableFigures> condition;

    TableState(String label, Predicate<TableFigures> condition) {
        this.label = label;
        this.condition = condition;
    }

    /** The word in the label {@code state}. */
    String label() {
        return label;
    }

    /** Whether a table is in it. Tables that are left alone are in none. */
    boolean holds(TableFigures figures) {
        return !figures.excluded() && condition.test(figures);
    }
}
