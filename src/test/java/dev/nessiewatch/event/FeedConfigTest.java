// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FeedConfigTest {
    @Test
    void hasTheseDefaults() {
        FeedConfig config = feed(Map.of());

        assertThat(config.topicPrefix()).isEqualTo("nessiewatch");
        assertThat(config.partitions()).isEqualTo(6);
        assertThat(config.replicationFactor()).isEqualTo((short) -1);
        assertThat(config.transactionalIdPrefix()).isEqualTo("nessiewatch");
        assertThat(config.transactionTimeout()).isEqualTo(Duration.ofSeconds(15));
        assertThat(config.createTopics()).isTrue();
        assertThat(config.startTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(FeedConfig.problems(config)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "topic-prefix,a b",
        "transactional-id-prefix,ä",
        "partitions,0",
        "partitions,1001",
        "replication-factor,0",
        "transaction-timeout,PT0.5S",
        "start-timeout,PT2H"
    })
    void namesThePropertyThatIsWrong(String property, String value) {
        assertThat(FeedConfig.problems(feed(Map.of("nessiewatch.feed." + property, value))))
                .singleElement()
                .asString()
                .startsWith("nessiewatch.feed." + property + " ");
    }

    @Test
    void assignsEveryPartitionFromItsFirstRecord() {
        SmallRyeConfig config = config(Map.of("nessiewatch.feed.partitions", "3"));

        assertThat(config.getValue("mp.messaging.incoming.snapshot-counts.assign-seek", String.class))
                .isEqualTo("0:0,1:0,2:0");
        assertThat(config.getValue("mp.messaging.incoming.ledger.assign-seek", String.class))
                .isEqualTo("0:0,1:0,2:0");
        assertThat(config.getValue("mp.messaging.incoming.positions.assign-seek", String.class))
                .isEqualTo("0:0");
    }

    @ParameterizedTest
    @CsvSource({"x", "-1", "999999"})
    void leavesANumberThatIsNoneToTheCheck(String partitions) {
        SmallRyeConfig config = config(Map.of("nessiewatch.feed.partitions", partitions));

        assertThat(config.getValue("mp.messaging.incoming.ledger.assign-seek", String.class))
                .isEqualTo("0:0,1:0,2:0,3:0,4:0,5:0");
    }

    private static FeedConfig feed(Map<String, String> properties) {
        return sources(properties).withMapping(FeedConfig.class).build().getConfigMapping(FeedConfig.class);
    }

    private static SmallRyeConfig config(Map<String, String> properties) {
        return sources(properties).build();
    }

    /** Found as the application finds them: a list of partitions that nobody asks for leaves the channels in a group. */
    private static SmallRyeConfigBuilder sources(Map<String, String> properties) {
        return new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(properties, "test", 500))
                .addDiscoveredSources();
    }
}
