// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import picocli.CommandLine.Option;

/** The help of one command. */
final class HelpOption {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Shows this help.")
    @SuppressWarnings("unused") // Picocli acts on it.
    private boolean help;
}
