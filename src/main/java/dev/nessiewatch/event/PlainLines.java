// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import org.jspecify.annotations.Nullable;

/** Text from outside, made fit to be shown: bounded, and without characters that move a cursor or reverse a line. */
public final class PlainLines {
    private PlainLines() {}

    /** One line of at most so many characters; what is not printable becomes a blank. */
    public static String one(String text, int longest) {
        return cut(clean(text, false), longest).strip();
    }

    /** The same for a text that may be absent, or empty after cleaning. */
    public static @Nullable String oneOrNone(@Nullable String text, int longest) {
        String line = text == null ? "" : one(text, longest);
        return line.isEmpty() ? null : line;
    }

    /** Several lines of at most so many characters in all; line feeds stay. */
    public static String several(String text, int longest) {
        return cut(clean(text, true), longest);
    }

    private static String clean(String text, boolean lines) {
        StringBuilder clean = new StringBuilder();
        text.codePoints().forEach(c -> {
            boolean stays = (lines && c == '\n') || isPrintable(c);
            clean.appendCodePoint(stays ? c : ' ');
        });
        return lines ? clean.toString() : clean.toString().strip();
    }

    private static boolean isPrintable(int c) {
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
    private static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest;
        return text.substring(0, end);
    }
}
