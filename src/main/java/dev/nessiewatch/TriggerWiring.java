// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.confirm.Confirmer;
import dev.nessiewatch.confirm.HeadReader;
import dev.nessiewatch.decide.Board;
import dev.nessiewatch.decide.Decider;
import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.decide.PolicyConfig;
import dev.nessiewatch.event.EndOfTopics;
import dev.nessiewatch.event.FeedConfig;
import dev.nessiewatch.event.Records;
import dev.nessiewatch.event.Topics;
import dev.nessiewatch.event.TransactionalFeed;
import dev.nessiewatch.forecast.Forecaster;
import dev.nessiewatch.launch.Cluster;
import dev.nessiewatch.launch.LaunchConfig;
import dev.nessiewatch.launch.Launcher;
import dev.nessiewatch.launch.Launchers;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.observe.Loops;
import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.observe.Neighbours;
import dev.nessiewatch.verify.ExpiryVerifier;
import dev.nessiewatch.watch.TablesAtHead;
import io.smallrye.common.annotation.Identifier;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.Map;

/** Builds what decides and launches, as {@link Wiring} builds the rest. */
@ApplicationScoped
public class TriggerWiring {
    @Produces
    @Singleton
    TriggerBook triggerBook() {
        return new TriggerBook();
    }

    @Produces
    @Singleton
    OperatorBook operatorBook() {
        return new OperatorBook();
    }

    @Produces
    @Singleton
    OperatorHand operatorHand(
            OperatorBook operators, TriggerBook tables, Board board, Ledger ledger, Meters meters, Clock clock) {
        return new OperatorHand(new OperatorHand.Books(operators, tables, board), ledger, meters, clock);
    }

    @Produces
    @Singleton
    Board board() {
        return new Board();
    }

    @Produces
    @Singleton
    Policy policy(PolicyConfig config) {
        return Policy.of(config);
    }

    @Produces
    @Singleton
    Launcher launcher(LaunchConfig config, Cluster cluster, Neighbours neighbours, Loops loops, Clock clock) {
        return Launchers.of(config, new Launchers.Around(cluster, neighbours, loops, clock));
    }

    void closeLauncher(@Disposes Launcher launcher) {
        launcher.close();
    }

    @Produces
    @Singleton
    HeadReader headReader(TablesAtHead heads, CensusReader reader, Clock clock) {
        return new HeadReader(heads, reader, clock);
    }

    @Produces
    @Singleton
    Ledger.Parts ledgerParts(
            Topics topics,
            FeedConfig config,
            @Identifier("default-kafka-broker") Map<String, Object> kafka,
            Records records,
            Subscriptions subscriptions) {
        return new Ledger.Parts(
                topics,
                new TransactionalFeed(config, kafka, "trigger"),
                new EndOfTopics(kafka),
                records,
                subscriptions);
    }

    @Produces
    @Singleton
    Ledger.Terms ledgerTerms(Writer writer, Launcher launcher, Policy policy, LaunchConfig launch, FeedConfig config) {
        return new Ledger.Terms(
                writer.id(), launcher.name(), policy, launch.failuresUntilBreaker(), Wiring.readDeadline(config));
    }

    @Produces
    @Singleton
    Ledger ledger(
            Ledger.Parts parts,
            TriggerBook book,
            Meters meters,
            Neighbours neighbours,
            Exit exit,
            Ledger.Terms terms,
            Clock clock) {
        return new Ledger(parts, book, new Ledger.Signals(meters, neighbours, exit), terms, clock);
    }

    void closeLedger(@Disposes Ledger ledger) {
        ledger.close();
    }

    @Produces
    @Singleton
    ExpiryToVerdict expiryToVerdict(
            TriggerBook book,
            Ledger ledger,
            Launcher launcher,
            HeadReader heads,
            Meters meters,
            LaunchConfig config,
            Clocks clocks) {
        return new ExpiryToVerdict(
                book,
                ledger,
                launcher,
                new ExpiryVerifier(heads),
                meters,
                new ExpiryToVerdict.Settings(config.runDeadline(), config.verifyDeadline()),
                new PhaseAges(clocks));
    }

    @Produces
    @Singleton
    Confirmer confirmer(HeadReader heads, TablesAtHead tables, LaunchConfig launch, PolicyConfig policy, Clock clock) {
        return new Confirmer(
                heads,
                tables,
                new Confirmer.Terms(
                        launch.runDeadline(),
                        launch.moreReferences() == LaunchConfig.MoreReferences.TRIM,
                        policy.nessieGcWindow().orElse(null)),
                clock);
    }

    @Produces
    @Singleton
    EventToExpiry.Rooms rooms(Policy policy, Board board, Confirmer confirmer) {
        return new EventToExpiry.Rooms(new Forecaster(), new Decider(policy), board, confirmer);
    }

    @Produces
    @Singleton
    EventToExpiry eventToExpiry(
            TriggerBook book,
            Ledger ledger,
            EventToExpiry.Rooms rooms,
            ExpiryToVerdict verdicts,
            OperatorHand hand,
            Meters meters,
            Loops loops,
            EventToExpiry.Settings settings,
            Clocks clocks) {
        return new EventToExpiry(
                book, ledger, rooms, verdicts, hand, new EventToExpiry.Signals(meters, loops), settings, clocks);
    }

    @Produces
    @Singleton
    EventToExpiry.Settings eventToExpirySettings(ServiceConfig service, LaunchConfig launch, Patience patience) {
        return new EventToExpiry.Settings(service.round(), launch.maxOpenRuns(), patience.every(service.period()));
    }
}
