// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;

/** Configuration as the application reads it, from properties. */
public final class Settings {
    private Settings() {}

    /** A section with its defaults, and some properties set: full name, value, full name, value. */
    public static <T> T of(Class<T> section, String... namesAndValues) {
        Map<String, String> properties = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(section)
                .withDefaultValues(properties)
                .build()
                .getConfigMapping(section);
    }
}
