// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.ArrayList;
import java.util.List;

/** What the metrics show. */
@ConfigMapping(prefix = "nessiewatch.observe")
public interface ObserveConfig {
    /** Tables that have series of their own at most: those that matter most; 0 to 1000. Default 20. */
    @WithDefault("20")
    int tablesShown();

    /**
     * Share of a limit from which a table has series of its own; above zero. One that needs a person, or crosses a limit
     * before the weekly run is done, has them in any case. Default 0.5.
     */
    @WithDefault("0.5")
    double shownFrom();

    /** What is wrong with the configuration, one line each; empty when nothing is. */
    static List<String> problems(ObserveConfig config) {
        List<String> problems = new ArrayList<>();
        if (config.tablesShown() < 0 || config.tablesShown() > 1000) {
            problems.add("nessiewatch.observe.tables-shown is " + config.tablesShown() + "; it must be 0 to 1000");
        }
        // Written so that a number that is none is refused, too.
        if (!(config.shownFrom() > 0)) {
            problems.add("nessiewatch.observe.shown-from is " + config.shownFrom() + "; it must be above zero");
        }
        return problems;
    }
}
