// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.nessiewatch.deploy.Manifests;
import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.testing.LocalNessie;
import dev.nessiewatch.testing.MetadataFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AccessControlEntryFilter;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourcePatternFilter;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.projectnessie.client.NessieClientBuilder;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.model.Branch;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.Namespace;
import org.projectnessie.model.Operation;

/**
 * The service as the prod overlay runs it: its arguments, variables and files, on a broker that has the overlay's topics and
 * lets everybody do exactly what the overlay's users may do. Passwords stand in for certificates.
 */
class DeployedServiceIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String COUNTS = "nessiewatch.snapshot-counts";
    private static final String BROKER = """
            listeners=SASL_PLAINTEXT://127.0.0.1:@port,CONTROLLER://127.0.0.1:%d
            advertised.listeners=SASL_PLAINTEXT://127.0.0.1:@port
            controller.quorum.voters=1@127.0.0.1:%d
            listener.security.protocol.map=SASL_PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT
            security.inter.broker.protocol=SASL_PLAINTEXT
            sasl.mechanism.inter.broker.protocol=PLAIN
            sasl.enabled.mechanisms=PLAIN
            listener.name.sasl_plaintext.plain.sasl.jaas.config=%s
            authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
            super.users=User:admin;User:ANONYMOUS
            """;

    @TempDir
    Path folder;

    @Test
    void worksWithTheRightsItIsGivenAndNobodyHasMore() throws Exception {
        Manifests prod = Manifests.overlay("prod");
        try (LocalKafka kafka = LocalKafka.start(brokerSettings(prod));
                LocalNessie nessie = LocalNessie.start()) {
            prepare(prod, kafka.bootstrapServers());
            commitATable(nessie.uri());
            try (ServiceProcess tail = start(prod, "tail", kafka, nessie);
                    ServiceProcess trigger = start(prod, "trigger", kafka, nessie)) {
                for (ServiceProcess service : List.of(tail, trigger)) {
                    probesAreServed(prod, service);
                    service.await(
                            "readiness",
                            PATIENCE,
                            () -> service.get("/q/health/ready").status() == 200);
                }
                trigger.await(
                        "row", PATIENCE, () -> trigger.get("/api/tables").body().contains("ns.daily"));
                tail.await(
                        "audit",
                        PATIENCE,
                        () -> tail.get("/q/metrics")
                                .body()
                                .matches("(?s).*nessiewatch_feed_audit_sequences_total\\{[^}]*} [1-9].*"));
                trigger.await("dead letters of both", PATIENCE, () -> deadLetters(kafka) >= 2);
                for (ServiceProcess service : List.of(tail, trigger)) {
                    assertThat(service.lines())
                            .noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("authoriz"));
                    assertThat(service.isAlive()).isTrue();
                }
            }
            nobodyHasMore(kafka.bootstrapServers());
        }
    }

    /** The topic is empty, so that nothing is missed yet; a trigger that hears nothing of it looks like one with nothing to do. */
    @Test
    void aTriggerThatMayNotReadATopicIsNotReadyAndSaysWhy() throws Exception {
        Manifests prod = Manifests.overlay("prod");
        try (LocalKafka kafka = LocalKafka.start(brokerSettings(prod));
                LocalNessie nessie = LocalNessie.start();
                Admin admin = Admin.create(client("admin", kafka.bootstrapServers()))) {
            prepare(prod, kafka.bootstrapServers());
            AclBindingFilter reading = new AclBindingFilter(
                    new ResourcePatternFilter(ResourceType.TOPIC, "nessiewatch.positions", PatternType.LITERAL),
                    new AccessControlEntryFilter(
                            "User:nessiewatch-trigger", null, AclOperation.READ, AclPermissionType.ALLOW));
            Collection<AclBinding> taken =
                    admin.deleteAcls(List.of(reading)).all().get();
            assertThat(taken).hasSize(1);
            try (ServiceProcess trigger = start(prod, "trigger", kafka, nessie)) {
                trigger.await(
                        "its words",
                        PATIENCE,
                        () -> trigger.get("/q/health/ready")
                                .body()
                                .contains("Not authorized to access topics: [nessiewatch.positions]"));
                assertThat(trigger.get("/q/health/ready").status()).isEqualTo(503);
                assertThat(trigger.get("/q/health/live").status()).isEqualTo(200);
                assertThat(trigger.lines().stream().filter(line -> line.contains("Not authorized")))
                        .singleElement()
                        .asString()
                        .contains("grant this client the right");

                admin.createAcls(taken).all().get();
                trigger.await(
                        "readiness",
                        PATIENCE,
                        () -> trigger.get("/q/health/ready").status() == 200);
            }
        }
    }

    private void probesAreServed(Manifests prod, ServiceProcess service) {
        JsonNode container = prod.one("Deployment", "nessiewatch-tail").at("/spec/template/spec/containers/0");
        for (String probe : List.of("startupProbe", "livenessProbe")) {
            String path = container.path(probe).at("/httpGet/path").asText();
            service.await(probe, PATIENCE, () -> service.get(path).status() == 200);
        }
        String ready = container.at("/readinessProbe/httpGet/path").asText();
        assertThat(service.get(ready).status()).isIn(200, 503);
    }

    /** Its variables and files are the overlay's; what names a place of this machine instead wins over them. */
    private ServiceProcess start(Manifests prod, String role, LocalKafka kafka, LocalNessie nessie) throws Exception {
        JsonNode container = prod.one("Deployment", "nessiewatch-" + role).at("/spec/template/spec/containers/0");
        Map<String, String> environment = new HashMap<>();
        prod.one("ConfigMap", "nessiewatch-settings")
                .path("data")
                .properties()
                .forEach(entry ->
                        environment.put(entry.getKey(), entry.getValue().asText()));
        environment.put("NESSIE_TOKEN", "hush");
        // Variables, as the overlay's own: of a variable and a system property of Kafka's, either may win.
        client("nessiewatch-" + role, kafka.bootstrapServers())
                .forEach((name, value) ->
                        environment.put("KAFKA_" + name.toUpperCase(Locale.ROOT).replace('.', '_'), value.toString()));
        Path home = Files.createDirectories(folder.resolve(role).resolve("config"));
        Files.writeString(
                home.resolve("application.properties"),
                prod.one("ConfigMap", "nessiewatch-config")
                        .at("/data/application.properties")
                        .asText());
        Path policy = Files.writeString(
                home.resolve("policy.properties"),
                prod.one("ConfigMap", "nessiewatch-policy")
                        .at("/data/policy.properties")
                        .asText());
        List<String> properties = List.of(
                "kafka.bootstrap.servers=" + kafka.bootstrapServers(),
                "nessiewatch.nessie.uri=" + nessie.uri(),
                "nessiewatch.policy.file=" + policy,
                "nessiewatch.watch.period=1s",
                "nessiewatch.watch.audit-period=2s",
                "nessiewatch.service.period=1s");
        List<String> arguments = new ArrayList<>();
        container.path("args").forEach(argument -> arguments.add(argument.asText()));
        return ServiceProcess.start(folder.resolve(role), environment, properties, arguments.toArray(String[]::new));
    }

    private static void nobodyHasMore(String servers) {
        assertThatThrownBy(() -> write("nessiewatch-subscriber", COUNTS, servers))
                .hasCauseInstanceOf(AuthorizationException.class);
        assertThatThrownBy(() -> write("nessiewatch-subscriber", "nessiewatch.ledger", servers))
                .hasCauseInstanceOf(AuthorizationException.class);
        assertThatThrownBy(() -> write("nessiewatch-tail", "nessiewatch.ledger", servers))
                .hasCauseInstanceOf(AuthorizationException.class);
        assertThatThrownBy(() -> write("nessiewatch-trigger", COUNTS, servers))
                .hasCauseInstanceOf(AuthorizationException.class);
        assertThat(subscribe("nessiewatch-subscriber", "nessiewatch-subscriber-reports", servers))
                .isPositive();
        assertThatThrownBy(() -> subscribe("nessiewatch-subscriber", "reports", servers))
                .isInstanceOf(GroupAuthorizationException.class);
    }

    private static void write(String user, String topic, String servers) throws Exception {
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(client(user, servers), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, "key", "not a record of ours"))
                    .get();
        }
    }

    private static int subscribe(String user, String group, String servers) {
        Map<String, Object> settings = client(user, servers);
        settings.put("group.id", group);
        settings.put("auto.offset.reset", "earliest");
        settings.put("isolation.level", "read_committed");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(COUNTS));
            long end = System.nanoTime() + PATIENCE.toNanos();
            int found = 0;
            while (found == 0 && System.nanoTime() < end) {
                ConsumerRecords<String, String> records = consumer.poll(Duration.ofMillis(200));
                found += records.count();
            }
            return found;
        }
    }

    /** Dead letters so far. */
    private static long deadLetters(LocalKafka kafka) {
        try (Admin admin = Admin.create(client("admin", kafka.bootstrapServers()))) {
            return admin.listOffsets(Map.of(new TopicPartition("nessiewatch.dead-letters", 0), OffsetSpec.latest()))
                    .all()
                    .get()
                    .values()
                    .iterator()
                    .next()
                    .offset();
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private Path brokerSettings(Manifests prod) throws Exception {
        StringBuilder login = new StringBuilder("org.apache.kafka.common.security.plain.PlainLoginModule required"
                + " username=\"admin\" password=\"admin\" user_admin=\"admin\"");
        for (JsonNode user : prod.all("KafkaUser")) {
            String name = user.at("/metadata/name").asText();
            login.append(" user_").append(name).append("=\"").append(name).append('"');
        }
        int controller = ServiceProcess.freePort();
        return Files.writeString(
                folder.resolve("broker.properties"), BROKER.formatted(controller, controller, login.append(';')));
    }

    /** Topics, rights, and a record that nobody can read. */
    private static void prepare(Manifests prod, String servers) throws Exception {
        List<NewTopic> topics = new ArrayList<>();
        for (JsonNode topic : prod.all("KafkaTopic")) {
            Map<String, String> settings = new HashMap<>();
            topic.at("/spec/config")
                    .properties()
                    .forEach(entry ->
                            settings.put(entry.getKey(), entry.getValue().asText()));
            settings.put("min.insync.replicas", "1");
            topics.add(new NewTopic(
                            topic.at("/metadata/name").asText(),
                            Optional.of(topic.at("/spec/partitions").asInt()),
                            Optional.of((short) 1))
                    .configs(settings));
        }
        try (Admin admin = Admin.create(client("admin", servers))) {
            admin.createTopics(topics).all().get();
            admin.createAcls(rights(prod)).all().get();
        }
        write("admin", COUNTS, servers);
    }

    private static List<AclBinding> rights(Manifests prod) {
        Map<String, ResourceType> types = Map.of(
                "topic", ResourceType.TOPIC,
                "group", ResourceType.GROUP,
                "transactionalId", ResourceType.TRANSACTIONAL_ID);
        Map<String, PatternType> patterns = Map.of("literal", PatternType.LITERAL, "prefix", PatternType.PREFIXED);
        List<AclBinding> rights = new ArrayList<>();
        for (JsonNode user : prod.all("KafkaUser")) {
            for (JsonNode right : user.at("/spec/authorization/acls")) {
                ResourcePattern pattern = new ResourcePattern(
                        types.getOrDefault(right.at("/resource/type").asText(), ResourceType.UNKNOWN),
                        right.at("/resource/name").asText(),
                        patterns.getOrDefault(right.at("/resource/patternType").asText(), PatternType.UNKNOWN));
                right.path("operations")
                        .forEach(operation -> rights.add(new AclBinding(
                                pattern,
                                new AccessControlEntry(
                                        "User:" + user.at("/metadata/name").asText(),
                                        "*",
                                        AclOperation.fromString(
                                                operation.asText().replaceAll("(?<=[a-z])(?=[A-Z])", "_")),
                                        AclPermissionType.ALLOW))));
            }
        }
        return rights;
    }

    private static Map<String, Object> client(String user, String servers) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", servers);
        settings.put("security.protocol", "SASL_PLAINTEXT");
        settings.put("sasl.mechanism", "PLAIN");
        settings.put(
                "sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"" + user + "\" password=\""
                        + user + "\";");
        return settings;
    }

    private void commitATable(URI nessie) throws Exception {
        MetadataFile file = MetadataFile.of("u").replaces(3, Instant.now().minusSeconds(7200), Duration.ofMinutes(30));
        String location = file.write(folder.resolve("00003-x.metadata.json"));
        try (NessieApiV2 api = NessieClientBuilder.createClientBuilderFromSystemSettings()
                .withUri(nessie)
                .build(NessieApiV2.class)) {
            Branch branch = api.getDefaultBranch();
            api.commitMultipleOperations()
                    .branch(branch)
                    .commitMeta(CommitMeta.fromMessage("test"))
                    .operation(Operation.Put.of(ContentKey.of("ns"), Namespace.of("ns")))
                    .operation(Operation.Put.of(
                            ContentKey.of("ns", "daily"), IcebergTable.of(location, file.currentId(), 0, 0, 0)))
                    .commit();
        }
    }
}
