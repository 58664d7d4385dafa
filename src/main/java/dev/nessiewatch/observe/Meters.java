// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.observe;

import io.micrometer.core.instrument.Counter;
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
        gauge("nessiewatch.paused", "Whether an operator paused all launches", paused);
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
            List<String> roles, List<String> references, List<String> topics, List<String> loops, List<String> verdicts) {}

    /**
     * Counters that alerts ask for stand at zero from the start: the first increase of one that was not there before is no
     * increase to Prometheus.
     */
    public void begin(Known known) {
        known.verdicts().forEach(kind -> verdicts(kind, 0));
        known.topics().forEach(topic -> deadLetters(topic, 0));
        known.loops().forEach(loop -> faults(loop, 0));
        for (String reference : known.references()) {
            audited(reference, 0, 0);
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

    /** One look at a reference. */
    public void polled(String reference, String result) {
        counter("nessiewatch.polls", "Looks at a reference, by result", "reference", reference, "result", result);
    }

    /**
     * A comparison of all contents was needed.
     *
     * @param reason {@code start} for the first look of a process, {@code log} when the log did not show what had happened
     */
    public void reconciled(String reference, String reason) {
        reconciles(reference, reason, 1);
    }

    /** A transaction was committed to the feed. */
    public void published(String reference, long sequence, int events, int left) {
        sequences.set(List.of(reference), sequence);
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
        lost(role, why, 1);
    }

    /** Records of a role now come from another process than before. */
    public void writerChanged(String role) {
        writers(role, 1);
    }

    /** A record that nobody could read was put aside. */
    public void deadLetter(String topic) {
        deadLetters(topic, 1);
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

    /** Whether an operator paused all launches. */
    public void paused(boolean now) {
        paused.set(now ? 1 : 0);
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
        verdicts(kind, 1);
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
        faults(loop, 1);
    }

    private void reconciles(String reference, String reason, int times) {
        count(
                "nessiewatch.reconciles",
                "Comparisons of all contents at HEAD with what was published, by what made them necessary",
                times,
                "reference",
                reference,
                "reason",
                reason);
    }

    private void lost(String role, String why, int times) {
        count("nessiewatch.producer.lost", "Producers given up, by reason", times, "role", role, "reason", why);
    }

    private void writers(String role, int times) {
        count("nessiewatch.writer.changes", "Times that another process began to write", times, "role", role);
    }

    private void deadLetters(String topic, int times) {
        count("nessiewatch.dead.letters", "Records that could not be read and were put aside", times, "topic", topic);
    }

    private void verdicts(String kind, int times) {
        count("nessiewatch.verdicts", "Orders closed, by verdict", times, "kind", kind);
    }

    private void faults(String loop, int times) {
        count("nessiewatch.faults", "Turns that ended with a fault of this program", times, "loop", loop);
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
