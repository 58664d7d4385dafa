// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A real Nessie server in a process of its own, with an empty branch {@code main}. */
final class NessieServer {
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
        Path log = Path.of("target", "nessie.log");
        try {
            // The server ends by itself when this process, and with it the pipe to its input, is gone.
            Process process = new ProcessBuilder(command(file))
                    .redirectError(log.toFile())
                    .start();
            BufferedReader lines = process.inputReader();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith(READY)) {
                    return new NessieServer(
                            process, line.substring(READY.length()).strip());
                }
            }
            throw new IllegalStateException("The Nessie server ended before it was ready: " + Files.readString(log));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Beside the file of its class path lie the server's own classes. */
    private static List<String> command(Path file) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = file.resolveSibling("classes")
                + File.pathSeparator
                + Files.readString(file).strip();
        return List.of(java, "-Xmx256m", "-cp", classPath, "dev.nessiewatch.local.LocalNessie", "--port", "0");
    }

    String uri() {
        if (!process.isAlive()) {
            throw new IllegalStateException("The Nessie server has ended; see target/nessie.log");
        }
        return uri;
    }
}
