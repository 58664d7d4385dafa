// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.testing.LocalKafka;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A broker that writes, and whose answer is lost on the way. */
@Timeout(180)
class LostAnswerTest {
    @Test
    void aSendThatWasWrittenButNotConfirmedIsWrittenOnceAndInOrder() throws Exception {
        try (AnswerLosingProxy proxy = new AnswerLosingProxy();
                LocalKafka kafka = LocalKafka.startBehind(proxy.port())) {
            proxy.to(kafka.bootstrapServers());
            BrokerFixture broker = new BrokerFixture(
                            "127.0.0.1:" + proxy.port(), Map.of("nessiewatch.feed.partitions", "1"))
                    .withTopics();
            List<Outgoing> records = IntStream.range(0, 5)
                    .mapToObj(i -> new Outgoing(broker.counts(), "t" + i + "@main", new byte[] {1}, Map.of()))
                    .toList();
            try (TransactionalFeed feed = broker.openTail()) {
                int before = proxy.produces();
                proxy.lose(2);
                assertThat(feed.commit(records)).isEqualTo(new Publication.Committed(5));
                assertThat(proxy.produces() - before).as("sent again").isGreaterThanOrEqualTo(3);
            }
            assertThat(broker.keys(broker.counts()))
                    .containsExactly("t0@main", "t1@main", "t2@main", "t3@main", "t4@main");
        }
    }
}
