// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.Operation;

/** A first look at a branch with many tables: 2,000, or as many as {@code nessiewatch.test.tables} says. */
@Timeout(1200)
class ManyTablesTest extends ProofParts {
    private static final int TABLES = Integer.getInteger("nessiewatch.test.tables", 2_000);

    @Test
    void areComparedInChunksAndProvenByASubscriber(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("00001-a.metadata.json");
        Files.writeString(
                file,
                "{\"format-version\":2,\"table-uuid\":\"u\",\"snapshots\":[{\"snapshot-id\":1,\"timestamp-ms\":1}]}");
        for (int first = 0; first < TABLES; first += 1000) {
            List<Operation> operations = new ArrayList<>();
            for (int i = first; i < Math.min(TABLES, first + 1000); i++) {
                operations.add(Operation.Put.of(key("t" + i), IcebergTable.of("file:" + file, i, 0, 0, 0)));
            }
            commit(operations.toArray(Operation[]::new));
        }
        long begin = System.nanoTime();
        tail(EXCLUDES, 500).turn();
        System.out.printf("first look at %d tables: %d ms%n", TABLES, (System.nanoTime() - begin) / 1_000_000);
        begin = System.nanoTime();
        assertThat(prove("--ref", branch)).as(out + "" + err).isZero();
        System.out.printf("prove: %d ms%n", (System.nanoTime() - begin) / 1_000_000);
        assertThat(out.toString()).contains("judged with " + TABLES + " records: equal to Nessie");
    }
}
