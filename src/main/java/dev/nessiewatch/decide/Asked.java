// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What operators asked for, in the words of a decision. */
final class Asked {
    private Asked() {}

    /** Why a wanted expiry is held: the end of a sentence. */
    static String paused(@Nullable Pause pause) {
        if (pause == null) {
            return " But an operator paused all launches.";
        }
        return " But " + Names.line(pause.who()) + " paused " + (pause.everything() ? "all launches" : "this table")
                + " on " + Words.time(pause.since()) + reason(pause.reason()) + ".";
    }

    /** How it is lifted. */
    static String resume(Weighing weighing) {
        Pause pause = weighing.situation.hand().pause();
        String table = pause == null || pause.everything() ? "" : " " + Names.argument(weighing.forecast.key());
        return "An operator runs nessiewatch resume" + table + " to lift it.";
    }

    /** What a launch owes to an operator; empty when nobody asked for it. */
    static String wish(Weighing weighing) {
        Hand.Wish wish = weighing.situation.hand().wish();
        if (wish == null) {
            return "";
        }
        List<Outcome> overridden = weighing.overridden();
        String names = overridden.stream().map(Enum::name).collect(Collectors.joining(", "));
        return " Asked for by " + Names.line(wish.who()) + " on " + Words.time(wish.at()) + reason(wish.reason()) + "."
                + (names.isEmpty() ? "" : " That overrides " + names + ".");
    }

    /** What is known beside the decision, for the lines below it. */
    static void facts(Weighing weighing, Facts facts) {
        Hand hand = weighing.situation.hand();
        Pause pause = hand.pause();
        if (pause != null) {
            facts.add("Paused", pause.text());
        }
        Hand.Wish wish = hand.wish();
        if (wish != null) {
            facts.add(
                    "Wanted",
                    "a launch" + (wish.trim() ? " in mode trim" : "") + ", asked for on " + Words.time(wish.at())
                            + " by " + Names.line(wish.who()) + reason(wish.reason()));
        }
        if (weighing.past.breakerOpen()) {
            facts.add(
                    "Breaker",
                    "open after " + Words.number(weighing.past.failures()) + " bad ends in a row; closed by nessiewatch"
                            + " resume " + Names.argument(weighing.forecast.key()));
        }
        String last = hand.last();
        if (last != null) {
            facts.add("Operator", Names.line(last));
        }
    }

    /** In brackets; empty when there is none. */
    static String reason(@Nullable String reason) {
        return reason == null ? "" : " (" + Names.line(reason) + ")";
    }
}
