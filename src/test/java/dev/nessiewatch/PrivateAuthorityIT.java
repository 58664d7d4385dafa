// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.testing.LocalNessie;
import dev.nessiewatch.testing.LocalS3;
import dev.nessiewatch.testing.MetadataFile;
import dev.nessiewatch.testing.PrivateAuthority;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.projectnessie.client.NessieClientBuilder;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.model.Branch;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.Operation;

/** Servers whose certificates come from an authority that only the installation knows: Nessie, its tokens, the store, Kafka. */
class PrivateAuthorityIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    /** Takes nobody without a certificate of the authority. */
    private static final String BROKER = """
            listeners=SSL://127.0.0.1:@port,CONTROLLER://127.0.0.1:%1$d
            advertised.listeners=SSL://127.0.0.1:@port
            controller.quorum.voters=1@127.0.0.1:%1$d
            listener.security.protocol.map=SSL:SSL,CONTROLLER:PLAINTEXT
            security.inter.broker.protocol=SSL
            ssl.client.auth=required
            ssl.keystore.type=PKCS12
            ssl.keystore.location=%2$s
            ssl.keystore.password=%4$s
            ssl.truststore.type=PKCS12
            ssl.truststore.location=%3$s
            ssl.truststore.password=%4$s
            """;

    @TempDir
    static Path folder;

    private static PrivateAuthority authority;
    private static LocalNessie nessie;
    private static LocalS3 store;
    private static NessieDoor door;

    @BeforeAll
    static void start() throws Exception {
        authority = PrivateAuthority.in(folder.resolve("keys"));
        nessie = LocalNessie.start();
        store = LocalS3.start(Files.createDirectory(folder.resolve("store")), authority);
        door = NessieDoor.secured(nessie.uri(), authority.context());
        MetadataFile file = MetadataFile.of("u").replaces(4, Instant.now().minusSeconds(7200), Duration.ofMinutes(30));
        String location = store.put("lake", "t/00004-x.metadata.json", file.json());
        try (NessieApiV2 api = NessieClientBuilder.createClientBuilderFromSystemSettings()
                .withUri(nessie.uri())
                .build(NessieApiV2.class)) {
            api.commitMultipleOperations()
                    .branch((Branch) api.getReference().refName("main").get())
                    .commitMeta(CommitMeta.fromMessage("test"))
                    .operation(
                            Operation.Put.of(ContentKey.of("t"), IcebergTable.of(location, file.currentId(), 0, 0, 0)))
                    .commit();
        }
    }

    @AfterAll
    static void stop() {
        door.close();
        store.close();
        nessie.close();
    }

    @Test
    void areTrustedWhenItsCertificateIs() throws Exception {
        String said = audit(trust(), 0);

        assertThat(said).contains("\"table\":\"t\"").contains("\"snapshots\":4");
        assertThat(door.shown()).containsExactly("Bearer of-the-door");
    }

    @Test
    void areRefusedOtherwise() throws Exception {
        assertThat(audit(List.of(), 1)).contains("Nessie at " + door.uri()).contains("certificat");
    }

    /** With the settings of {@code deploy/k8s/components/strimzi}. */
    @Test
    void isTrustedByKafkaAndKafkaByItsClients() throws Exception {
        Path broker = Files.writeString(
                folder.resolve("broker.properties"),
                BROKER.formatted(
                        ServiceProcess.freePort(),
                        authority.keyStore(),
                        authority.trustStore(),
                        PrivateAuthority.PASSWORD));
        try (LocalKafka kafka = LocalKafka.start(broker)) {
            Map<String, String> environment = Map.of(
                    "KAFKA_BOOTSTRAP_SERVERS",
                    kafka.bootstrapServers(),
                    "KAFKA_SECURITY_PROTOCOL",
                    "SSL",
                    "KAFKA_SSL_KEYSTORE_TYPE",
                    "PKCS12",
                    "KAFKA_SSL_KEYSTORE_LOCATION",
                    authority.keyStore().toString(),
                    "KAFKA_SSL_KEYSTORE_PASSWORD",
                    PrivateAuthority.PASSWORD,
                    "KAFKA_SSL_TRUSTSTORE_TYPE",
                    "PEM",
                    "KAFKA_SSL_TRUSTSTORE_LOCATION",
                    authority.certificate().toString());
            List<String> properties = new ArrayList<>(trust());
            properties.add("kafka.bootstrap.servers=" + kafka.bootstrapServers());
            properties.add("nessiewatch.nessie.uri=" + nessie.uri());
            properties.add("nessiewatch.watch.period=1s");
            properties.add("nessiewatch.service.period=1s");
            store.properties().forEach(property -> properties.add("nessiewatch.metadata.properties." + property));
            try (ServiceProcess service = ServiceProcess.start(folder, environment, properties)) {
                service.await(
                        "row", PATIENCE, () -> service.get("/api/tables").body().contains("\"snapshots\":4"));
                service.await(
                        "readiness",
                        PATIENCE,
                        () -> service.get("/q/health/ready").status() == 200);
            }
        }
    }

    private static List<String> trust() {
        return List.of(
                "javax.net.ssl.trustStore=" + authority.trustStore(),
                "javax.net.ssl.trustStorePassword=" + PrivateAuthority.PASSWORD);
    }

    private static String audit(List<String> properties, int exitCode) throws InterruptedException {
        List<String> arguments = new ArrayList<>(
                List.of("audit", "--json", "--nessie-uri", door.uri().toString()));
        for (String setting : List.of(
                "type=OAUTH2",
                "oauth2.token-endpoint=" + door.address().resolve("/token"),
                "oauth2.client-id=nessiewatch",
                "oauth2.client-secret=secret")) {
            arguments.addAll(List.of("--nessie-property", "nessie.authentication." + setting));
        }
        store.properties().forEach(property -> arguments.addAll(List.of("--property", property)));
        return ServiceProcess.output(folder, exitCode, properties, arguments);
    }
}
