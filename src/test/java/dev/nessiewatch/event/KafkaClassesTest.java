// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;

/** Class names that reach Kafka's clients as settings: a native image has only those that are registered. */
class KafkaClassesTest {
    private static final Set<String> REGISTERED = Stream.of(KafkaClasses.class
                    .getAnnotation(RegisterForReflection.class)
                    .targets())
            .map(Class::getName)
            .collect(Collectors.toUnmodifiableSet());

    @Test
    void holdEveryDefaultOfTheClients() {
        Set<String> defaults = new TreeSet<>();
        for (ConfigDef definition :
                List.of(ConsumerConfig.configDef(), ProducerConfig.configDef(), AdminClientConfig.configDef())) {
            definition.configKeys().values().forEach(key -> addClasses(key.defaultValue, defaults));
        }
        assertThat(defaults).isNotEmpty();
        assertThat(REGISTERED).containsAll(defaults);
    }

    @Test
    void holdEveryClassThatTheShippedConfigurationNames() throws IOException {
        Properties shipped = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of("src/main/resources/application.properties"))) {
            shipped.load(reader);
        }
        Set<String> named = new TreeSet<>();
        shipped.stringPropertyNames().stream()
                .filter(name -> name.startsWith("mp.messaging."))
                .forEach(name -> addClasses(List.of(shipped.getProperty(name)), named));
        assertThat(named).isNotEmpty();
        assertThat(REGISTERED).containsAll(named);
    }

    private static void addClasses(Object value, Set<String> names) {
        if (value instanceof Class<?> type) {
            names.add(type.getName());
        } else if (value instanceof Collection<?> several) {
            several.forEach(one -> addClasses(one, names));
        } else if (value instanceof String text && text.matches("(\\w+\\.){3,}[A-Z]\\w+")) {
            names.add(text);
        }
    }
}
