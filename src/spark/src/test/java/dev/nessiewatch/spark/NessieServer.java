// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A real Nessie server in a process of its own, with an empty branch {@code main}. */
final class NessieServer implements AutoCloseable {
    private static final String READY = "READY ";

    private final Process process;
    private final String uri;

    private NessieServer(Process process, String uri) {
        this.process = process;
        this.uri = uri;
    }

    /** Starts a server and waits until it answers. */
    static NessieServer start() {
        Path file = Path.of(System.getProperty("local.nessie.classpath", "../local/nessie/target/classpath.txt"));
        if (!Files.isReadable(file)) {
            throw new IllegalStateException("The Nessie server for these tests is not built: " + file
                    + " is missing. Build src/local first, or run the main build, which does");
        }
        try {
            Process process = new ProcessBuilder(List.of(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx256m",
                            "-cp",
                            Files.readString(file).strip(),
                            "dev.nessiewatch.local.LocalNessie",
                            "--port",
                            "0"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            BufferedReader lines = process.inputReader();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(READY)) {
                    return new NessieServer(
                            process, line.substring(READY.length()).strip());
                }
            }
            throw new IllegalStateException("The Nessie server ended before it was ready");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String uri() {
        return uri;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
