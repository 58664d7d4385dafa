// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.deploy.Manifests;
import dev.nessiewatch.testing.Tool;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The KafkaTopics of {@code deploy/k8s}, held against the topics that the service makes and expects. */
class DeployedTopicsTest {
    @Test
    void areWhatTheServiceWouldMakeItself() {
        Tool.KUBECTL.require();
        FeedConfig config = new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(FeedConfig.class)
                .build()
                .getConfigMapping(FeedConfig.class);
        Manifests prod = Manifests.overlay("prod");

        assertThat(prod.all("KafkaTopic")).hasSize(Topic.values().length);
        for (Topic topic : Topic.values()) {
            JsonNode spec =
                    prod.one("KafkaTopic", topic.name(config.topicPrefix())).path("spec");
            Map<String, String> settings = new TreeMap<>();
            spec.path("config")
                    .properties()
                    .forEach(entry ->
                            settings.put(entry.getKey(), entry.getValue().asText()));
            // Safety against a lost broker is the cluster's matter.
            assertThat(settings.remove("min.insync.replicas")).isEqualTo("2");
            assertThat(settings).as(topic.name()).containsExactlyInAnyOrderEntriesOf(topic.settings());
            assertThat(spec.path("partitions").asInt()).isEqualTo(topic.partitions(config));
            assertThat(spec.path("replicas").asInt()).isEqualTo(3);
        }
    }
}
