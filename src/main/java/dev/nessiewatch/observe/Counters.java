// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counters, each defined once; those that alerts ask for by a method of their own, as they also stand at zero from the start. */
final class Counters {
    private final MeterRegistry registry;

    Counters(MeterRegistry registry) {
        this.registry = registry;
    }

    void begin(Meters.Known known) {
        known.verdicts().forEach(kind -> verdicts(kind, 0));
        known.topics().forEach(topic -> deadLetters(topic, 0));
        known.loops().forEach(loop -> faults(loop, 0));
        for (String reference : known.references()) {
            audits(reference, 0, 0);
            reconciles(reference, "start", 0);
            reconciles(reference, "log", 0);
        }
        for (String role : known.roles()) {
            lost(role, "fenced", 0);
            lost(role, "broken", 0);
        }
        if (known.roles().contains("trigger")) {
            writers("tail", 0); // Seen by the trigger, which outlives a tail that is fenced.
        }
    }

    void reconciles(String reference, String reason, int times) {
        count(
                "nessiewatch.reconciles",
                "Comparisons of all contents at HEAD with what was published, by what made them necessary",
                times,
                "reference",
                reference,
                "reason",
                reason);
    }

    void audits(String reference, long sequences, long mismatches) {
        count(
                "nessiewatch.feed.audit.sequences",
                "Transactions that were held against Nessie's own difference",
                sequences,
                "reference",
                reference);
        count(
                "nessiewatch.feed.audit.mismatch",
                "Differences between the feed and Nessie that an audit found",
                mismatches,
                "reference",
                reference);
    }

    void lost(String role, String why, int times) {
        count("nessiewatch.producer.lost", "Producers given up, by reason", times, "role", role, "reason", why);
    }

    void writers(String role, int times) {
        count("nessiewatch.writer.changes", "Times that another process began to write", times, "role", role);
    }

    void deadLetters(String topic, int times) {
        count("nessiewatch.dead.letters", "Records that could not be read and were put aside", times, "topic", topic);
    }

    void verdicts(String kind, int times) {
        count("nessiewatch.verdicts", "Orders closed, by verdict", times, "kind", kind);
    }

    void faults(String loop, int times) {
        count("nessiewatch.faults", "Turns that ended with a fault of this program", times, "loop", loop);
    }

    void count(String name, String description, long times, String... labels) {
        Counter.builder(name)
                .description(description)
                .tags(labels)
                .register(registry)
                .increment(times);
    }
}
