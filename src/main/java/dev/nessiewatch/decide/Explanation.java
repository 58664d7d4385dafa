// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import java.util.List;

/**
 * A decision in plain words: outcome, why, what happens next, and the numbers it was made from. This text is the same
 * wherever it is shown.
 *
 * @param decision the decision
 * @param facts what it was made from, one line each; empty when only the decision is known
 */
public record Explanation(Decision decision, List<Fact> facts) {
    private static final int COLUMN = 14;

    public Explanation {
        facts = List.copyOf(facts);
    }

    /**
     * One line.
     *
     * @param name a word or two
     * @param text the numbers, in words
     */
    public record Fact(String name, String text) {}

    /** All of it: a headline, the reason, the next step, and a line for each fact; lines end with a line feed. */
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append(decision.key().display())
                .append(" on ")
                .append(Names.clean(decision.table().reference()))
                .append(": ")
                .append(decision.outcome());
        if (decision.urgent()) {
            text.append(" (a person has to look)");
        }
        text.append('\n');
        line(text, "Why", decision.why());
        line(text, "Next", decision.next());
        if (!decision.also().isEmpty()) {
            line(
                    text,
                    "Also",
                    String.join(", ", decision.also().stream().map(Enum::name).toList()));
        }
        facts.forEach(fact -> line(text, fact.name(), fact.text()));
        return text.toString();
    }

    private static void line(StringBuilder text, String name, String content) {
        text.append("  ")
                .append(name)
                .append(" ".repeat(Math.max(1, COLUMN - name.length())))
                .append(content)
                .append('\n');
    }
}
