// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.metadata;

/** Text from outside, made safe for one line of a message: no control characters, bounded length. */
final class OneLine {
    private static final int LONGEST = 600;

    private OneLine() {}

    static String of(String text) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), LONGEST) + 16);
        text.chars().limit(LONGEST).forEach(c -> {
            if (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT || c == 0x2028 || c == 0x2029) {
                line.append(String.format("\\u%04x", c));
            } else {
                line.append((char) c);
            }
        });
        if (text.length() > LONGEST) {
            line.append("…");
        }
        return line.toString();
    }
}
