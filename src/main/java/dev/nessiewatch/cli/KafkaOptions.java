// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.event.ClientSettings;
import dev.nessiewatch.watch.Excludes;
import dev.nessiewatch.watch.WatchConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * Which broker, and which topics: options on top of what the service itself is configured with, so that a command needs
 * none of them where the service runs.
 */
final class KafkaOptions {
    private static final String PREFIX = "kafka.";
    private static final String SERVERS = "bootstrap.servers";

    @Option(
            names = "--bootstrap-servers",
            paramLabel = "HOST:PORT",
            description = "The broker (default: kafka.bootstrap.servers as configured, else localhost:9092).")
    private @Nullable String bootstrapServers;

    @Option(
            names = "--kafka-property",
            paramLabel = "KEY=VALUE",
            description = "Setting of the Kafka client, such as security.protocol=SSL; may be repeated (default:"
                    + " kafka.* as configured).")
    private Map<String, String> kafkaProperties = new LinkedHashMap<>();

    @Option(
            names = "--topic-prefix",
            paramLabel = "P",
            description = "Start of the topics' names (default: nessiewatch.feed.topic-prefix as configured, else"
                    + " nessiewatch).")
    private @Nullable String topicPrefix;

    /** Connection settings. */
    Map<String, Object> clients(CommandSettings settings) {
        Map<String, Object> clients = new LinkedHashMap<>();
        clients.put(SERVERS, "localhost:9092");
        settings.all().forEach((name, value) -> {
            // As the service reads them: KAFKA_SASL_MECHANISM and kafka.sasl.mechanism are the same setting.
            String lower = name.toLowerCase(Locale.ROOT).replace('_', '.');
            if (lower.startsWith(PREFIX) && !value.isBlank()) {
                clients.put(lower.substring(PREFIX.length()), value);
            }
        });
        ClientSettings.misspelt(kafkaProperties.keySet()).ifPresent(settings::refuse);
        clients.putAll(kafkaProperties);
        if (bootstrapServers != null) {
            clients.put(SERVERS, bootstrapServers);
        }
        return clients;
    }

    /** Start of the topics' names. */
    String topicPrefix(CommandSettings settings) {
        if (topicPrefix != null) {
            return topicPrefix;
        }
        return settings.value("nessiewatch.feed.topic-prefix").orElse("nessiewatch");
    }

    /** Where the trigger listens, with what is excluded as configured here. */
    AskTrigger.Place place(CommandSettings settings) {
        return new AskTrigger.Place(clients(settings), topicPrefix(settings), excludes(settings));
    }

    private static Excludes excludes(CommandSettings settings) {
        try {
            return new Excludes(settings.section(WatchConfig.class).exclude());
        } catch (IllegalArgumentException | ParameterException e) {
            // The service says so when it starts; here the excludes only explain why a table is not there.
            return new Excludes(List.of());
        }
    }
}
