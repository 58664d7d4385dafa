// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Servers whose certificates come from an authority that only the installation knows: Nessie, its tokens, the store. */
class PrivateAuthorityIT {
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
        List<String> trust = List.of(
                "javax.net.ssl.trustStore=" + authority.trustStore(),
                "javax.net.ssl.trustStorePassword=" + PrivateAuthority.PASSWORD);

        String said = audit(trust, 0);

        assertThat(said).contains("\"table\":\"t\"").contains("\"snapshots\":4");
        assertThat(door.shown()).containsExactly("Bearer of-the-door");
    }

    @Test
    void areRefusedOtherwise() throws Exception {
        assertThat(audit(List.of(), 1)).contains("Nessie at " + door.uri()).contains("certificat");
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
