// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.watch;

/** Texts from outside, made fit for a log line or an event: no control characters, a bounded length. */
final class PlainText {
    private PlainText() {}

    /**
     * The text without control and format characters, trimmed.
     *
     * @param text anything
     * @param longest most characters of the result
     */
    static String clean(String text, int longest) {
        StringBuilder plain = new StringBuilder(Math.min(text.length(), longest));
        text.codePoints().filter(PlainText::isPlain).limit(longest).forEach(c -> plain.append(Character.toString(c)));
        while (plain.length() > longest) {
            plain.setLength(plain.offsetByCodePoints(plain.length(), -1));
        }
        return plain.toString().trim();
    }

    private static boolean isPlain(int c) {
        int type = Character.getType(c);
        return !Character.isISOControl(c)
                && type != Character.FORMAT
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR
                && type != Character.SURROGATE;
    }
}
