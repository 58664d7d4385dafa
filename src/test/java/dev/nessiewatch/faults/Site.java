// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.testing.LocalNessie;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.projectnessie.error.BaseNessieClientServerException;

/** A Nessie server, a broker, and what belongs to them, for one scenario. */
final class Site implements AutoCloseable {
    /** Whether the long form was asked for, with {@code -Dfaults.long}. */
    static final boolean LONG = System.getProperty("faults.long") != null;

    static final String EXCLUDE = ".*__dbt_tmp.*";
    private static final Duration CATCH_UP = Duration.ofSeconds(LONG ? 600 : 180);

    static {
        java.util.logging.Logger.getLogger("org.apache.kafka").setLevel(java.util.logging.Level.SEVERE);
    }

    private final LocalNessie nessie;
    private final LocalKafka kafka;
    private final Catalog catalog;
    private final Path folder;
    private final PlainReader reader;
    private final NessieTruth truth;
    private final Warehouse warehouse;

    private Site(LocalNessie nessie, LocalKafka kafka, Path folder) throws BaseNessieClientServerException {
        this.nessie = nessie;
        this.kafka = kafka;
        this.folder = folder;
        this.warehouse = Warehouse.ofFiles(folder);
        this.catalog = Catalog.of(nessie.uri());
        this.truth = new NessieTruth(catalog.api());
        this.reader = new PlainReader(kafka.bootstrapServers(), "nessiewatch");
    }

    /** Starts both servers, empty. */
    static Site open() throws IOException, BaseNessieClientServerException {
        Path base = Files.createDirectories(Path.of("target/faults")).toAbsolutePath();
        CompletableFuture<LocalNessie> nessie = CompletableFuture.supplyAsync(LocalNessie::start);
        LocalKafka kafka = LocalKafka.start();
        return new Site(nessie.join(), kafka, Files.createTempDirectory(base, "lake-"));
    }

    /** A source of chance whose seed is printed, and taken from {@code -Dfaults.seed} when given. */
    static Random random(Class<?> test) {
        long seed = Long.getLong("faults.seed", new Random().nextLong());
        System.out.println(test.getSimpleName() + ": repeat with -Dfaults.seed=" + seed);
        return new Random(seed);
    }

    LocalNessie nessie() {
        return nessie;
    }

    LocalKafka kafka() {
        return kafka;
    }

    Catalog catalog() {
        return catalog;
    }

    Path folder() {
        return folder;
    }

    Warehouse warehouse() {
        return warehouse;
    }

    NessieTruth truth() {
        return truth;
    }

    PlainReader reader() {
        return reader;
    }

    /** What every service of this site is told; may be changed. */
    Map<String, String> settings(List<String> references) {
        Map<String, String> settings = new HashMap<>();
        settings.put("nessiewatch.nessie.uri", nessie.uri().toString());
        settings.put("kafka.bootstrap.servers", kafka.bootstrapServers());
        settings.put("nessiewatch.watch.references", String.join(",", references));
        settings.put("nessiewatch.watch.period", "1s");
        settings.put("nessiewatch.watch.exclude", EXCLUDE);
        settings.put("nessiewatch.service.period", "1s");
        return settings;
    }

    /** Where the references stand. */
    Map<String, String> heads(List<String> references) throws BaseNessieClientServerException {
        Map<String, String> heads = new HashMap<>();
        for (String reference : references) {
            heads.put(reference, catalog.head(reference));
        }
        return heads;
    }

    /** Waits until committed readers see positions at these commits; returns all they were given. */
    Feed awaitPublished(Map<String, String> heads, Service service) {
        Waiting.until(
                () -> "the feed reaches " + heads + "\n" + service.tail(),
                CATCH_UP,
                () -> isPublished(heads, reader.feed()));
        return reader.feed();
    }

    private static boolean isPublished(Map<String, String> heads, Feed feed) {
        return heads.entrySet().stream().allMatch(head -> {
            Feed.OfReference newest = feed.newest(head.getKey());
            return newest != null && newest.target() == null && head.getValue().equals(newest.hash());
        });
    }

    /** Holds the feed against Nessie and prints what came of it. */
    FeedOracle.Report assertLossless(Feed feed, Watching watching, Map<String, String> heads) {
        FeedOracle.Report report = new FeedOracle(truth, watching).examine(feed, heads);
        System.out.println("Oracle: " + report);
        assertThat(report.findings()).as("%s", report).isEmpty();
        return report;
    }

    FeedOracle.Report assertLossless(Feed feed, Map<String, String> heads) {
        return assertLossless(feed, Watching.excluding(EXCLUDE), heads);
    }

    @Override
    public void close() {
        reader.close();
        catalog.close();
        nessie.close();
        kafka.close();
    }
}
