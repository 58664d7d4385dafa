// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

/** The arguments cannot be understood. The message names the argument, and never its value: that may be a secret. */
final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message, null, false, false);
    }

    /** The fault in words. */
    String fault() {
        return String.valueOf(getMessage());
    }
}
