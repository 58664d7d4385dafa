// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.event.OperatorCommand.Subject;
import dev.nessiewatch.lake.OutsideText;

/** Names and words from outside, made fit for a terminal. */
final class OneLine {
    private static final int LONGEST = 1000;

    private OneLine() {}

    /** A table and its branch. */
    static String of(Subject table) {
        return table.key().display() + " on " + of(table.reference());
    }

    /** Any text. */
    static String of(String text) {
        return OutsideText.one(text, LONGEST);
    }
}
