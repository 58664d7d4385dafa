// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

import dev.nessiewatch.lake.OutsideText;

/** Locations, and what stores and parsers say, for one line of a message. */
final class Shown {
    private static final int LONGEST = 600;

    private Shown() {}

    /** The text with what is not printable escaped, so that a strange name is seen as what it is. */
    static String line(String text) {
        return OutsideText.escaped(text, LONGEST);
    }
}
