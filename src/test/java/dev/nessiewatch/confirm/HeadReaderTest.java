// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.confirm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.MetadataSources;
import dev.nessiewatch.testing.ListedLog;
import dev.nessiewatch.testing.MetadataFile;
import dev.nessiewatch.testing.SetClock;
import dev.nessiewatch.watch.TablesAtHead;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeadReaderTest {
    private static final Instant NOW = Instant.parse("2026-11-05T12:00:00Z");
    private static final TableId TABLE = new TableId("c0ffee", "main");
    private static final TableKey KEY = TableKey.of("sales", "daily");

    @TempDir
    Path lake;

    private final ListedLog log = new ListedLog();
    private final HeadReader heads = new HeadReader(
            new TablesAtHead(log),
            new CensusReader(MetadataSources.of(Map.of()), CensusLimits.DEFAULT),
            new SetClock(NOW));

    @Test
    void aFileThatANewerCommitReplacedIsNotALoss() {
        log.put(KEY, TABLE.contentId(), content("file:" + lake.resolve("cleaned-away"), 1));
        // While the old file is looked for, the next commit is there already.
        log.afterHead(() -> put(2));

        Reading reading = heads.read(TABLE, KEY);

        assertThat(reading).isInstanceOfSatisfying(Reading.Measured.class, measured -> {
            assertThat(measured.counted().census().snapshots().total()).isEqualTo(2);
        });
    }

    @Test
    void mainIsWhatNessieNamesAndNotWhatTheFileSays() {
        MetadataFile file = MetadataFile.of("u").append(NOW.minus(Duration.ofDays(3)));
        file.append(NOW.minus(Duration.ofDays(2))).append(NOW.minus(Duration.ofDays(1)));
        String location = file.write(lake.resolve("rolled-back.json"));
        log.put(KEY, TABLE.contentId(), content(location, 1));

        Reading.Measured measured = (Reading.Measured) heads.read(TABLE, KEY);

        assertThat(measured.counted().census().snapshots().onMain()).isEqualTo(1);
    }

    @Test
    void aMissingFileMayComeBackAndAMissingTableDoesNot() {
        log.put(KEY, TABLE.contentId(), content("file:" + lake.resolve("nothing"), 1));
        assertThat(heads.read(TABLE, KEY)).isInstanceOfSatisfying(Reading.NotMeasured.class, not -> {
            assertThat(not.reason()).isEqualTo(Confirmation.Reason.UNREADABLE);
            assertThat(not.later()).isTrue();
        });

        log.drop(KEY);
        assertThat(heads.read(TABLE, KEY)).isInstanceOfSatisfying(Reading.NotMeasured.class, not -> {
            assertThat(not.reason()).isEqualTo(Confirmation.Reason.GONE);
            assertThat(not.later()).isFalse();
        });

        log.removeReference("main");
        assertThat(heads.read(TABLE, KEY)).isInstanceOfSatisfying(Reading.NotMeasured.class, not -> {
            assertThat(not.reason()).isEqualTo(Confirmation.Reason.GONE);
            assertThat(not.why()).contains("main").contains("sales.daily");
        });
    }

    private void put(int snapshots) {
        MetadataFile file = MetadataFile.of("u").replaces(snapshots, NOW, Duration.ofSeconds(1));
        log.put(KEY, TABLE.contentId(), content(file.write(lake.resolve("n" + snapshots)), file.currentId()));
    }

    private static TableContent content(String location, long snapshotId) {
        return new TableContent(location, snapshotId, 0, 0, 0);
    }
}
