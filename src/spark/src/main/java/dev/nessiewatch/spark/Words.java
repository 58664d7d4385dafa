// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

/** Text for reports. */
final class Words {
    private Words() {}

    /** The kind of a failure and the first line of its message. */
    static String oneLine(Throwable e) {
        String text = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return e.getClass().getSimpleName() + ": " + text;
    }
}
