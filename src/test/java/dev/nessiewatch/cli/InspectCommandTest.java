// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The answers of {@code inspect}, for programs and for people. */
class InspectCommandTest {
    private static final long DAY = 86_400_000;
    private static final Instant NOW = Instant.ofEpochMilli(100 * DAY);
    private static final String DOCUMENT = "{\"format-version\":2,\"table-uuid\":\"u\",\"current-snapshot-id\":3,"
            + "\"snapshots\":[{\"snapshot-id\":1,\"timestamp-ms\":" + 90 * DAY + "},"
            + "{\"snapshot-id\":2,\"parent-snapshot-id\":1,\"timestamp-ms\":" + 93 * DAY + "},"
            + "{\"snapshot-id\":3,\"parent-snapshot-id\":2,\"timestamp-ms\":" + 99 * DAY + "}]}";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void writeAFile() throws IOException {
        file = folder.resolve("00001-a.metadata.json");
        Files.writeString(file, DOCUMENT);
    }

    @Test
    void answersProgramsWithOneObjectALocation() {
        int exit = run("--json", file.toString(), folder + "/none");
        assertThat(exit).isEqualTo(1);
        assertThat(out.toString().lines())
                .containsExactly(
                        "{\"location\":\"" + file
                                + "\",\"formatVersion\":2,\"tableUuid\":\"u\",\"currentSnapshotId\":\"3\","
                                + "\"gzip\":false,\"bytes\":{\"stored\":" + DOCUMENT.length() + ",\"decoded\":"
                                + DOCUMENT.length() + ",\"snapshots\":" + list().length()
                                + ",\"schemas\":0,\"statistics\":0,"
                                + "\"logs\":0,\"refs\":0,\"properties\":0,\"other\":"
                                + (DOCUMENT.length() - list().length()) + "},"
                                + "\"snapshots\":{\"total\":3,\"onMain\":3,\"onOtherRefs\":0,\"unreferenced\":0,"
                                + "\"oldestMs\":" + 90 * DAY + ",\"newestMs\":" + 99 * DAY
                                + ",\"removable\":1,\"floor\":1},\"refs\":{\"branches\":0,\"tags\":0},"
                                + "\"gcEnabled\":null,\"flags\":[]}",
                        "{\"location\":\"" + folder + "/none\",\"error\":{\"kind\":\"MISSING\",\"message\":\"" + folder
                                + "/none: no such file\",\"offset\":null}}");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void answersPeopleInPlainLines() {
        assertThat(run("--older-than", "36h", "--retain-last", "2", file.toString()))
                .isZero();
        assertThat(out.toString())
                .contains("3 (3 on main, 0 on other references, 0 on none)")
                .contains("removes 1 snapshot older than 1970-04-09T12:00:00Z, retain last 2")
                .contains("1 snapshot that no expiry can remove now (1 head of main)");
    }

    @Test
    void tellsPeopleWhatCouldNotBeRead() {
        assertThat(run(folder + "/none", file.toString())).isEqualTo(1);
        assertThat(err.toString()).isEqualToIgnoringNewLines("MISSING  " + folder + "/none: no such file");
        assertThat(out.toString()).contains("3 on main");
    }

    @Test
    void saysThatAnEmptyNameIsNone() {
        assertThat(run("")).isEqualTo(1);
        assertThat(err.toString()).contains("an empty name; name a .metadata.json file");
    }

    @Test
    void refusesWrongUsage() {
        String[][] wrong = {
            {},
            {"--older-than", "soon", "x"},
            {"--older-than", "-PT1H", "x"},
            {"--retain-last", "0", "x"},
            {"--what", "x"}
        };
        for (String[] arguments : wrong) {
            assertThat(run(arguments)).as(String.join(" ", arguments)).isEqualTo(2);
        }
        assertThat(err.toString()).contains("'soon' is no age; write 7d, 36h, 90m or PT36H");
    }

    @Test
    void readsAgesInBothForms() {
        InspectCommand.Age ages = new InspectCommand.Age();
        assertThat(ages.convert("7d")).isEqualTo(Duration.ofDays(7));
        assertThat(ages.convert("90M")).isEqualTo(Duration.ofMinutes(90));
        assertThat(ages.convert("P1DT2H")).isEqualTo(Duration.ofHours(26));
    }

    private static String list() {
        return DOCUMENT.substring(DOCUMENT.indexOf('['), DOCUMENT.length() - 1);
    }

    private int run(String... arguments) {
        InspectCommand command =
                new InspectCommand(Clock.fixed(NOW, ZoneOffset.UTC), new PrintWriter(out), new PrintWriter(err));
        return new CommandLine(command)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
