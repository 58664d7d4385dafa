// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.Map;

/** The policy as the application reads it, from properties. */
final class Settings {
    private Settings() {}

    /** Defaults, with some properties (without their prefix) set: name, value, name, value. */
    static PolicyConfig config(String... namesAndValues) {
        Map<String, String> properties = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            properties.put("nessiewatch.policy." + namesAndValues[i], namesAndValues[i + 1]);
        }
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(PolicyConfig.class)
                .withDefaultValues(properties)
                .build()
                .getConfigMapping(PolicyConfig.class);
    }

    static Policy policy(String... namesAndValues) {
        return Policy.of(config(namesAndValues));
    }
}
