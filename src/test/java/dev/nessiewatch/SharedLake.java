// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.confirm.Confirmation;
import dev.nessiewatch.confirm.Confirmer;
import dev.nessiewatch.confirm.ExpiryOrder;
import dev.nessiewatch.confirm.HeadReader;
import dev.nessiewatch.confirm.Reading;
import dev.nessiewatch.decide.Draft;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.launch.Launched;
import dev.nessiewatch.launch.LocalLauncher;
import dev.nessiewatch.launch.RunState;
import dev.nessiewatch.metadata.Census;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.MetadataSources;
import dev.nessiewatch.testing.LocalLake;
import dev.nessiewatch.testing.LocalNessie;
import dev.nessiewatch.verify.ExpiryVerifier;
import dev.nessiewatch.verify.Verdict;
import dev.nessiewatch.watch.NessieCommitLog;
import dev.nessiewatch.watch.NessieConfig;
import dev.nessiewatch.watch.TablesAtHead;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.projectnessie.client.NessieClientBuilder;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.error.BaseNessieClientServerException;
import org.projectnessie.model.Branch;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.Reference;
import org.projectnessie.model.Tag;

/** A real lake with other references, and the line from a launch to its verdict on real parts. Spark calls it lake. */
final class SharedLake implements AutoCloseable {
    private static final Duration RUN_DEADLINE = Duration.ofSeconds(120);

    private final Path home;
    private final LocalNessie server = LocalNessie.start();
    private final LocalLake lake;
    private final NessieApiV2 nessie;
    private final NessieCommitLog log;
    private final HeadReader heads;
    private final Confirmer confirmer;
    private int orders;

    SharedLake(Path home) {
        this.home = home;
        this.lake = LocalLake.start(server.uri(), home.resolve("warehouse"));
        this.nessie = NessieClientBuilder.createClientBuilderFromSystemSettings()
                .withUri(server.uri())
                .build(NessieApiV2.class);
        this.log = new NessieCommitLog(new SmallRyeConfigBuilder()
                .withMapping(NessieConfig.class)
                .withDefaultValue("nessiewatch.nessie.uri", server.uri().toString())
                .build()
                .getConfigMapping(NessieConfig.class));
        TablesAtHead tables = new TablesAtHead(log);
        this.heads = new HeadReader(
                tables, new CensusReader(MetadataSources.of(Map.of()), CensusLimits.DEFAULT), Clock.systemUTC());
        this.confirmer = new Confirmer(heads, tables, new Confirmer.Terms(RUN_DEADLINE, true, null), Clock.systemUTC());
        sql("CREATE NAMESPACE lake.ns");
    }

    URI uri() {
        return server.uri();
    }

    String sql(String statement) {
        return lake.sql(statement);
    }

    /** Rebuilds {@code ns.name} as often as told; answers HEAD after each. Row {@code i} is what rebuild i wrote. */
    List<String> rebuilt(String name, int times) throws BaseNessieClientServerException {
        List<String> hashes = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            sql("CREATE OR REPLACE TABLE lake.ns." + name
                    + " USING iceberg TBLPROPERTIES ('gc.enabled'='true') AS SELECT " + i + " AS id");
            hashes.add(head());
        }
        return hashes;
    }

    /** The rows of a table, which may be named with another reference or hash. */
    String rows(String name) {
        return sql("SELECT id FROM lake.ns.`" + name + "` ORDER BY id");
    }

    String head() throws BaseNessieClientServerException {
        return String.valueOf(nessie.getReference().refName("main").get().getHash());
    }

    void branch(String name, String hash) throws BaseNessieClientServerException {
        create(Branch.of(name, hash));
    }

    void tag(String name, String hash) throws BaseNessieClientServerException {
        create(Tag.of(name, hash));
    }

    /** Leaves {@code main} as the only reference. */
    void dropOthers() throws BaseNessieClientServerException {
        for (Reference reference : nessie.getAllReferences().get().getReferences()) {
            if (!reference.getName().equals("main")) {
                nessie.deleteReference().reference(reference).delete();
            }
        }
    }

    TableId id(String name) throws BaseNessieClientServerException {
        ContentKey key = ContentKey.of("ns", name);
        return new TableId(
                String.valueOf(Objects.requireNonNull(nessie.getContent()
                                .refName("main")
                                .key(key)
                                .get()
                                .get(key))
                        .getId()),
                "main");
    }

    /** An order to remove all but the current snapshot, as the service would give it now. */
    ExpiryOrder confirmed(String name) throws BaseNessieClientServerException {
        Draft draft = new Draft(id(name), TableKey.of("ns", name), Instant.now(), 1, 5000, 1, null, false, "Wanted.");
        Confirmation confirmation = confirmer.confirm(draft, ++orders + "-it");
        assertThat(confirmation).isInstanceOf(Confirmation.Confirmed.class);
        return ((Confirmation.Confirmed) confirmation).order();
    }

    /** Carries an order out in a child JVM, which reaches Nessie at the address; returns when it ended. */
    RunState.Ended run(ExpiryOrder order, URI address) throws IOException {
        LocalLauncher launcher = new LocalLauncher(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                jobClassPath(),
                List.of("@" + Path.of("src/local/lake/jvm.options").toAbsolutePath()),
                home.resolve("runs"),
                Map.of(
                        "uri", address.toString(),
                        "warehouse", home.resolve("warehouse").toUri().toString()));
        Launched.Run run = (Launched.Run) launcher.launch(order);
        Instant until = Instant.now().plus(RUN_DEADLINE);
        while (Instant.now().isBefore(until)) {
            if (launcher.state(run.run()) instanceof RunState.Ended ended) {
                return ended;
            }
            LockSupport.parkNanos(50_000_000);
        }
        throw new AssertionError("The run did not end in time; see " + home.resolve("runs"));
    }

    RunState.Ended run(ExpiryOrder order) throws IOException {
        return run(order, uri());
    }

    Verdict judge(ExpiryOrder order, RunState.Ended ended) {
        return new ExpiryVerifier(heads).judge(order, ended).orElseThrow();
    }

    Census census(String name) throws BaseNessieClientServerException {
        Reading reading = heads.read(id(name), TableKey.of("ns", name));
        assertThat(reading).isInstanceOf(Reading.Measured.class);
        return ((Reading.Measured) reading).counted().census();
    }

    @Override
    public void close() {
        log.close();
        nessie.close();
        lake.close();
        server.close();
    }

    private void create(Reference reference) throws BaseNessieClientServerException {
        nessie.createReference().sourceRefName("main").reference(reference).create();
    }

    private static String jobClassPath() throws IOException {
        Path target = Path.of("src/spark/target").toAbsolutePath();
        return target.resolve("nessiewatch-spark.jar") + ":"
                + Files.readString(target.resolve("classpath-4.1.txt")).strip();
    }
}
