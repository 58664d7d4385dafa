// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.watch.NessieConfig;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Which Nessie: options on top of what the service itself is configured with, so that a command needs none of them where
 * the service runs.
 */
final class NessieOptions {
    @Option(
            names = "--nessie-uri",
            paramLabel = "URI",
            description = "Nessie's REST API, version 2 (default: nessiewatch.nessie.uri as configured, else"
                    + " http://localhost:19120/api/v2).")
    private @Nullable URI uri;

    @Option(
            names = "--nessie-property",
            paramLabel = "KEY=VALUE",
            description = "Setting of the Nessie client, such as nessie.authentication.type=BEARER; may be repeated"
                    + " (default: nessiewatch.nessie.properties as configured).")
    private Map<String, String> properties = new LinkedHashMap<>();

    /** What is configured, with the options on top. */
    NessieConfig nessie(CommandSettings settings) {
        NessieConfig configured = settings.section(NessieConfig.class);
        Map<String, String> all = new LinkedHashMap<>(configured.properties());
        all.putAll(properties);
        return new Given(uri == null ? configured.uri() : uri, all, configured.catalog());
    }

    private record Given(URI uri, Map<String, String> properties, String catalog) implements NessieConfig {}
}
