// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

import dev.nessiewatch.lake.TableKey;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Names that are not watched: expressions that must match the whole last element of a key, and never see the rest. */
public final class Excludes {
    private final List<Pattern> patterns;

    /**
     * @param expressions regular expressions
     * @throws IllegalArgumentException naming the first expression that cannot be read
     */
    public Excludes(List<String> expressions) {
        this.patterns = expressions.stream().map(Excludes::compiled).toList();
    }

    /** Whether a table of this name is left alone. */
    public boolean matches(TableKey key) {
        return matching(key.last()).isPresent();
    }

    /** The first expression that leaves tables of this last element alone; empty when none does. */
    public Optional<String> matching(String last) {
        return patterns.stream()
                .filter(pattern -> pattern.matcher(last).matches())
                .map(Pattern::pattern)
                .findFirst();
    }

    private static Pattern compiled(String expression) {
        try {
            // A name may hold line breaks; a dot stands for them, too.
            return Pattern.compile(expression, Pattern.DOTALL);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("nessiewatch.watch.exclude: '" + expression
                    + "' is not a regular expression (" + e.getDescription() + " at character " + e.getIndex()
                    + "); a comma inside an expression is written \\,");
        }
    }
}
