// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.lake;

import org.jspecify.annotations.Nullable;

/**
 * Text from outside, made fit to be shown in a log, an event or a terminal: bounded, and without characters that move a
 * cursor, break a line or reverse it.
 */
public final class OutsideText {
    private static final String CUT = "\u2026";

    private OutsideText() {}

    /**
     * One line for people: blanks and what is not printable become one blank between words.
     *
     * @param text anything
     * @param longest most characters of the result, at least 1; a longer text ends with an ellipsis
     */
    public static String one(String text, int longest) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), longest));
        boolean gap = false;
        for (int i = 0; i < text.length() && line.length() <= longest; ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (Character.isWhitespace(c) || Character.isSpaceChar(c) || !isPrintable(c)) {
                gap = line.length() > 0;
            } else {
                line.append(gap ? " " : "").appendCodePoint(c);
                gap = false;
            }
        }
        return cut(line, longest);
    }

    /** The same for a text that may be absent, or empty once it is clean. */
    public static @Nullable String oneOrNone(@Nullable String text, int longest) {
        String line = text == null ? "" : one(text, longest);
        return line.isEmpty() ? null : line;
    }

    /**
     * Several lines for people: line feeds and blanks stay, what else is not printable becomes a blank.
     *
     * @param text anything
     * @param longest most characters in all, at least 1; a longer text ends with an ellipsis
     */
    public static String several(String text, int longest) {
        StringBuilder lines = new StringBuilder(Math.min(text.length(), longest));
        text.codePoints()
                .limit(longest + 1L)
                .forEach(c -> lines.appendCodePoint(c == '\n' || isPrintable(c) ? c : ' '));
        return cut(lines, longest);
    }

    /**
     * One line that shows what is in the text: what is not printable is written as {@code \\uXXXX}.
     *
     * @param text anything
     * @param longest most characters that are taken of the text; a longer one ends with an ellipsis
     */
    public static String escaped(String text, int longest) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), longest) + 16);
        text.chars().limit(longest).forEach(c -> escape(line, (char) c));
        return text.length() > longest ? line.append(CUT).toString() : line.toString();
    }

    /** Appends one character, or its {@code \\uXXXX} when it would not stay in its place on a line. */
    static void escape(StringBuilder line, char c) {
        if (Character.isISOControl(c)
                || Character.getType(c) == Character.FORMAT
                || Character.getType(c) == Character.LINE_SEPARATOR
                || Character.getType(c) == Character.PARAGRAPH_SEPARATOR) {
            line.append(String.format("\\u%04x", (int) c));
        } else {
            line.append(c);
        }
    }

    /** Whether a code point shows as itself: no control, format, surrogate, private or unassigned one. */
    public static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED,
                    Character.PRIVATE_USE -> false;
            default -> true;
        };
    }

    /** A pair of surrogates is never cut in two. */
    private static String cut(StringBuilder text, int longest) {
        if (text.length() <= longest) {
            return text.toString();
        }
        int end = longest - CUT.length();
        return text.substring(0, end > 0 && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + CUT;
    }
}
