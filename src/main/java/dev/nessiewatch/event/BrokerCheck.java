// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Whether a broker answers at all. Asked first by a command, which would otherwise wait for a broker that is away as long as
 * it may wait for everything else.
 */
public final class BrokerCheck {
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private BrokerCheck() {}

    /**
     * Asks once.
     *
     * @param kafka connection settings, {@code bootstrap.servers} and so on
     * @param most how long it may take; never more than 10 s
     * @return one line with the broker's address and the remedy; empty when a broker answers
     */
    public static Optional<String> trouble(Map<String, Object> kafka, Duration most) {
        Duration limit = most.compareTo(LONGEST) < 0 ? most : LONGEST;
        KafkaClients clients = new KafkaClients(kafka);
        try (Admin admin = clients.admin(limit)) {
            admin.describeCluster().nodes().get();
            return Optional.empty();
        } catch (ExecutionException | KafkaException e) {
            return Optional.of(
                    KafkaTrouble.root(e) instanceof TimeoutException
                            ? "No Kafka broker answers at " + clients.address() + " within "
                                    + Math.max(1, limit.toSeconds())
                                    + " s; check that one runs there, kafka.bootstrap.servers, and"
                                    + " kafka.security.protocol"
                            : KafkaTrouble.line("Asking the broker", clients.address(), e));
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
