// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.util.List;

/** Tables in numbers, for tests: a calm one, and what may be wrong with it. */
record Tables(TableFigures figures) {
    /** A calm table of this number, at a tenth of its limit. */
    static Tables calm(int number) {
        return named("t" + number, 0.1);
    }

    static Tables named(String name, double share) {
        return new Tables(new TableFigures(
                new TableId("id-" + name, "main"),
                TableKey.of("ns", name),
                false,
                new TableFigures.Size((int) Math.round(share * 500), 1000, share, share / 3),
                new TableFigures.Outlook(1, 1e6, false, 3, share / 2),
                new TableFigures.State("WEEKLY_SUFFICES", false, false, 0, null, false, null)));
    }

    static Tables table(int number) {
        return named("t" + number, 2);
    }

    /** Everything that can be wrong with a table. */
    TableFigures broken() {
        return with(new TableFigures.State("GC_DISABLED", true, true, 3, "Failed", true, "MISSING"));
    }

    TableFigures with(TableFigures.State state) {
        return new TableFigures(
                figures.table(), figures.key(), figures.excluded(), figures.size(), figures.outlook(), state);
    }

    TableFigures urgent() {
        return with(new TableFigures.State("RETENTION_TOO_LONG", true, false, 0, null, false, null));
    }

    TableFigures excluded() {
        return new TableFigures(
                figures.table(), figures.key(), true, figures.size(), figures.outlook(), figures.state());
    }

    static List<TableFigures> figures(List<Tables> tables) {
        return tables.stream().map(Tables::figures).toList();
    }
}
