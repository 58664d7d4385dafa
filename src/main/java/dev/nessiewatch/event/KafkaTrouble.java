// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import java.util.Locale;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Kafka's exceptions in words that a person can act on, one line each. */
final class KafkaTrouble {
    private KafkaTrouble() {}

    /** What failed, where, why, and what to look at. */
    static String line(String action, String address, Throwable trouble) {
        Throwable cause = root(trouble);
        return WireChecks.oneLine(action + " (Kafka at " + address + ") failed: " + reason(cause) + remedy(cause));
    }

    /** Another writer took over, or the broker gave up on ours: this producer can never commit again. */
    static boolean isFenced(Throwable trouble) {
        for (Throwable t = trouble; t != null; t = t.getCause()) {
            if (t instanceof ProducerFencedException || t instanceof InvalidProducerEpochException) {
                return true;
            }
        }
        return false;
    }

    /** The innermost exception that Kafka itself raised; wrappers say nothing of their own. */
    static Throwable root(Throwable trouble) {
        Throwable found = trouble;
        while (found.getCause() != null
                && (found instanceof ExecutionException
                        || found.getClass() == KafkaException.class
                        || found.getCause() instanceof KafkaException)) {
            found = found.getCause();
        }
        return found;
    }

    private static String reason(Throwable cause) {
        String words = cause.getClass()
                .getSimpleName()
                .replaceAll("Exception$", "")
                .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                .toLowerCase(Locale.ROOT);
        return cause.getMessage() == null ? words : words + ", " + cause.getMessage();
    }

    private static String remedy(Throwable cause) {
        if (cause instanceof AuthorizationException) {
            return "; grant this client the right, see the broker's ACLs";
        }
        if (cause instanceof AuthenticationException) {
            return "; check kafka.security.protocol and kafka.sasl.*";
        }
        if (cause instanceof UnknownTopicOrPartitionException) {
            return "; create the topic, or set nessiewatch.feed.create-topics=true";
        }
        if (cause instanceof RecordTooLargeException) {
            return "; raise kafka.max.request.size here and max.message.bytes of the topic";
        }
        if (cause instanceof TimeoutException || cause instanceof ConfigException) {
            return "; check kafka.bootstrap.servers and that the broker runs";
        }
        return "";
    }
}
