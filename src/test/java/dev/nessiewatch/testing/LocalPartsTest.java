// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
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

class LocalPartsTest {
    @Test
    void nessieKeepsATable() throws Exception {
        try (LocalNessie nessie = LocalNessie.start();
                NessieApiV2 api = NessieClientBuilder.createClientBuilderFromSystemSettings()
                        .withUri(nessie.uri())
                        .build(NessieApiV2.class)) {
            Branch main = api.getDefaultBranch();
            ContentKey key = ContentKey.of("reports", "daily \"x.y\" sums");
            IcebergTable table = IcebergTable.of("file:///nowhere/00000.metadata.json", 1, 2, 3, 4);

            api.commitMultipleOperations()
                    .branch(main)
                    .commitMeta(CommitMeta.fromMessage("create"))
                    .operation(Operation.Put.of(ContentKey.of("reports"), Namespace.of("reports")))
                    .operation(Operation.Put.of(key, table))
                    .commit();

            assertThat(main.getName()).isEqualTo("main");
            assertThat(api.getContent().refName("main").key(key).get().get(key))
                    .isInstanceOfSatisfying(IcebergTable.class, stored -> {
                        assertThat(stored.getMetadataLocation()).isEqualTo(table.getMetadataLocation());
                        assertThat(stored.getId()).isNotBlank();
                    });
        }
    }

    @Test
    void kafkaComesBackAfterACrashWithItsTopics() throws Exception {
        try (LocalKafka kafka = LocalKafka.start()) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
                admin.createTopics(List.of(new NewTopic("kept", 1, (short) 1)))
                        .all()
                        .get(30, TimeUnit.SECONDS);
            }

            kafka.restart();

            try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.bootstrapServers()))) {
                assertThat(admin.listTopics().names().get(30, TimeUnit.SECONDS)).containsExactly("kept");
            }
        }
    }

    @Test
    void sparkWritesATableWithAnOddName(@TempDir Path warehouse) {
        try (LocalNessie nessie = LocalNessie.start();
                LocalLake lake = LocalLake.start(nessie.uri(), warehouse)) {
            lake.sql("CREATE NAMESPACE lake.reports");
            lake.sql("CREATE TABLE lake.reports.`daily \"x.y\" sums` USING iceberg AS SELECT 1 AS id");
            lake.sql("CREATE OR REPLACE TABLE lake.reports.`daily \"x.y\" sums`\nUSING iceberg AS SELECT 2 AS id");

            assertThat(lake.sql("SELECT * FROM lake.reports.`daily \"x.y\" sums`"))
                    .isEqualTo("[{\"id\":2}]");
            assertThat(lake.sql("SELECT count(*) AS n FROM lake.reports.`daily \"x.y\" sums`.snapshots"))
                    .isEqualTo("[{\"n\":2}]");
            assertThatThrownBy(() -> lake.sql("SELECT * FROM lake.reports.nothing"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("TABLE_OR_VIEW_NOT_FOUND");
        }
    }

    @Test
    void aChildThatDoesNotStartShowsItsLog() {
        ChildJvm.Launch launch = new ChildJvm.Launch(
                "nessie", Path.of("src/local/nessie"), "dev.nessiewatch.local.NoSuchClass", List.of());

        assertThatThrownBy(() -> ChildJvm.start(launch, Path.of("target/local"), Duration.ofSeconds(60)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ended")
                .hasMessageContaining("NoSuchClass");
    }
}
