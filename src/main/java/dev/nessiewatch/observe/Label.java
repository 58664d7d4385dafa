// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import java.util.Locale;

/** Text from outside as the value of a label. */
final class Label {
    /** Longer than any name of plain characters that Nessie accepts; shorter than what a scrape may be limited to. */
    private static final int LONGEST = 512;

    private Label() {}

    /**
     * The text, on one line and in valid UTF-8. A text that is too long is cut, and ends with a hash of the whole, so that
     * two texts never become one.
     */
    static String of(String text) {
        StringBuilder safe = new StringBuilder();
        text.codePoints().forEach(c -> append(safe, c));
        if (safe.length() <= LONGEST) {
            return safe.toString();
        }
        int end = LONGEST - 10;
        if (Character.isHighSurrogate(safe.charAt(end - 1))) {
            end--;
        }
        return safe.substring(0, end) + "…"
                + String.format(Locale.ROOT, "%08x", safe.toString().hashCode());
    }

    private static void append(StringBuilder safe, int c) {
        boolean alone = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        if (alone || Character.isISOControl(c)) {
            safe.append(String.format(Locale.ROOT, "\\u%04x", c));
        } else {
            safe.appendCodePoint(c);
        }
    }
}
