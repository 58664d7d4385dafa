// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.event.FeedConfig;
import dev.nessiewatch.metadata.MetadataConfig;
import dev.nessiewatch.watch.NessieConfig;
import java.time.Duration;

/**
 * How long a loop may show no sign of life before it counts as wedged: the time limits of everything that may come between
 * two signs, together. A loop that is slow, or that waits for a neighbour who is away, is never taken for a wedged one.
 *
 * @param longest without a sign
 */
record Patience(Duration longest) {
    /** Two requests: a token may have to be fetched for one. */
    private static final int REQUESTS = 2;
    /** Topics asked for and made, a hold taken, the feed read back, a transaction begun, sent and given up. */
    private static final int BROKER_CALLS = 8;

    private static final Duration SPARE = Duration.ofMinutes(1);

    /** With the limits as configured; about 6.5 minutes where nothing is. */
    static Patience of(NessieConfig nessie, MetadataConfig metadata, FeedConfig feed) {
        Duration request = millis(nessie, "nessie.transport.read-timeout", 10_000)
                .plus(millis(nessie, "nessie.transport.connect-timeout", 5_000));
        Duration broker = feed.startTimeout().multipliedBy(BROKER_CALLS).plus(feed.transactionTimeout());
        return new Patience(request.multipliedBy(REQUESTS)
                .plus(metadata.deadline())
                .plus(broker)
                .plus(SPARE));
    }

    /** The same for a loop that begins a turn in each period. */
    Duration every(Duration period) {
        return longest.plus(period);
    }

    private static Duration millis(NessieConfig nessie, String property, long usual) {
        String text = nessie.properties().getOrDefault(property, "");
        return Duration.ofMillis(text.matches("\\d{1,9}") ? Long.parseLong(text) : usual);
    }
}
