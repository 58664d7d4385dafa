// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A real Spark that writes Iceberg tables through Nessie: catalog {@code lake}, branch {@code main}, session zone UTC. A
 * table is named {@code lake.<namespace>.<table>}.
 */
public final class LocalLake implements AutoCloseable {
    private static final Duration START_DEADLINE = Duration.ofSeconds(90);
    private static final Duration STATEMENT_DEADLINE = Duration.ofSeconds(120);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ChildJvm child;

    private LocalLake(ChildJvm child) {
        this.child = child;
    }

    /** Starts Spark on a Nessie server and a directory for all files; takes about ten seconds. */
    public static LocalLake start(URI nessie, Path warehouse) {
        ChildJvm.Launch launch = new ChildJvm.Launch(
                "lake",
                Path.of("src/local/lake"),
                "dev.nessiewatch.local.SqlSession",
                List.of(
                        "--nessie",
                        nessie.toString(),
                        "--warehouse",
                        warehouse.toAbsolutePath().toString()));
        return new LocalLake(ChildJvm.start(launch, Path.of("target/local"), START_DEADLINE));
    }

    /**
     * Runs one statement to its end.
     *
     * @param statement SQL; line breaks count as blanks
     * @return the rows as a JSON array of objects
     * @throws IllegalStateException when the statement failed, with Spark's reason
     */
    public String sql(String statement) {
        child.send(statement.replaceAll("\\R", " "));
        String line = child.nextLine(STATEMENT_DEADLINE);
        try {
            JsonNode answer = JSON.readTree(line);
            if (!answer.path("ok").asBoolean()) {
                throw new IllegalStateException(
                        statement + ": " + answer.path("error").asText());
            }
            return answer.path("rows").toString();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Not an answer: " + line, e);
        }
    }

    /** Ends Spark; the tables stay. */
    @Override
    public void close() {
        child.close();
    }
}
