// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import dev.nessiewatch.lake.Position;
import dev.nessiewatch.lake.TableContent;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import dev.nessiewatch.metadata.AgePoint;
import dev.nessiewatch.metadata.Census;
import dev.nessiewatch.metadata.CensusOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Wire records with every field filled, as the golden files hold them. */
final class Samples {
    static final TableId TABLE = new TableId("5f8c2c1e-9a77-4c0b-8a43-1f0a3f6f8f10", "main");
    static final TableKey KEY = TableKey.of("sales", "daily \"gross\".v2");
    static final FeedIdentity IDENTITY = new FeedIdentity("prod lake", "nessiewatch");
    private static final Instant AT = Instant.parse("2026-11-30T10:15:30.123Z");

    private Samples() {}

    static SnapshotCount counted() {
        return new SnapshotCount(
                SnapshotCount.SCHEMA,
                subject(),
                commits(42),
                content(),
                SnapshotCount.Outcome.COUNTED,
                census(),
                null,
                true,
                new SnapshotCount.Growth(
                        List.of(
                                new SnapshotCount.Observation(
                                        AT.minusSeconds(3600), 41, 1200, 9_500_000, 1796033700000L, 7L, null),
                                new SnapshotCount.Observation(AT, 42, 1201, 9_508_000, null, -1L, null)),
                        List.of(1796033600000L, 1796033700000L)),
                List.of(new AgePoint(1795000000000L, 10), new AgePoint(1796000000000L, 900)));
    }

    /** As {@link #dropped}, where it is known that 930 snapshots went while 29 came, and a later look lost 3. */
    static SnapshotCount outgrown() {
        return withDrop(
                List.of(
                        new SnapshotCount.Observation(
                                AT.minusSeconds(3600), 41, 1200, 9_500_000, 1796033700000L, 7L, null),
                        new SnapshotCount.Observation(AT, 42, 1201, 9_508_000, null, -1L, 3)),
                new SnapshotCount.Drop(
                        AT.minusSeconds(7200), 40, 2100, 1199, false, true, false, List.of("16@bb33"), 930, true));
    }

    /** As {@link #counted}, after the list became shorter, with who committed lately, in the layout of that time. */
    static SnapshotCount dropped() {
        return withDrop(
                counted().growth().observations(),
                new SnapshotCount.Drop(
                        AT.minusSeconds(7200), 40, 2100, 1199, false, true, false, List.of("16@bb33"), null, null));
    }

    private static SnapshotCount withDrop(List<SnapshotCount.Observation> observations, SnapshotCount.Drop drop) {
        SnapshotCount sample = counted();
        return new SnapshotCount(
                sample.schema(),
                sample.table(),
                sample.commits(),
                sample.content(),
                sample.outcome(),
                sample.census(),
                null,
                false,
                new SnapshotCount.Growth(
                        observations,
                        sample.growth().recentSnapshotsMs(),
                        drop,
                        new SnapshotCount.Tally(
                                AT.minusSeconds(604800),
                                AT,
                                168,
                                Map.of("dbt", 160, "adam", 8),
                                Map.of("spark", 168),
                                Map.of("overwrite", 167, "(none)", 1))),
                sample.ageCurve());
    }

    /** The first measurement of a table failed: nothing is known but why. */
    static SnapshotCount unreadable() {
        return new SnapshotCount(
                SnapshotCount.SCHEMA,
                new SnapshotCount.Subject("main", KEY, KEY.display(), TABLE.contentId(), null),
                new SnapshotCount.Commits(43, "aa11", "bb22", null, 0, Map.of(), Map.of(), Map.of(), List.of()),
                content(),
                SnapshotCount.Outcome.UNREADABLE,
                null,
                new SnapshotCount.Unreadable(
                        CensusOutcome.Kind.MISSING, "s3://lake/sales/00042.metadata.json does not exist", AT),
                false,
                SnapshotCount.Growth.NONE,
                List.of());
    }

    static Position position() {
        return new Position("feature/ü@1", "aa11", 42, "bb22", "tail-7f3c", AT);
    }

    static LedgerEntry intended() {
        return new LedgerEntry(
                LedgerEntry.SCHEMA,
                17,
                order(),
                LedgerEntry.Phase.INTENDED,
                1,
                "local",
                null,
                null,
                null,
                null,
                0,
                false,
                "trigger-11aa",
                AT,
                null);
    }

    static LedgerEntry verified() {
        return new LedgerEntry(
                LedgerEntry.SCHEMA,
                20,
                order(),
                LedgerEntry.Phase.VERIFIED,
                2,
                "local",
                "nessiewatch-daily-17-2",
                AT.minusSeconds(60),
                new LedgerEntry.Verdict("Effective", 900, 0, 301, "cc33", "all 900 removed"),
                AT.plusSeconds(7200),
                0,
                false,
                "trigger-11aa",
                AT,
                null);
    }

    /** The breaker of the table was closed by an operator. */
    static LedgerEntry resumed() {
        return new LedgerEntry(
                LedgerEntry.SCHEMA,
                21,
                order(),
                LedgerEntry.Phase.VERIFIED,
                1,
                "local",
                "nessiewatch-daily-17-1",
                AT.minusSeconds(60),
                new LedgerEntry.Verdict("Failed", 0, 900, 1201, null, "out of memory"),
                null,
                0,
                false,
                "trigger-11aa",
                AT,
                new LedgerEntry.Resumed("zoe@ops", "c-1", "memory raised", 3, AT.minusSeconds(30)));
    }

    static OperatorCommand pause() {
        return new OperatorCommand(
                OperatorCommand.SCHEMA,
                "0b5e3c62-8f10-4a55-9f0e-2f6f3d1c7a10",
                OperatorCommand.Command.PAUSE,
                null,
                null,
                "zoe@ops",
                "store is moved",
                AT,
                null);
    }

    static OperatorCommand launch() {
        return new OperatorCommand(
                OperatorCommand.SCHEMA,
                "7d1f9a44-03c5-4e7e-8d55-5a1c8c1f2b20",
                OperatorCommand.Command.LAUNCH,
                new OperatorCommand.Subject(TABLE.contentId(), TABLE.reference(), KEY),
                "trim",
                "zoe@ops",
                null,
                AT,
                AT.plusSeconds(900));
    }

    static OperatorAnswer answer() {
        return OperatorAnswer.to(
                launch(),
                OperatorAnswer.Outcome.WAITING,
                "Not launched yet. RUN_OPEN: a run for this table is under way.",
                "trigger-11aa",
                AT.plusSeconds(3));
    }

    static SnapshotCount counted(TableId table, long sequence) {
        SnapshotCount sample = counted();
        return new SnapshotCount(
                sample.schema(),
                new SnapshotCount.Subject(table.reference(), KEY, KEY.display(), table.contentId(), null),
                commits(sequence),
                sample.content(),
                sample.outcome(),
                sample.census(),
                null,
                false,
                sample.growth(),
                sample.ageCurve());
    }

    static Departure departure(TableId table, long sequence) {
        return new Departure(table, KEY, "DROPPED", sequence, "aa11", "bb22", AT);
    }

    static Position position(String reference, long sequence) {
        return new Position(reference, "hash-" + sequence, sequence, null, "tail-7f3c", AT);
    }

    private static SnapshotCount.Subject subject() {
        return new SnapshotCount.Subject(
                TABLE.reference(), KEY, KEY.display(), TABLE.contentId(), "1b4e28ba-2fa1-11d2-883f-0016d3cca427");
    }

    private static SnapshotCount.Commits commits(long sequence) {
        return new SnapshotCount.Commits(
                sequence,
                "aa11",
                "bb22",
                AT,
                3,
                Map.of("zoe", 1, "adam", 2),
                Map.of("iceberg", 3),
                Map.of("replace", 2, "append", 1),
                List.of("17@cc33"));
    }

    private static TableContent content() {
        return new TableContent("s3://lake/sales/00042.metadata.json", 9007199254740993L, 1, 0, 0);
    }

    private static Census census() {
        return new Census(
                2,
                "1b4e28ba-2fa1-11d2-883f-0016d3cca427",
                "9007199254740993",
                false,
                new Census.Bytes(9_508_000, 9_508_000, 9_000_000, 8_000, 0, 400_000, 100, 900, 99_000),
                new Census.Snapshots(1201, 300, 2, 899, 700, 1794000000000L, 1796033700000L),
                new Census.Refs(1, 1),
                4,
                0,
                null,
                Map.of(
                        "write.metadata.delete-after-commit.enabled",
                        "true",
                        "history.expire.min-snapshots-to-keep",
                        "3"),
                List.of(Census.Flag.REF_TO_NOTHING));
    }

    private static LedgerEntry.Order order() {
        return new LedgerEntry.Order(
                "17",
                TABLE.contentId(),
                TABLE.reference(),
                KEY,
                "1b4e28ba-2fa1-11d2-883f-0016d3cca427",
                "expire",
                1796000000000L,
                1,
                900,
                null,
                1201,
                9_508_000,
                "bb22",
                "s3://lake/sales/00042.metadata.json",
                "1201 snapshots now, limit 1000 before the weekly run");
    }
}
