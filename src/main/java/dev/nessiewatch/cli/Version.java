// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, as its jar tells. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[] {"nessiewatch " + Objects.requireNonNullElse(version, "(not from a jar)")};
    }
}
