// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A real Nessie server with an empty store in memory and the branch {@code main}. */
public final class LocalNessie implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    private final ChildJvm child;

    private LocalNessie(ChildJvm child) {
        this.child = child;
    }

    /** Starts a server on a free port; returns when it serves. */
    public static LocalNessie start() {
        return start(0);
    }

    /** Starts a server on a port, 0 for any free one. A server always starts empty. */
    public static LocalNessie start(int port) {
        ChildJvm.Launch launch = new ChildJvm.Launch(
                "nessie",
                Path.of("src/local/nessie"),
                "dev.nessiewatch.local.LocalNessie",
                List.of("--port", Integer.toString(port)));
        return new LocalNessie(ChildJvm.start(launch, Path.of("target/local"), DEADLINE));
    }

    /** Base address of the API, version 2. */
    public URI uri() {
        return URI.create(child.address());
    }

    /**
     * Cuts a branch's history off, as an administrator of Nessie may: the commit {@code oldest} loses its parents, and they are
     * deleted.
     */
    public void cutHistory(String head, String oldest) {
        child.send("cut " + head + " " + oldest);
        String answer = child.nextLine(DEADLINE);
        if (!answer.startsWith("CUT ")) {
            throw child.failure("did not cut the history: " + answer);
        }
    }

    /** Ends the server; its store is lost. */
    @Override
    public void close() {
        child.close();
    }
}
