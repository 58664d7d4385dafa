// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import java.io.PrintWriter;

/** Says in plain lines why the service did not start. */
final class StartFailure {
    private StartFailure() {}

    /** Prints the reason; returns the exit code. */
    static int report(Throwable failure, PrintWriter err) {
        Throwable root = failure;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        err.println("nessiewatch does not start: " + root.getMessage());
        return 1;
    }
}
