// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * The policy from one mounted file, where {@code nessiewatch.policy.file} names one. It wins over
 * {@code application.properties}; the environment and system properties win over it.
 */
public final class PolicyFile implements ConfigSourceFactory {
    private static final String PROPERTY = "nessiewatch.policy.file";
    private static final String PREFIX = "nessiewatch.policy.";
    private static final String RULES = PREFIX + "rules[";
    /** Above a file in {@code config} (260), below the environment (300). */
    private static final int ORDINAL = 275;

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        ConfigValue file = context.getValue(PROPERTY);
        if (file == null || file.getValue() == null || file.getValue().isBlank()) {
            return List.of();
        }
        String path = file.getValue().strip();
        Map<String, String> properties = read(path);
        check(path, properties, context);
        return List.of(new PropertiesConfigSource(properties, PROPERTY + " = " + path, ORDINAL));
    }

    /** The file cannot be used; the message is one line with the file and the remedy. */
    public static final class Refused extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }

    private static Map<String, String> read(String path) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(path))) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new Refused(
                    PROPERTY + " = " + path + ": cannot be read (" + e + "); mount it, or take the property away");
        }
        Map<String, String> read = new HashMap<>();
        properties.stringPropertyNames().forEach(name -> read.put(name, properties.getProperty(name)));
        return read;
    }

    /** Rules are a list: two halves from two places would make rules that nobody wrote. */
    private static void check(String path, Map<String, String> properties, ConfigSourceContext context) {
        for (String name : properties.keySet()) {
            if (!name.startsWith(PREFIX) || name.equals(PROPERTY)) {
                throw new Refused(PROPERTY + " = " + path + ": holds " + name
                        + ", which is no property of the policy; take it out");
            }
        }
        if (properties.keySet().stream().noneMatch(name -> name.startsWith(RULES))) {
            return;
        }
        for (Iterator<String> names = context.iterateNames(); names.hasNext(); ) {
            String name = names.next();
            if (name.startsWith(RULES)) {
                throw new Refused(PROPERTY + " = " + path + ": holds rules, and " + name
                        + " is set elsewhere too; keep all rules in one place");
            }
        }
    }
}
