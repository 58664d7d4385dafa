// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InterruptException;

/** How long a topic keeps every record, also those that a later one of the same key supersedes. */
public final class CompactionLag {
    private final KafkaClients clients;

    /** @param kafka connection settings, {@code bootstrap.servers} and so on */
    public CompactionLag(Map<String, Object> kafka) {
        this.clients = new KafkaClients(kafka);
    }

    /**
     * The topic's {@code min.compaction.lag.ms}; empty when the broker does not tell, which may be a missing permission.
     *
     * @param topic full name
     * @param timeout how long asking may take
     */
    public Optional<Duration> of(String topic, Duration timeout) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        try (Admin admin = clients.admin(timeout)) {
            Config config = admin.describeConfigs(Set.of(resource)).all().get().get(resource);
            ConfigEntry lag = config == null ? null : config.get("min.compaction.lag.ms");
            return Optional.ofNullable(lag)
                    .map(ConfigEntry::value)
                    .map(Long::valueOf)
                    .map(Duration::ofMillis);
        } catch (ExecutionException | KafkaException | NumberFormatException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
