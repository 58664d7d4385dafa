// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.decide.PolicyConfig;
import dev.nessiewatch.event.DeadLetters;
import dev.nessiewatch.event.FeedConfig;
import dev.nessiewatch.event.FeedIdentity;
import dev.nessiewatch.event.Records;
import dev.nessiewatch.event.Topic;
import dev.nessiewatch.event.TopicReader;
import dev.nessiewatch.event.Topics;
import dev.nessiewatch.event.TransactionalFeed;
import dev.nessiewatch.launch.ArgoLauncher;
import dev.nessiewatch.launch.LaunchConfig;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.CensusReads;
import dev.nessiewatch.metadata.MetadataConfig;
import dev.nessiewatch.metadata.MetadataSource;
import dev.nessiewatch.metadata.MetadataSources;
import dev.nessiewatch.observe.Loops;
import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.observe.Neighbours;
import dev.nessiewatch.observe.ObserveConfig;
import dev.nessiewatch.prove.FeedProof;
import dev.nessiewatch.watch.Excludes;
import dev.nessiewatch.watch.NessieCommitLog;
import dev.nessiewatch.watch.NessieConfig;
import dev.nessiewatch.watch.TablesAtHead;
import dev.nessiewatch.watch.Tail;
import dev.nessiewatch.watch.TailLimits;
import dev.nessiewatch.watch.WatchConfig;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Quarkus;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

/** Builds the rooms from configuration and clock; the only place that knows both the container and the classes. */
@ApplicationScoped
public class Wiring {
    /** Most pages of 500 keys that the self-audit reads for one transaction. */
    private static final int AUDIT_PAGES = 200;

    @Produces
    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }

    @Produces
    @Singleton
    Clocks clocks(Clock wall) {
        return Clocks.of(wall);
    }

    @Produces
    @Singleton
    Loops loops() {
        return new Loops();
    }

    @Produces
    @Singleton
    Neighbours neighbours(ServiceConfig service, WatchConfig watch, LaunchConfig launch) {
        Neighbours neighbours = new Neighbours();
        if (service.role().tails()) {
            neighbours.expect("kafka", "tail");
            watch.references().forEach(reference -> neighbours.expect("nessie", reference));
        }
        if (service.role().triggers()) {
            neighbours.expect("kafka", "trigger");
            neighbours.expect("kafka", "channels");
            if (launch.mode() == LaunchConfig.Mode.ARGO) {
                neighbours.expect(ArgoLauncher.NEIGHBOUR, "template");
            }
        }
        return neighbours;
    }

    @Produces
    @Singleton
    Meters meters(
            MeterRegistry registry, ObserveConfig config, ServiceConfig service, WatchConfig watch, FeedConfig feed) {
        Meters meters = new Meters(registry, config);
        meters.begin(Happenings.known(service.role(), watch.references(), feed.topicPrefix()));
        return meters;
    }

    @Produces
    @Singleton
    Writer writer(ServiceConfig config, Clock clock) {
        return Writer.of(config, clock);
    }

    @Produces
    @Singleton
    Start.Sections sections(
            NessieConfig nessie,
            WatchConfig watch,
            MetadataConfig metadata,
            FeedConfig feed,
            PolicyConfig policy,
            LaunchConfig launch,
            ServiceConfig service,
            ObserveConfig observe) {
        return new Start.Sections(nessie, watch, metadata, feed, policy, launch, service, observe);
    }

    @Produces
    @Singleton
    Exit exit() {
        return new Exit(Quarkus::asyncExit);
    }

    @Produces
    @Singleton
    NessieCommitLog commitLog(NessieConfig config) {
        return new NessieCommitLog(config);
    }

    void closeCommitLog(@Disposes NessieCommitLog log) {
        log.close();
    }

    @Produces
    @Singleton
    TablesAtHead tablesAtHead(NessieCommitLog log, Loops loops) {
        return new TablesAtHead(new LivelyLog(log, loops));
    }

    @Produces
    @Singleton
    CensusReader censusReader(MetadataConfig config) {
        MetadataSource source = MetadataSources.of(config.properties());
        return new CensusReader(source, CensusLimits.of(config));
    }

    @Produces
    @Singleton
    CensusReads censusReads(CensusReader reader, MetadataConfig config) {
        return new CensusReads(reader, config.parallelism(), config.deadline());
    }

    void closeCensusReads(@Disposes CensusReads reads) {
        reads.close();
    }

    @Produces
    @Singleton
    FeedIdentity identity(NessieConfig nessie, FeedConfig feed) {
        return new FeedIdentity(nessie.catalog(), feed.topicPrefix());
    }

    @Produces
    @Singleton
    Records records(FeedIdentity identity) {
        return new Records(identity);
    }

    @Produces
    @Singleton
    DeadLetterBox deadLetters(
            FeedIdentity identity,
            FeedConfig config,
            @Identifier("default-kafka-broker") Map<String, Object> kafka,
            Meters meters) {
        return new DeadLetterBox(
                new DeadLetters(identity),
                new DeadLetterBox.Place(
                        new TopicReader(kafka), Topic.DEAD_LETTERS.name(config.topicPrefix()), readDeadline(config)),
                meters);
    }

    @Produces
    @Singleton
    Topics topics(FeedConfig config, @Identifier("default-kafka-broker") Map<String, Object> kafka) {
        return new Topics(config, kafka);
    }

    @Produces
    @Singleton
    TailFeed tailFeed(
            Topics topics,
            Records records,
            DeadLetterBox deadLetters,
            FeedConfig config,
            @Identifier("default-kafka-broker") Map<String, Object> kafka,
            TailFeed.Signals signals,
            Writer writer,
            Clock clock) {
        return new TailFeed(
                new TailFeed.Parts(
                        topics,
                        new TransactionalFeed(config, kafka, "tail"),
                        new TopicReader(kafka),
                        records,
                        deadLetters),
                signals,
                new TailFeed.Writer(writer.id(), readDeadline(config)),
                clock);
    }

    void closeTailFeed(@Disposes TailFeed feed) {
        feed.close();
    }

    @Produces
    @Singleton
    TailFeed.Signals tailFeedSignals(Meters meters, Neighbours neighbours, Exit exit) {
        return new TailFeed.Signals(meters, neighbours, exit);
    }

    @Produces
    @Singleton
    CommitToEvent commitToEvent(
            NessieCommitLog log,
            WatchConfig config,
            TailFeed feed,
            Measuring measuring,
            Records records,
            CommitToEvent.Signals signals,
            CommitToEvent.Settings settings,
            Clocks clocks) {
        Tail tail =
                new Tail(new LivelyLog(log, signals.loops()), new Excludes(config.exclude()), TailLimits.of(config));
        return new CommitToEvent(tail, feed, measuring, records, signals, settings, clocks);
    }

    @Produces
    @Singleton
    CommitToEvent.Settings commitToEventSettings(WatchConfig config, Patience patience) {
        return new CommitToEvent.Settings(config.references(), config.heartbeat(), patience.every(config.period()));
    }

    @Produces
    @Singleton
    Patience patience(NessieConfig nessie, MetadataConfig metadata, FeedConfig feed) {
        return Patience.of(nessie, metadata, feed);
    }

    @Produces
    @Singleton
    CommitToEvent.Signals commitToEventSignals(Meters meters, Neighbours neighbours, Loops loops) {
        return new CommitToEvent.Signals(meters, neighbours, loops);
    }

    @Produces
    @Singleton
    Measuring measuring(CensusReads reads, TablesAtHead heads, Clocks clocks) {
        return new Measuring(reads, heads, clocks);
    }

    @Produces
    @Singleton
    SelfAudit selfAudit(
            NessieCommitLog log,
            WatchConfig watch,
            FeedConfig feed,
            @Identifier("default-kafka-broker") Map<String, Object> kafka,
            Writer writer,
            Meters meters,
            Clocks clocks) {
        FeedProof.Feed topics = new FeedProof.Feed(
                new TopicReader(kafka),
                Topic.POSITIONS.name(feed.topicPrefix()),
                Topic.SNAPSHOT_COUNTS.name(feed.topicPrefix()),
                readDeadline(feed));
        FeedProof proof =
                new FeedProof(topics, new FeedProof.Nessie(log, log, new Excludes(watch.exclude()), AUDIT_PAGES));
        SelfAudit.Settings settings = new SelfAudit.Settings(watch.references(), watch.auditPeriod(), writer.id());
        return new SelfAudit(proof, log, meters, settings, clocks);
    }

    @Produces
    @Singleton
    Turns.Doors doors(CommitToEvent commitToEvent, EventToExpiry eventToExpiry, SelfAudit audit) {
        return new Turns.Doors(commitToEvent, eventToExpiry, audit);
    }

    @Produces
    @Singleton
    Turns.Settings turns(ServiceConfig service, WatchConfig watch) {
        return new Turns.Settings(service.role(), watch.period(), service.period());
    }

    /** Another writer's open transaction ends by its own time-out; reading waits a little longer than that. */
    static Duration readDeadline(FeedConfig config) {
        return config.transactionTimeout().plus(config.startTimeout());
    }
}
