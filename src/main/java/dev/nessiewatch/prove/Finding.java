// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.prove;

/**
 * One thing that was found when the feed was held against Nessie.
 *
 * @param kind what sort of thing
 * @param reference branch
 * @param sequence transaction it is about; the last one of a comparison in chunks
 * @param table name and content id for people; empty when it is about the whole transaction
 * @param from commit before
 * @param to commit after
 * @param what in words
 */
public record Finding(Kind kind, String reference, long sequence, String table, String from, String to, String what) {
    /** What sort of thing. */
    public enum Kind {
        /** Nessie says that a table changed, and no record says so. */
        MISSING,
        /** A record that repeats what was published before. */
        DOUBLED,
        /** A record says another thing than Nessie. */
        WRONG,
        /** A record names other commits than the positions around it. */
        MISPLACED,
        /** A sequence that no committed transaction has. */
        GAP,
        /** Sequences that do not rise. */
        OUT_OF_ORDER,
        /** Nothing is wrong as far as one can see, and one cannot see enough. */
        UNJUDGED
    }

    /** Whether the feed is proven wrong here. */
    public boolean isMismatch() {
        return kind != Kind.UNJUDGED;
    }

    /** All of it in one line, without control characters. */
    public String line() {
        String subject = table.isEmpty() ? "" : " " + table;
        return kind + " " + shown(reference) + " sequence " + sequence + " (" + from + " .. " + to + ")" + subject
                + ": " + what;
    }

    private static String shown(String text) {
        return text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
    }
}
