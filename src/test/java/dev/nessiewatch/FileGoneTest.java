// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.testing.ListedLog;
import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.testing.LogLines;
import dev.nessiewatch.testing.MetadataFile;
import dev.nessiewatch.testing.PlainReader;
import dev.nessiewatch.testing.SetClock;
import java.io.IOException;
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

/** Tables that delete older metadata files after each commit: a file may be gone before it is read. */
class FileGoneTest {
    private static final Instant NOW = Instant.parse("2026-11-05T12:00:00Z");
    private static final TableKey KEY = TableKey.of("ns", "a");
    private static LocalKafka kafka;

    @TempDir
    Path lake;

    private final ListedLog log = new ListedLog();
    private int version;

    @BeforeAll
    static void startBroker() {
        kafka = LocalKafka.start();
    }

    @AfterAll
    static void stopBroker() {
        kafka.close();
    }

    @Test
    void aFileThatANewerCommitReplacedIsNoAlarmAndTheNewerOneIsRead() throws Exception {
        try (TailUnderTest tail = tail("replaced");
                LogLines said = new LogLines(Measuring.class)) {
            commit();
            tail.turn();
            Path second = commit();
            log.afterHead(() -> {
                commit();
                delete(second);
            });
            tail.turn();
            assertThat(said.lines())
                    .singleElement()
                    .asString()
                    .contains("UNAVAILABLE")
                    .contains("was replaced by a newer commit");
            tail.turn();
        }
        assertThat(published("replaced"))
                .extracting(count -> count.at("/census/snapshots/total").asInt())
                .endsWith(3);
        assertThat(published("replaced"))
                .extracting(count -> count.at("/unreadable/kind").asText())
                .doesNotContain("MISSING");
    }

    @Test
    void ofAHundredAndFiftyCommitsOnlyTheNewestFileIsAskedFor() throws Exception {
        try (TailUnderTest tail = tail("behind");
                LogLines said = new LogLines(Measuring.class)) {
            commit();
            tail.turn();
            List<Path> older = new ArrayList<>();
            for (int i = 0; i < 149; i++) {
                older.add(commit());
            }
            commit();
            older.forEach(FileGoneTest::delete);
            tail.turn();
            assertThat(said.lines()).isEmpty();
        }
        assertThat(published("behind"))
                .extracting(count -> count.at("/census/snapshots/total").asInt())
                .containsExactly(1, 151);
    }

    @Test
    void aFileThatIsGoneWhileHeadStillNamesItIsTheLoudestAlarm() throws Exception {
        try (TailUnderTest tail = tail("lost");
                LogLines said = new LogLines(Measuring.class)) {
            delete(commit());
            tail.turn();
            assertThat(said.lines()).singleElement().asString().contains("MISSING");
        }
        assertThat(published("lost")).singleElement().satisfies(count -> {
            assertThat(count.at("/unreadable/kind").asText()).isEqualTo("MISSING");
            assertThat(count.at("/census").isNull()).as("never a zero").isTrue();
        });
    }

    /** One more snapshot, in a new file. */
    private Path commit() {
        version++;
        Path path = lake.resolve("v" + version + ".metadata.json");
        MetadataFile file = MetadataFile.of("u").replaces(version, NOW.minusSeconds(version), Duration.ofSeconds(1));
        log.put(KEY, "A", new TableContent(file.write(path), file.currentId(), 0, 0, 0));
        return path;
    }

    private static void delete(Path path) {
        try {
            Files.delete(path);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private TailUnderTest tail(String prefix) {
        return new TailUnderTest(
                new TailUnderTest.Place(kafka.bootstrapServers(), "gone-" + prefix),
                log,
                new TailUnderTest.Watched(List.of("main"), List.of("(?!)")),
                "tail",
                new SetClock(NOW));
    }

    private static List<JsonNode> published(String prefix) {
        return new PlainReader(kafka.bootstrapServers())
                .records("gone-" + prefix + ".snapshot-counts").stream()
                        .map(count -> tree(count.value()))
                        .toList();
    }

    private static JsonNode tree(byte[] value) {
        try {
            return new ObjectMapper().readTree(value);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
