// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.decide.PolicyConfig;
import dev.nessiewatch.decide.PolicyFile;
import dev.nessiewatch.lake.Variables;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The service's own configuration for commands that run without it: the same sections, the same defaults, the same
 * sources, with the options of the command line on top.
 */
final class CommandSettings {
    private static final Path FILE = Path.of("config", "application.properties");
    private static final int ABOVE_ALL = 500;
    private static final int FILE_ORDINAL = 260;

    private final Map<String, String> given = new HashMap<>();
    private final CommandLine line;

    /** @param line speaks of wrong usage */
    CommandSettings(CommandLine line) {
        this.line = line;
    }

    /** Sets a property for this command only; an absent value leaves it as configured. */
    CommandSettings with(String property, @Nullable Object value) {
        if (value != null) {
            given.put(property, value.toString());
        }
        return this;
    }

    /**
     * Reads one section.
     *
     * @throws ParameterException when a value cannot be read, or a variable of the environment is none of this section;
     *     names it
     */
    <T> T section(Class<T> section) {
        try {
            ConfigClass known = ConfigClass.configClass(section);
            Variables variables = new Variables(known.getProperties().keySet(), List.of());
            variables.unknown(known.getPrefix() + ".", System.getenv()).stream()
                    .findFirst()
                    .ifPresent(problem -> {
                        throw new ParameterException(line, problem);
                    });
            SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder().withMapping(section);
            if (section == PolicyConfig.class) {
                builder.withSources(new PolicyFile());
            }
            return build(builder).getConfigMapping(section);
        } catch (PolicyFile.Refused e) {
            throw new ParameterException(line, e.getMessage());
        } catch (ConfigValidationException e) {
            throw new ParameterException(
                    line, StartFailure.inWords(e.getProblem(0).getMessage()));
        }
    }

    /**
     * Ends the command because something that was given is wrong.
     *
     * @throws ParameterException always
     */
    void refuse(String why) {
        throw new ParameterException(line, OneLine.of(why));
    }

    /** Value of one property; empty when it is not set. */
    Optional<String> value(String property) {
        return build(new SmallRyeConfigBuilder())
                .getOptionalValue(property, String.class)
                .filter(text -> !text.isBlank());
    }

    /** Everything that is set, by the names under which it is. */
    Map<String, String> all() {
        SmallRyeConfig config = build(new SmallRyeConfigBuilder());
        Map<String, String> all = new HashMap<>();
        for (String name : config.getPropertyNames()) {
            config.getOptionalValue(name, String.class).ifPresent(value -> all.put(name, value));
        }
        return all;
    }

    private SmallRyeConfig build(SmallRyeConfigBuilder builder) {
        builder.addDefaultInterceptors()
                .addDiscoveredConverters()
                .addSystemSources()
                .withSources(new PropertiesConfigSource(given, "command line", ABOVE_ALL));
        try {
            if (Files.isRegularFile(FILE)) {
                builder.withSources(new PropertiesConfigSource(FILE.toUri().toURL(), FILE_ORDINAL));
            }
            return builder.build();
        } catch (IOException e) {
            throw new ParameterException(line, FILE + " cannot be read: " + e.getMessage());
        }
    }
}
