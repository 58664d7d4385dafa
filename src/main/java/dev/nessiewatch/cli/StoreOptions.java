// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.metadata.MetadataConfig;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** How metadata files are read from their store. */
final class StoreOptions {
    @Option(
            names = "--property",
            paramLabel = "KEY=VALUE",
            description = "Iceberg FileIO property, such as s3.endpoint=http://host:9000; may be repeated.")
    private Map<String, String> properties = new LinkedHashMap<>();

    /** What was given, and nothing else. */
    Map<String, String> given() {
        return Map.copyOf(properties);
    }

    /** What was given, on top of {@code nessiewatch.metadata.properties} as configured. */
    Map<String, String> over(MetadataConfig configured) {
        Map<String, String> all = new HashMap<>(configured.properties());
        all.putAll(properties);
        return all;
    }
}
