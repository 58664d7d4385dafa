// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import org.apache.kafka.common.TopicPartition;

/**
 * One partition of a topic.
 *
 * @param topic full name of the topic
 * @param number from 0
 */
public record Partition(String topic, int number) {
    static Partition of(TopicPartition partition) {
        return new Partition(partition.topic(), partition.partition());
    }

    @Override
    public String toString() {
        return topic + "-" + number;
    }
}
