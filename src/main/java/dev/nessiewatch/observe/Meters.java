// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Every number that this service shows, defined once: name, labels, unit, meaning. One method per happening. */
public final class Meters {
    private final MeterRegistry registry;
    private final Map<String, AtomicLong> sequences = new ConcurrentHashMap<>();
    private final MultiGauge tables;
    private final AtomicLong unreadable = new AtomicLong();
    private final AtomicLong missing = new AtomicLong();
    private final AtomicLong openRuns = new AtomicLong();
    private final AtomicLong watched = new AtomicLong();
    private final AtomicLong urgent = new AtomicLong();
    private final AtomicLong paused = new AtomicLong();
    private final AtomicLong pausedTables = new AtomicLong();

    public Meters(MeterRegistry registry) {
        this.registry = registry;
        this.tables = MultiGauge.builder("nessiewatch.tables")
                .description("Tables by the outcome of their last decision")
                .register(registry);
        gauge("nessiewatch.tables.watched", "Tables in the watched set", watched);
        gauge("nessiewatch.tables.unreadable", "Tables whose newest metadata could not be read", unreadable);
        gauge(
                "nessiewatch.live.metadata.missing",
                "Tables whose newest metadata file does not exist: data loss, whatever the cause",
                missing);
        gauge(
                "nessiewatch.tables.urgent",
                "Tables that a person has to look at, because waiting does not help",
                urgent);
        gauge("nessiewatch.paused", "1 while an operator has paused all launches, else 0", paused);
        gauge("nessiewatch.tables.paused", "Tables that an operator paused one by one", pausedTables);
        gauge("nessiewatch.runs.open", "Runs that were launched and have no verdict yet", openRuns);
    }

    /** One look at a reference. */
    public void polled(String reference, String result) {
        counter("nessiewatch.polls", "Looks at a reference, by result", "reference", reference, "result", result);
    }

    /** A comparison of all contents was needed. */
    public void reconciled(String reference) {
        counter(
                "nessiewatch.reconciles",
                "Comparisons of all contents at HEAD with what was published",
                "reference",
                reference);
    }

    /** A transaction was committed to the feed. */
    public void published(String reference, long sequence, int events, int left) {
        sequences
                .computeIfAbsent(reference, name -> {
                    AtomicLong value = new AtomicLong();
                    Gauge.builder("nessiewatch.feed.sequence", value, AtomicLong::get)
                            .description("Number of the last committed transaction of a reference")
                            .tags("reference", name)
                            .register(registry);
                    return value;
                })
                .set(sequence);
        count("nessiewatch.events", "Records published", events, "kind", "measurement");
        count("nessiewatch.events", "Records published", left, "kind", "left");
    }

    /** Time from a Nessie commit to the committed record about it. */
    public void commitToEvent(Duration delay) {
        Timer.builder("nessiewatch.commit.to.event")
                .description("From the server time of a Nessie commit to the committed record about it")
                .publishPercentiles(0.5, 0.99)
                .register(registry)
                .record(delay.isNegative() ? Duration.ZERO : delay);
    }

    /** Another instance has taken over, or the producer had to be made anew. */
    public void producerLost(String role, String why) {
        counter("nessiewatch.producer.lost", "Producers given up, by reason", "role", role, "reason", why);
    }

    /** A record that nobody could read was put aside. */
    public void deadLetter(String topic) {
        counter("nessiewatch.dead.letters", "Records that could not be read and were put aside", "topic", topic);
    }

    /** The watched set as it is now. */
    public void watched(int all, int notReadable, int notThere) {
        watched.set(all);
        unreadable.set(notReadable);
        missing.set(notThere);
    }

    /** Tables by outcome, as of the last round of decisions. */
    public void decided(Map<String, Integer> byOutcome) {
        tables.register(
                byOutcome.entrySet().stream()
                        .map(e -> MultiGauge.Row.of(Tags.of("outcome", e.getKey()), e.getValue()))
                        .toList(),
                true);
    }

    /** Tables that a person has to look at, as of the last round of decisions. */
    public void urgent(int tablesNow) {
        urgent.set(tablesNow);
    }

    /** The outcome of a table changed. */
    public void transition(String to) {
        counter("nessiewatch.transitions", "Changes of a table's outcome, by the new one", "to", to);
    }

    /** A run was created. */
    public void launched(String launcher) {
        counter("nessiewatch.runs.launched", "Runs created", "launcher", launcher);
    }

    /** A confirmation was refused. */
    public void refused(String reason) {
        counter("nessiewatch.confirmations.refused", "Launches that HEAD did not confirm, by reason", "reason", reason);
    }

    /** Runs that have no verdict yet. */
    public void openRuns(int open) {
        openRuns.set(open);
    }

    /** An order was closed. */
    public void verdict(String kind, int removed) {
        counter("nessiewatch.verdicts", "Orders closed, by verdict", "kind", kind);
        count("nessiewatch.snapshots.removed", "Snapshots proven to be removed by own runs", removed);
    }

    /** Published transactions were held against Nessie's own differences. */
    public void audited(String reference, long sequences, long mismatches) {
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

    /** A chunk of a comparison was published. */
    public void reconcileProgress(String reference, int published) {
        count(
                "nessiewatch.reconciled.tables",
                "Changes published by comparisons of all contents",
                published,
                "reference",
                reference);
    }

    /** A turn of a loop ended with an error that is a fault of this program. */
    public void fault(String loop) {
        counter("nessiewatch.faults", "Turns that ended with a fault of this program", "loop", loop);
    }

    /** An operator's command was answered. */
    public void commanded(String command, String outcome) {
        counter(
                "nessiewatch.operator.commands",
                "Commands of operators, by what came of them",
                "command",
                command,
                "outcome",
                outcome);
    }

    /** What operators paused, as it is now. */
    public void paused(boolean everything, int tablesOneByOne) {
        paused.set(everything ? 1 : 0);
        pausedTables.set(tablesOneByOne);
    }

    private void gauge(String name, String description, AtomicLong value) {
        Gauge.builder(name, value, AtomicLong::get).description(description).register(registry);
    }

    private void counter(String name, String description, String... labels) {
        count(name, description, 1, labels);
    }

    private void count(String name, String description, long times, String... labels) {
        Counter.builder(name)
                .description(description)
                .tags(labels)
                .register(registry)
                .increment(times);
    }
}
