// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import io.quarkus.runtime.Quarkus;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run}: the service. */
@Command(name = "run", description = "Run the service (the default).")
final class RunCommand implements Callable<Integer> {
    private final PrintWriter err;

    @Mixin
    @SuppressWarnings("unused") // Picocli acts on it.
    private final HelpOption help = new HelpOption();

    @Option(
            names = "--role",
            description = "What this process does: ${COMPLETION-CANDIDATES}. Default: nessiewatch.service.role.")
    private @Nullable Role role;

    RunCommand(PrintWriter err) {
        this.err = err;
    }

    /** What a process does. */
    enum Role {
        TAIL,
        TRIGGER,
        ALL;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public Integer call() {
        if (role != null) {
            System.setProperty("nessiewatch.service.role", role.toString());
        }
        AtomicInteger code = new AtomicInteger();
        Quarkus.run(
                null, (exitCode, failure) -> code.set(failure == null ? exitCode : StartFailure.report(failure, err)));
        return code.get();
    }
}
