// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Derives what a channel's configuration cannot compute from a number: the list of all partitions, each from its first
 * record. Registered under {@code META-INF/services}.
 */
public final class FeedChannels implements ConfigSourceFactory {
    private static final int DEFAULT_PARTITIONS = 6;
    /** Below application.properties: whoever sets these properties by hand means it. */
    private static final int ORDINAL = 50;

    @Override
    public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
        String all = fromTheFirstRecord(partitions(context.getValue("nessiewatch.feed.partitions")));
        Map<String, String> derived = new HashMap<>();
        derived.put("mp.messaging.incoming.snapshot-counts.assign-seek", all);
        derived.put("mp.messaging.incoming.ledger.assign-seek", all);
        derived.put("mp.messaging.incoming.positions.assign-seek", fromTheFirstRecord(1));
        return List.of(new PropertiesConfigSource(derived, "nessiewatch feed channels", ORDINAL));
    }

    /** {@code partition:0} for each; the connector takes offset 0 as "from the beginning". */
    static String fromTheFirstRecord(int partitions) {
        return IntStream.range(0, partitions).mapToObj(n -> n + ":0").collect(Collectors.joining(","));
    }

    /** A number that makes no sense is reported by {@link FeedConfig}; here it must only do no harm. */
    private static int partitions(ConfigValue configured) {
        String text = configured == null ? null : configured.getValue();
        if (text == null || !text.strip().matches("\\d{1,4}")) {
            return DEFAULT_PARTITIONS;
        }
        return Math.max(1, Integer.parseInt(text.strip()));
    }
}
