// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Says how far a long command is: a bar that is drawn over on a terminal, a plain line at each tenth elsewhere. */
final class Progress {
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");
    private static final int WIDTH = 40;
    private static final int TENTHS = 10;

    private final PrintWriter err;
    private final boolean bar;
    private int lastTenth;
    private boolean drawn;

    /** @param bar whether {@code err} is a terminal */
    Progress(PrintWriter err, boolean bar) {
        this.err = err;
        this.bar = bar;
    }

    /** A bar when the process's standard error is a terminal. */
    static Progress onStandardError(PrintWriter err) {
        return new Progress(err, isTerminal());
    }

    /**
     * Shows that some are done.
     *
     * @param what the things counted, such as {@code tables read}
     */
    void show(int done, int total, String what) {
        if (bar) {
            drawn = true;
            int filled = total == 0 ? WIDTH : (int) ((long) done * WIDTH / total);
            err.print("\r[" + "#".repeat(filled) + ".".repeat(WIDTH - filled) + "] " + of(done, total, what));
            err.flush();
            return;
        }
        int tenth = total == 0 ? TENTHS : (int) ((long) done * TENTHS / total);
        if (tenth > lastTenth) {
            lastTenth = tenth;
            err.println(of(done, total, what));
            err.flush();
        }
    }

    /** Takes the bar away, so that what follows stands alone. */
    void end() {
        if (drawn) {
            drawn = false;
            err.print("\r\u001b[K");
            err.flush();
        }
    }

    private static String of(int done, int total, String what) {
        return Figures.number(done) + " of " + Figures.number(total) + " " + what;
    }

    /** Linux tells for each stream; elsewhere the console counts, which needs input and output on a terminal. */
    private static boolean isTerminal() {
        if (Files.isSymbolicLink(STANDARD_ERROR)) {
            try {
                String target = Files.readSymbolicLink(STANDARD_ERROR).toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
            } catch (IOException e) {
                return false;
            }
        }
        return System.console() != null;
    }
}
