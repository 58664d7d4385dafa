// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.cli.ProveCommand;
import dev.nessiewatch.event.DeadLetters;
import dev.nessiewatch.event.FeedConfig;
import dev.nessiewatch.event.FeedIdentity;
import dev.nessiewatch.event.Records;
import dev.nessiewatch.event.Topic;
import dev.nessiewatch.event.TopicReader;
import dev.nessiewatch.event.Topics;
import dev.nessiewatch.event.TransactionalFeed;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.CensusReads;
import dev.nessiewatch.metadata.MetadataSources;
import dev.nessiewatch.observe.Loops;
import dev.nessiewatch.observe.Meters;
import dev.nessiewatch.observe.Neighbours;
import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.testing.LocalNessie;
import dev.nessiewatch.watch.Excludes;
import dev.nessiewatch.watch.NessieCommitLog;
import dev.nessiewatch.watch.TablesAtHead;
import dev.nessiewatch.watch.Tail;
import dev.nessiewatch.watch.TailLimits;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.projectnessie.client.NessieClientBuilder;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.client.config.NessieClientConfigSources;
import org.projectnessie.error.BaseNessieClientServerException;
import org.projectnessie.model.Branch;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.Content;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.Detached;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.Namespace;
import org.projectnessie.model.Operation;
import picocli.CommandLine;

/** A real Nessie, a real broker, tails that come and go, and {@code prove}. Each test has a branch and topics of its own. */
abstract class ProofParts {
    static final List<String> EXCLUDES = List.of(".*__dbt_tmp.*");
    static LocalNessie nessie;
    static LocalKafka kafka;
    static NessieApiV2 api;

    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    final String prefix = "p" + UUID.randomUUID();
    final String branch = "feature/x.y-" + UUID.randomUUID();
    String writerId = "";
    final List<AutoCloseable> open = new ArrayList<>();

    /** Held on to, or the level would be forgotten with the logger. */
    private static final Logger CALM = Logger.getLogger("org.apache.kafka");

    @BeforeAll
    static void start() {
        CALM.setLevel(Level.SEVERE);
        nessie = LocalNessie.start();
        kafka = LocalKafka.start();
        api = NessieClientBuilder.createClientBuilderFromSystemSettings(NessieClientConfigSources.mapConfigSource(
                        Map.of("nessie.uri", nessie.uri().toString())))
                .build(NessieApiV2.class);
    }

    @AfterAll
    static void stop() {
        api.close();
        kafka.close();
        nessie.close();
    }

    @BeforeEach
    void branch() throws BaseNessieClientServerException {
        api.createReference()
                .sourceRefName("main")
                .reference(Branch.of(branch, api.getConfig().getNoAncestorHash()))
                .create();
        commit(Operation.Put.of(ContentKey.of("ns"), Namespace.of("ns")));
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable closeable : open) {
            closeable.close();
        }
    }

    int prove(String... more) {
        List<String> words = new ArrayList<>(List.of(
                "prove",
                "--nessie-uri",
                nessie.uri().toString(),
                "--bootstrap-servers",
                kafka.bootstrapServers(),
                "--topic-prefix",
                prefix,
                "--exclude",
                EXCLUDES.get(0)));
        words.addAll(List.of(more));
        return run(words.toArray(String[]::new));
    }

    int run(String... words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        PrintWriter answers = new PrintWriter(out);
        CommandLine line = new CommandLine(new ProveCommand(Clock.systemUTC(), answers, new PrintWriter(err)));
        line.setOut(answers);
        line.setErr(new PrintWriter(err));
        return line.execute(List.of(words).subList(1, words.length).toArray(String[]::new));
    }

    CommitToEvent tail(List<String> excludes, int chunk) {
        return tailOf(List.of(branch), excludes, chunk);
    }

    /** A tail as a new process would be: it knows nothing, and fences the one before. */
    CommitToEvent tailOf(List<String> references, List<String> excludes, int chunk) {
        writerId = "w" + UUID.randomUUID();
        Clock clock = Clock.systemUTC();
        FeedConfig config = new SmallRyeConfigBuilder()
                .withMapping(FeedConfig.class)
                .withSources(new PropertiesConfigSource(
                        Map.of(
                                "nessiewatch.feed.topic-prefix", prefix,
                                "nessiewatch.feed.transactional-id-prefix", prefix,
                                "nessiewatch.feed.partitions", "3"),
                        "test",
                        500))
                .build()
                .getConfigMapping(FeedConfig.class);
        Map<String, Object> settings = Map.of("bootstrap.servers", kafka.bootstrapServers());
        FeedIdentity identity = new FeedIdentity("test", prefix);
        Records records = new Records(identity);
        Meters meters = new Meters(new SimpleMeterRegistry());
        Neighbours neighbours = new Neighbours();
        NessieCommitLog log = new NessieCommitLog(nessie.uri(), Map.of());
        CensusReads reads = new CensusReads(
                new CensusReader(MetadataSources.of(Map.of()), CensusLimits.DEFAULT), 2, Duration.ofSeconds(10));
        TailFeed feed = new TailFeed(
                new TailFeed.Parts(
                        new Topics(config, settings),
                        new TransactionalFeed(config, settings, "tail"),
                        new TopicReader(settings),
                        records,
                        new DeadLetterBox(
                                new DeadLetters(identity),
                                new DeadLetterBox.Place(
                                        new TopicReader(settings),
                                        Topic.DEAD_LETTERS.name(prefix),
                                        Duration.ofSeconds(30)),
                                meters)),
                new TailFeed.Signals(meters, neighbours, new Exit(code -> {})),
                new TailFeed.Writer(writerId, Duration.ofSeconds(60)),
                clock);
        open.add(0, log);
        open.add(0, reads);
        open.add(0, feed);
        return new CommitToEvent(
                new Tail(log, new Excludes(excludes), new TailLimits(250, 20, 100_000, chunk)),
                feed,
                new Measuring(reads, new TablesAtHead(log), Clocks.of(clock)),
                records,
                new CommitToEvent.Signals(meters, neighbours, new Loops()),
                new CommitToEvent.Settings(references, Duration.ofMinutes(10), Duration.ofMinutes(10)),
                Clocks.of(clock));
    }

    void write(Random random) throws BaseNessieClientServerException {
        String name = "t" + random.nextInt(12) + (random.nextInt(8) == 0 ? "__dbt_tmp" : "");
        Content there = content(name);
        switch (random.nextInt(6)) {
            case 0 -> {
                if (there != null) {
                    commit(Operation.Delete.of(key(name)));
                }
            }
            case 1 -> {
                String other = "r" + random.nextInt(12) + (random.nextInt(4) == 0 ? "__dbt_tmp" : "");
                if (there != null && content(other) == null) {
                    commit(Operation.Delete.of(key(name)), Operation.Put.of(key(other), there));
                }
            }
            case 2 -> {
                if (there != null) {
                    commit(Operation.Put.of(key(name), there));
                }
            }
            default -> put(name, random.nextInt(4));
        }
    }

    void put(String name, int version) throws BaseNessieClientServerException {
        Content there = content(name);
        IcebergTable table = IcebergTable.of("file:///nowhere/" + version + ".metadata.json", version, 0, 0, 0);
        commit(Operation.Put.of(key(name), there == null ? table : table.withId(there.getId())));
    }

    private @Nullable Content content(String name) throws BaseNessieClientServerException {
        return api.getContent().refName(branch).key(key(name)).get().get(key(name));
    }

    static ContentKey key(String name) {
        return ContentKey.of("ns", name);
    }

    String head() throws BaseNessieClientServerException {
        return String.valueOf(api.getReference().refName(branch).get().getHash());
    }

    void assign(String hash) throws BaseNessieClientServerException {
        api.assignBranch()
                .branchName(branch)
                .hash(head())
                .assignTo(Detached.of(hash))
                .assign();
    }

    void commit(Operation... operations) throws BaseNessieClientServerException {
        api.commitMultipleOperations()
                .branchName(branch)
                .hash(head())
                .commitMeta(CommitMeta.fromMessage("test"))
                .operations(List.of(operations))
                .commit();
    }

    String position(long sequence, String hash) {
        return position(sequence, hash, "forger");
    }

    String position(long sequence, String hash, String writer) {
        return "{\"reference\":\"" + branch + "\",\"hash\":\"" + hash + "\",\"sequence\":" + sequence
                + ",\"target\":null,\"writerId\":\"" + writer + "\",\"at\":\""
                + Clock.systemUTC().instant() + "\"}";
    }

    void send(String topic, String key, String value) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            producer.send(new ProducerRecord<>(
                            prefix + "." + topic,
                            key.getBytes(StandardCharsets.UTF_8),
                            value.getBytes(StandardCharsets.UTF_8)))
                    .get(30, TimeUnit.SECONDS);
        }
    }

    void resend(ConsumerRecord<byte[], byte[]> old) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer()) {
            producer.send(new ProducerRecord<>(old.topic(), old.partition(), old.key(), old.value(), old.headers()))
                    .get(30, TimeUnit.SECONDS);
        }
    }

    private static KafkaProducer<byte[], byte[]> producer() {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", kafka.bootstrapServers(), "isolation.level", "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(prefix + "." + topic).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
            for (int i = 0; i < 50 && all.isEmpty(); i++) {
                consumer.poll(Duration.ofMillis(200)).forEach(all::add);
            }
            return all;
        }
    }
}
