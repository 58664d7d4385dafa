// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nessiewatch.testing.LocalNessie;
import dev.nessiewatch.testing.RegularMetadata;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import picocli.CommandLine;

/** Audits a real Nessie server whose tables are of every sort. */
@Isolated("sets a system property")
class AuditCommandTest {
    @TempDir
    private static Path folder;

    private static LocalNessie nessie;
    private static AuditLake lake;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void fillALake() throws Exception {
        nessie = LocalNessie.start();
        lake = AuditLake.on(nessie.uri(), folder);
        lake.fill();
    }

    @AfterAll
    static void stop() {
        lake.close();
        nessie.close();
    }

    @Test
    void answersPeopleAsThePageOfCommandsShows() throws IOException {
        assertThat(audit()).isEqualTo(3);

        Examples.check("audit", shown());
        assertThat(err.toString().lines()).containsExactly("8 of 8 tables read");
    }

    @Test
    void answersProgramsAsThePageOfCommandsShows() throws IOException {
        assertThat(audit("--json", "--exclude", "(?!orders$|gone$).*")).isEqualTo(3);

        Examples.check("audit --json", shown());
    }

    @Test
    void neverDropsATable() throws IOException {
        audit("--json");

        List<JsonNode> tables = json();
        assertThat(tables)
                .extracting(table -> table.get("key").get(1).asText())
                .containsExactly(
                        "orders", "guarded", "clicks", AuditLake.HOSTILE, "calm", "cut", "gone", "not_a_table");
        assertThat(tables).filteredOn(table -> table.has("error")).hasSize(3).allSatisfy(table -> {
            assertThat(table.get("verdict").asText()).isEqualTo("UNREADABLE");
            assertThat(table.has("snapshots")).isFalse();
        });
        assertThat(tables.get(3).get("table").asText()).doesNotContain("\u202e", "\u2028");
        assertThat(tables.get(3).get("also").toString()).contains("UNADDRESSABLE");
    }

    @Test
    void includesWhatIsUsuallyLeftOutWhenAskedTo() throws IOException {
        audit("--json", "--exclude", "(?!)");

        assertThat(json()).hasSize(9);
    }

    /** 56 bytes of heap for each byte of metadata: 7 for one load, 8 loads at once. */
    @Test
    void aFileThatPlannersHaveNoHeapForIsOverItsLimit() throws IOException {
        System.setProperty("nessiewatch.policy.limit.planner-heap", "5600000");
        try {
            assertThat(audit("--json", "--limit-snapshots", "5000", "--exclude", "(?!orders$|calm$).*"))
                    .isEqualTo(3);
        } finally {
            System.clearProperty("nessiewatch.policy.limit.planner-heap");
        }
        List<JsonNode> tables = json();
        assertThat(tables)
                .extracting(table -> table.get("overLimit").asBoolean())
                .containsExactly(true, false);
        assertThat(tables.get(0).get("limits").get("decodedBytes").asLong()).isEqualTo(100_000);
        assertThat(tables.get(0).get("crossesLimitAt").asText()).isEqualTo("2026-12-03T10:00:00Z");
    }

    /** The overlays put the whole policy into this file. */
    @Test
    void decidesUnderTheServicesPolicyFile() throws IOException {
        Path file = Files.writeString(folder.resolve("policy.properties"), "nessiewatch.policy.limit.snapshots=123\n");
        System.setProperty("nessiewatch.policy.file", file.toString());
        try {
            audit("--json", "--exclude", "(?!orders$).*");
            assertThat(json().get(0).get("limits").get("snapshots").asInt()).isEqualTo(123);

            Files.writeString(file, "nessiewatch.watch.exclude=.*\n");
            assertThat(audit("--json")).isEqualTo(2);
            assertThat(err.toString())
                    .contains("nessiewatch.policy.file = " + file + ": holds nessiewatch.watch.exclude, which is no"
                            + " property of the policy; take it out");
        } finally {
            System.clearProperty("nessiewatch.policy.file");
        }
    }

    @Test
    void whatTheOwnerKeepsIsNotCountedAsRemovable() throws Exception {
        lake.table(
                "kept",
                new RegularMetadata()
                        .snapshots(1200, AuditLake.NOW.minusSeconds(600), Duration.ofMinutes(30))
                        .property("history.expire.max-snapshot-age-ms", "1728000000")
                        .property("history.expire.min-snapshots-to-keep", "1100"));
        try {
            audit("--json", "--exclude", "(?!kept$).*");
        } finally {
            lake.drop("kept");
        }
        assertThat(json().get(0).get("removableNow").asInt()).isEqualTo(100);
    }

    @Test
    void endsWith1WhenNothingIsOverALimitAndSomethingCannotBeRead() {
        assertThat(audit("--limit-snapshots", "5000", "--parallel", "1")).isEqualTo(1);
        assertThat(out.toString()).contains("8 tables: 0 over a limit, 3 unreadable; 1 more excluded by name");
    }

    @Test
    void endsWith0WhenAllIsWell() {
        assertThat(audit("--limit-snapshots", "5000", "--exclude", "cut|gone|not_a_table"))
                .isZero();
        assertThat(out.toString()).doesNotContain("Could not be read");
    }

    @Test
    void endsWith1AndOneLineWhenThereIsNoSuchReference() {
        assertThat(audit("--ref", "nowhere")).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines()).singleElement().asString().endsWith("no reference 'nowhere'. Check --ref.");
    }

    @Test
    void endsWith1AndOneLineWhenNessieIsAway() {
        assertThat(command("--nessie-uri", "http://127.0.0.1:1/api/v2")).isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .contains("http://127.0.0.1:1/api/v2")
                .endsWith("Check --nessie-uri, the network and the server.");
    }

    @Test
    void refusesWrongUsage() {
        String[][] wrong = {
            {"--parallel", "0"},
            {"--parallel", "65"},
            {"--retention", "1h"},
            {"--retention", "30d"},
            {"--limit-snapshots", "0"},
            {"--limit-bytes", "many"},
            {"--exclude", "("},
            {"--weekly", "never"},
            {"surplus"}
        };
        for (String[] arguments : wrong) {
            assertThat(audit(arguments)).as(String.join(" ", arguments)).isEqualTo(2);
        }
        assertThat(command("--nessie-uri", "http://me:secret@127.0.0.1/")).isEqualTo(2);
        assertThat(err.toString())
                .contains("nessiewatch.policy.retention")
                .contains("nessiewatch.metadata.parallelism must be 1 to 64")
                .doesNotContain("secret@", "\tat ");
    }

    private int audit(String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("--nessie-uri", nessie.uri().toString()));
        arguments.addAll(Arrays.asList(more));
        return command(arguments.toArray(String[]::new));
    }

    private int command(String... arguments) {
        AuditCommand command = new AuditCommand(
                Clock.fixed(AuditLake.NOW, ZoneOffset.UTC), new PrintWriter(out), new PrintWriter(err));
        return new CommandLine(command)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private String shown() {
        return out.toString().replace(folder.toString(), "/lake");
    }

    private List<JsonNode> json() throws IOException {
        List<JsonNode> objects = new ArrayList<>();
        for (String line : out.toString().lines().toList()) {
            objects.add(new ObjectMapper().readTree(line));
        }
        return objects;
    }
}
