// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, as Maven wrote it into a file beside this class. A native image has no jar to ask. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        try (InputStream in = Version.class.getResourceAsStream("version.txt")) {
            String version = in == null ? "(unknown)" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            return new String[] {"nessiewatch " + version};
        }
    }
}
