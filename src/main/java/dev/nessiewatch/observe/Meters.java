// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Every number that this service shows, defined once: name, labels, unit, meaning. One method per happening. */
public final class Meters {
    private final MeterRegistry registry;
    private final Counters counted;
    private final TableMeters tables;
    private final WeeklyMeters weekly;
    private final Family byOutcome;
    private final Family sequences;
    private final Family positions;
    private final AtomicLong unreadable = new AtomicLong();
    private final AtomicLong missing = new AtomicLong();
    private final AtomicLong openRuns = new AtomicLong();
    private final AtomicLong watched = new AtomicLong();
    private final AtomicLong urgent = new AtomicLong();
    private final AtomicLong paused = new AtomicLong();
    private final AtomicLong pausedTables = new AtomicLong();

    /** With tables shown by name as by default. */
    public Meters(MeterRegistry registry) {
        this(registry, TableMeters.Terms.DEFAULT);
    }

    /** With tables shown by name as configured. */
    public Meters(MeterRegistry registry, ObserveConfig config) {
        this(registry, new TableMeters.Terms(config.tablesShown(), config.shownFrom()));
    }

    Meters(MeterRegistry registry, TableMeters.Terms terms) {
        this.registry = registry;
        this.counted = new Counters(registry);
        this.tables = new TableMeters(registry, terms);
        this.weekly = new WeeklyMeters(registry);
        this.byOutcome =
                new Family(registry, "nessiewatch.tables", "Tables by the outcome of their last decision", "outcome");
        this.sequences = new Family(
                registry,
                "nessiewatch.feed.sequence",
                "Number of the last committed transaction of a reference",
                "reference");
        this.positions = new Family(
                registry,
                "nessiewatch.feed.position.timestamp.seconds",
                "When the position of a reference was last published, as a new one or as a heartbeat",
                "reference");
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
        gauge("nessiewatch.runs.open", "Runs that were launched and have no verdict yet", openRuns);
        gauge("nessiewatch.paused", "1 while an operator has paused all launches, else 0", paused);
        gauge("nessiewatch.tables.paused", "Tables that an operator paused one by one", pausedTables);
    }

    /**
     * What may happen to this process.
     *
     * @param roles roles it plays
     * @param references branches it watches
     * @param topics topics it reads, by full name
     * @param loops loops that turn in it
     * @param verdicts kinds of verdicts
     */
    public record Known(
            List<String> roles,
            List<String> references,
            List<String> topics,
            List<String> loops,
            List<String> verdicts) {}

    /**
     * Counters that alerts ask for stand at zero from the start: the first increase of one that was not there before is no
     * increase to Prometheus.
     */
    public void begin(Known known) {
        counted.begin(known);
    }

    /** One look at a reference. */
    public void polled(String reference, String result) {
        counted.count(
                "nessiewatch.polls", "Looks at a reference, by result", 1, "reference", reference, "result", result);
    }

    /**
     * A comparison of all contents was needed.
     *
     * @param reason {@code start} for the first look of a process, {@code log} when the log did not show what had happened
     */
    public void reconciled(String reference, String reason) {
        counted.reconciles(reference, reason, 1);
    }

    /** A transaction was committed to the feed. */
    public void published(String reference, long sequence, int events, int left) {
        sequences.set(List.of(reference), sequence);
        counted.count("nessiewatch.events", "Records published", events, "kind", "measurement");
        counted.count("nessiewatch.events", "Records published", left, "kind", "left");
    }

    /** Time from a Nessie commit to the committed record about it. */
    public void commitToEvent(Duration delay) {
        Timer.builder("nessiewatch.commit.to.event")
                .description("From the server time of a Nessie commit to the committed record about it")
                .publishPercentiles(0.5, 0.99)
                .register(registry)
                .record(delay.isNegative() ? Duration.ZERO : delay);
    }

    /** The position of a reference was published, or seen. */
    public void position(String reference, Instant at) {
        positions.set(List.of(reference), at.toEpochMilli() / 1000.0);
    }

    /** The newest position of every reference that has one; others have none any more. */
    public void positions(Map<String, Instant> newest) {
        Map<List<String>, Double> values = new HashMap<>();
        newest.forEach((reference, at) -> values.put(List.of(reference), at.toEpochMilli() / 1000.0));
        positions.replace(values);
    }

    /** Another instance has taken over, or the producer had to be made anew. */
    public void producerLost(String role, String why) {
        counted.lost(role, why, 1);
    }

    /** Records of a role now come from another process than before. */
    public void writerChanged(String role) {
        counted.writers(role, 1);
    }

    /** A record that nobody could read was put aside. */
    public void deadLetter(String topic) {
        counted.deadLetters(topic, 1);
    }

    /** The watched set as it is now. */
    public void watched(int all, int notReadable, int notThere) {
        watched.set(all);
        unreadable.set(notReadable);
        missing.set(notThere);
    }

    /** Tables by outcome, as of the last round of decisions. */
    public void decided(Map<String, Integer> counts) {
        counts.forEach((outcome, count) -> byOutcome.set(List.of(outcome), count));
    }

    /** How all tables stand now. From one thread. */
    public void tables(Iterable<TableFigures> all) {
        tables.refresh(all);
    }

    /** What was seen of the weekly run. */
    public void weekly(WeeklyFigures figures) {
        weekly.show(figures);
    }

    /** Tables that a person has to look at, as of the last round of decisions. */
    public void urgent(int tablesNow) {
        urgent.set(tablesNow);
    }

    /** The outcome of a table changed. */
    public void transition(String to) {
        counted.count("nessiewatch.transitions", "Changes of a table's outcome, by the new one", 1, "to", to);
    }

    /** A run was created. */
    public void launched(String launcher) {
        counted.count("nessiewatch.runs.launched", "Runs created", 1, "launcher", launcher);
    }

    /** A confirmation was refused. */
    public void refused(String reason) {
        counted.count(
                "nessiewatch.confirmations.refused",
                "Launches that HEAD did not confirm, by reason",
                1,
                "reason",
                reason);
    }

    /** Runs that have no verdict yet. */
    public void openRuns(int open) {
        openRuns.set(open);
    }

    /** An order was closed. */
    public void verdict(String kind, int removed) {
        counted.verdicts(kind, 1);
        counted.count("nessiewatch.snapshots.removed", "Snapshots proven to be removed by own runs", removed);
    }

    /** Published transactions were held against Nessie's own differences. */
    public void audited(String reference, long sequences, long mismatches) {
        counted.audits(reference, sequences, mismatches);
    }

    /** A chunk of a comparison was published. */
    public void reconcileProgress(String reference, int published) {
        counted.count(
                "nessiewatch.reconciled.tables",
                "Changes published by comparisons of all contents",
                published,
                "reference",
                reference);
    }

    /** A turn of a loop ended with an error that is a fault of this program. */
    public void fault(String loop) {
        counted.faults(loop, 1);
    }

    /** An operator's command was answered. */
    public void commanded(String command, String outcome) {
        counted.count(
                "nessiewatch.operator.commands",
                "Commands of operators, by what came of them",
                1,
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
}
