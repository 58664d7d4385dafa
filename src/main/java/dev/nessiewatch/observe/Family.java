// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One gauge with labels: a series for each combination of them that has a value now. A value changes in place. To take a
 * series out and put it back would let a scrape in between find it missing, and an alert on it would begin anew.
 */
final class Family {
    private final MeterRegistry registry;
    private final String name;
    private final String description;
    private final List<String> labels;
    private final Map<List<String>, Series> series = new ConcurrentHashMap<>();

    Family(MeterRegistry registry, String name, String description, String... labels) {
        this.registry = registry;
        this.name = name;
        this.description = description;
        this.labels = List.of(labels);
    }

    /** Sets one value; the others stay. */
    void set(List<String> labelled, double value) {
        // A new series is seen with its value at once, never with a zero that nobody meant.
        series.computeIfAbsent(labelled, added -> register(added, value)).value = value;
    }

    /** Sets all values; a series that has none is gone afterwards. */
    void replace(Map<List<String>, Double> values) {
        values.forEach(this::set);
        for (List<String> known : new ArrayList<>(series.keySet())) {
            if (!values.containsKey(known)) {
                Series gone = series.remove(known);
                if (gone != null && gone.gauge != null) {
                    registry.remove(gone.gauge);
                }
            }
        }
    }

    private Series register(List<String> labelled, double value) {
        Tags tags = Tags.empty();
        for (int i = 0; i < labels.size(); i++) {
            tags = tags.and(labels.get(i), labelled.get(i));
        }
        Series made = new Series(value);
        made.gauge = Gauge.builder(name, made, one -> one.value)
                .description(description)
                .tags(tags)
                .register(registry);
        return made;
    }

    /** One value, read by scrapes while it is written. */
    private static final class Series {
        private volatile double value;
        private @Nullable Gauge gauge;

        Series(double value) {
            this.value = value;
        }
    }
}
