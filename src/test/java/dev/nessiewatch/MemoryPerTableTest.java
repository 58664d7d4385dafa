// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.decide.Board;
import dev.nessiewatch.decide.Decider;
import dev.nessiewatch.decide.Explanation;
import dev.nessiewatch.decide.Past;
import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.decide.PolicyConfig;
import dev.nessiewatch.decide.Situation;
import dev.nessiewatch.event.PackedCount;
import dev.nessiewatch.event.SnapshotCount;
import dev.nessiewatch.forecast.Forecast;
import dev.nessiewatch.forecast.Forecaster;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.AgePoint;
import dev.nessiewatch.metadata.Census;
import dev.nessiewatch.testing.Settings;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** What 20,000 tables with full records cost, in each of the memories. */
@Isolated("measures the heap in use")
class MemoryPerTableTest {
    private static final int TABLES = 20_000;
    private static final int BOUND = 4096;
    private static final int BOARD_TABLES = 40_000;
    private static final int BOARD_BOUND = 512;
    private static final Policy POLICY = Policy.of(Settings.of(PolicyConfig.class));
    private static final Instant NOW = Instant.parse("2026-11-30T10:15:30.123Z");

    @Test
    void theTailKeepsATableUnderTheBound() {
        TailMemory memory = new TailMemory();
        long each = bytesEach(memory::measured);
        System.out.println("tail memory: " + each + " bytes a table");
        assertThat(memory.tables()).isEqualTo(TABLES);
        assertThat(each).isLessThan(BOUND);
    }

    @Test
    void theTriggerKeepsATableUnderTheBound() {
        TriggerBook book = new TriggerBook();
        long each = bytesEach(book::measured);
        System.out.println("trigger's book: " + each + " bytes a table");
        assertThat(book.tables()).hasSize(TABLES);
        assertThat(each).isLessThan(BOUND);
    }

    /** The words of a decision alone are about 2 KB; 40,000 tables would keep 80 MB of them. */
    @Test
    void theBoardKeepsADecisionWithoutItsWords() {
        TriggerBook book = new TriggerBook();
        for (int i = 0; i < BOARD_TABLES; i++) {
            book.measured(full(i, new Random(i)));
        }
        Board board = new Board();
        Past past = Past.none(4);
        long before = used();
        for (TableId table : book.tables()) {
            PackedCount packed = book.packed(table).orElseThrow();
            board.note(asked(board, packed, past).row());
        }
        long each = (used() - before) / BOARD_TABLES;
        System.out.println("board: " + each + " bytes a table, " + BOARD_TABLES + " tables");
        assertThat(board.rows()).hasSize(BOARD_TABLES);
        assertThat(book.tables()).hasSize(BOARD_TABLES);
        assertThat(each).isLessThan(BOARD_BOUND);
    }

    @Test
    void theWordsAreThoseOfTheDecisionWheneverTheyAreAsked() {
        TriggerBook book = new TriggerBook();
        book.measured(full(7, new Random(7)));
        Board board = new Board();
        PackedCount packed = book.packed(book.tables().iterator().next()).orElseThrow();
        Asked asked = asked(board, packed, Past.none(4));
        board.note(asked.row());
        book.measured(full(7, new Random(8)));

        Board.Row row = board.row(packed.id()).orElseThrow();
        assertThat(row.explanation()).isEqualTo(asked.explanation()).isEqualTo(row.explanation());
        assertThat(row.explanation().decision().outcome()).isEqualTo(row.outcome());
        assertThat(row.explanation().text()).hasSizeGreaterThan(500);
    }

    /** A decision as the second door notes it, and its words as they were then. */
    private record Asked(Board.Row row, Explanation explanation) {}

    @SuppressWarnings("NullAway") // Nothing is confirmed here.
    private static Asked asked(Board board, PackedCount packed, Past past) {
        EventToExpiry.Rooms rooms = new EventToExpiry.Rooms(new Forecaster(), new Decider(POLICY), board, null);
        Forecast forecast = rooms.forecaster().forecast(packed.count(), NOW);
        Situation situation = new Situation(NOW, NOW, false);
        Explanation explanation = rooms.decider().explain(forecast, past, situation);
        Question question = new Question(packed, past, situation, rooms);
        return new Asked(question.row(rooms.decider().weigh(forecast, past, situation), forecast), explanation);
    }

    @Test
    void whatIsReadBackIsWhatWasPut() {
        TailMemory memory = new TailMemory();
        TriggerBook book = new TriggerBook();
        SnapshotCount count = full(7, new Random(7));
        memory.measured(count);
        book.measured(count);
        assertThat(memory.last(count.id())).isEqualTo(count);
        assertThat(memory.all("main")).containsExactly(count);
        assertThat(book.measurement(count.id())).contains(count);
    }

    @Test
    void tablesThatLeaveTakeTheirMemoryWithThem() {
        TailMemory memory = new TailMemory();
        TriggerBook book = new TriggerBook();
        long before = used();
        for (int i = 0; i < TABLES; i++) {
            SnapshotCount count = full(i, new Random(i));
            memory.measured(count);
            book.measured(count);
            memory.left(count.id());
            book.left(count.id());
            if (i % 100 == 0) {
                book.takeGone();
                book.takeChanged();
            }
        }
        book.takeGone();
        long each = (used() - before) / TABLES;
        assertThat(memory.tables()).isZero();
        assertThat(book.tables()).isEmpty();
        // What a hash table keeps of its size, no more.
        assertThat(each).isLessThan(64);
    }

    private static long bytesEach(Consumer<SnapshotCount> memory) {
        long before = used();
        for (int i = 0; i < TABLES; i++) {
            memory.accept(full(i, new Random(i)));
        }
        return (used() - before) / TABLES;
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** A record with every list full, and numbers that do not repeat. */
    private static SnapshotCount full(int number, Random random) {
        TableId id = new TableId(new UUID(random.nextLong(), random.nextLong()).toString(), "main");
        TableKey key = TableKey.of("warehouse_" + number % 50, "reporting", "daily_orders_by_region_" + number);
        TableContent content = new TableContent(
                "s3://lake/warehouse/reporting/daily_orders_" + number + "/metadata/00042-"
                        + new UUID(random.nextLong(), random.nextLong()) + ".metadata.json",
                random.nextLong(Long.MAX_VALUE),
                1,
                0,
                0);
        List<SnapshotCount.Observation> observations = new ArrayList<>();
        List<Long> recent = new ArrayList<>();
        List<AgePoint> curve = new ArrayList<>();
        long at = NOW.toEpochMilli() - 100_000_000;
        for (int i = 0; i < 64; i++) {
            at += random.nextInt(600_000);
            recent.add(at);
            if (i < 32) {
                observations.add(new SnapshotCount.Observation(
                        Instant.ofEpochMilli(at),
                        1000 + i,
                        1200 + i,
                        9_000_000 + random.nextInt(500_000),
                        at - random.nextInt(5000),
                        random.nextLong(Long.MAX_VALUE),
                        i % 8 == 0 ? 3 : null));
                curve.add(new AgePoint(at, i * 40 + random.nextInt(40)));
            }
        }
        return new SnapshotCount(
                SnapshotCount.SCHEMA,
                new SnapshotCount.Subject(
                        "main",
                        key,
                        key.display(),
                        id.contentId(),
                        UUID.randomUUID().toString()),
                new SnapshotCount.Commits(
                        1032,
                        hash(random),
                        hash(random),
                        NOW,
                        3,
                        Map.of("airflow", 2, "dbt", 1),
                        Map.of("iceberg", 3),
                        Map.of("replace", 2, "append", 1),
                        List.of()),
                content,
                SnapshotCount.Outcome.COUNTED,
                new Census(
                        2,
                        UUID.randomUUID().toString(),
                        Long.toString(content.snapshotId()),
                        false,
                        new Census.Bytes(9_508_000, 9_508_000, 9_000_000, 8_000, 0, 400_000, 100, 900, 99_000),
                        new Census.Snapshots(1201, 300, 2, 899, 700, at - 100_000, at),
                        new Census.Refs(1, 1),
                        4,
                        0,
                        null,
                        Map.of("write.metadata.delete-after-commit.enabled", "true"),
                        List.of()),
                null,
                false,
                new SnapshotCount.Growth(observations, recent),
                curve);
    }

    private static String hash(Random random) {
        return String.format("%016x%016x%016x%016x", random.nextLong(), random.nextLong(), random.nextLong(), 7L);
    }
}
