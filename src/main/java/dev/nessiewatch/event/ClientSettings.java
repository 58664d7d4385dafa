// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.Likeness;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The settings that Kafka's clients know. They pass over others in silence, which may mean without encryption. */
public final class ClientSettings {
    private static final Set<String> KNOWN = Stream.of(
                    AdminClientConfig.configNames(), ConsumerConfig.configNames(), ProducerConfig.configNames())
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    private ClientSettings() {}

    /**
     * One line about the first name that is nearly one of a setting; empty when there is none. A name that is like no
     * setting passes: a class that is plugged into a client may know it.
     */
    public static Optional<String> misspelt(Collection<String> names) {
        for (String name : names) {
            if (!KNOWN.contains(name)) {
                Optional<String> meant = Likeness.near(name, KNOWN).stream().findFirst();
                if (meant.isPresent()) {
                    return Optional.of("Kafka's clients have no setting '" + name + "'; did you mean " + meant.get());
                }
            }
        }
        return Optional.empty();
    }
}
