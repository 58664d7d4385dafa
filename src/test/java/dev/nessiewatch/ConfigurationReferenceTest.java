// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.decide.PolicyConfig;
import dev.nessiewatch.event.FeedConfig;
import dev.nessiewatch.launch.LaunchConfig;
import dev.nessiewatch.metadata.MetadataConfig;
import dev.nessiewatch.observe.ObserveConfig;
import dev.nessiewatch.watch.NessieConfig;
import dev.nessiewatch.watch.WatchConfig;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Holds docs/configuration.md against the configuration interfaces: every property, every default. The elements of a list
 * are written with {@code [N]}.
 */
class ConfigurationReferenceTest {
    private static final List<Class<?>> SECTIONS = List.of(
            ServiceConfig.class,
            NessieConfig.class,
            WatchConfig.class,
            MetadataConfig.class,
            FeedConfig.class,
            PolicyConfig.class,
            LaunchConfig.class,
            ObserveConfig.class);
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| `(nessiewatch\\.[^`]+)` \\| (`([^`]*)`|[^|]+) \\| .+\\|$");

    @Test
    void thePageNamesEveryPropertyWithItsDefault() throws IOException {
        Map<String, String> known = new TreeMap<>();
        for (Class<?> section : SECTIONS) {
            String prefix = section.getAnnotation(ConfigMapping.class).prefix();
            collect(prefix, section, known);
        }

        assertThat(onThePage("docs/configuration.md")).containsExactlyEntriesOf(known);
    }

    @Test
    void theReadmeNamesOnlyPropertiesThatExist() throws IOException {
        Map<String, String> known = new TreeMap<>();
        for (Class<?> section : SECTIONS) {
            collect(section.getAnnotation(ConfigMapping.class).prefix(), section, known);
        }
        Matcher names = Pattern.compile(
                        "nessiewatch\\.(?:service|nessie|watch|metadata|feed|policy|launch|observe)\\.[a-z.-]*[a-z]")
                .matcher(Files.readString(Path.of("README.md")));

        while (names.find()) {
            String name = names.group();
            assertThat(known.keySet())
                    .as(name)
                    .anyMatch(property -> property.equals(name) || property.equals(name + ".*"));
        }
    }

    private static Map<String, String> onThePage(String page) throws IOException {
        Map<String, String> rows = new TreeMap<>();
        Matcher row = ROW.matcher(Files.readString(Path.of(page)));
        while (row.find()) {
            rows.put(row.group(1), row.group(3) == null ? "" : row.group(3));
        }
        return rows;
    }

    /** A default in words on the page stands for none in the code. */
    private static void collect(String prefix, Class<?> section, Map<String, String> properties) {
        for (Method method : section.getDeclaredMethods()) {
            if (java.lang.reflect.Modifier.isStatic(method.getModifiers()) || method.isSynthetic()) {
                continue;
            }
            String name = prefix + "." + kebab(method.getName());
            if (Map.class.isAssignableFrom(method.getReturnType())) {
                properties.put(name + ".*", "");
            } else if (List.class.isAssignableFrom(method.getReturnType())
                    && method.getGenericReturnType() instanceof ParameterizedType list
                    && list.getActualTypeArguments()[0] instanceof Class<?> element
                    && element.getName().startsWith("dev.nessiewatch")) {
                collect(name + "[N]", element, properties);
            } else if (method.getReturnType().isInterface()
                    && method.getReturnType().getName().startsWith("dev.nessiewatch")) {
                collect(name, method.getReturnType(), properties);
            } else {
                WithDefault value = method.getAnnotation(WithDefault.class);
                properties.put(name, value == null ? "" : value.value());
            }
        }
    }

    private static String kebab(String camel) {
        return camel.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(java.util.Locale.ROOT);
    }
}
