// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.event.OperatorCommand.Command;
import dev.nessiewatch.event.OperatorCommand.Subject;
import dev.nessiewatch.lake.OutsideText;
import dev.nessiewatch.lake.TableId;
import dev.nessiewatch.lake.TableKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands and answers on the ledger topic: their keys, and whatever anybody may write there. */
class OperatorRecordsTest {
    private static final int[] ODD = {
        0, 7, 9, 10, 13, 27, 127, 0x85, 0x9b, 0xad, 0x200b, 0x202e, 0x2028, 0x2029, 0x2066, 0xfeff, 0xd800, 0xdfff,
        0xe000, 0x1f600, '"', '\\', '{', '}', '$', '%', '<', '&', '\'', ' ', '/', '@', 'x', 'é', 0x65e5
    };

    @Test
    void theKeyKeepsTheNewestOfEachKindAndSubjectAndNoOrder() {
        TableId table = Samples.TABLE;
        assertThat(command(Command.PAUSE, null).key()).isEqualTo("operator/hold/everything");
        assertThat(command(Command.RESUME, null).key()).isEqualTo("operator/hold/everything");
        assertThat(command(Command.RESUME, subject()).key()).isEqualTo("operator/hold/" + table.text());
        assertThat(command(Command.LAUNCH, subject()).key()).isEqualTo("operator/launch/" + table.text());
        assertThat(command(Command.WHY, subject()).key()).isEqualTo("operator/why/" + table.text());
        assertThat(Samples.answer().key()).isEqualTo("operator-answer/launch/" + table.text());
        assertThat(Samples.answer().commandKey()).isEqualTo(Samples.launch().key());
    }

    @Test
    void writesACommandAsACloudEvent() {
        Outgoing outgoing = Records.command("lake", Samples.launch());

        assertThat(outgoing.topic()).isEqualTo("lake.ledger");
        assertThat(outgoing.key()).isEqualTo(Samples.launch().key());
        assertThat(outgoing.headers())
                .containsExactly(
                        Map.entry("ce_specversion", "1.0"),
                        Map.entry("ce_type", "dev.nessiewatch.operator.v1"),
                        Map.entry("ce_source", "/nessiewatch/operator/zoe%40ops"),
                        Map.entry("ce_id", Samples.launch().id()),
                        Map.entry("ce_time", "2026-11-30T10:15:30.123Z"),
                        Map.entry("ce_subject", "sales.\"daily \"\"gross\"\".v2\" on main"),
                        Map.entry("content-type", "application/json"));
        assertThat(LedgerDecoded.of(received(outgoing))).isEqualTo(new LedgerDecoded.Commanded(Samples.launch()));
    }

    @Test
    void writesAnAnswerAsACloudEvent() {
        Outgoing outgoing = new Records(Samples.IDENTITY).answer(Samples.answer());

        assertThat(outgoing.headers())
                .containsEntry("ce_type", "dev.nessiewatch.operator-answer.v1")
                .containsEntry("ce_source", "/nessiewatch/prod%20lake")
                .containsEntry("ce_id", "answer/" + Samples.launch().id() + "/1796033733123");
        assertThat(LedgerDecoded.of(received(outgoing))).isEqualTo(new LedgerDecoded.Answered(Samples.answer()));
    }

    @Test
    void leavesTypesOfANewerVersionAlone() {
        Received later = new Received(
                new Partition("nessiewatch.ledger", 0),
                1,
                "later/x",
                "{}".getBytes(StandardCharsets.UTF_8),
                Map.of("ce_type", "dev.nessiewatch.later.v1"));

        assertThat(LedgerDecoded.of(later)).isEqualTo(new LedgerDecoded.Foreign("dev.nessiewatch.later.v1"));
    }

    @Test
    @SuppressWarnings("NullAway") // It does not see an array's @Nullable in a class file.
    void aTombstoneOfACommandIsNoTombstoneOfATable() {
        String key = Samples.launch().key();
        assertThat(LedgerDecoded.of(new Received(new Partition("t", 0), 1, key, null, Map.of())))
                .isEqualTo(new LedgerDecoded.Withdrawn(key));
        assertThat(LedgerDecoded.of(new Received(new Partition("t", 0), 1, Samples.TABLE.text(), null, Map.of())))
                .isEqualTo(new LedgerDecoded.Cleared(Samples.TABLE));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "\"schema\":\"v1-draft\"|\"schema\":\"v9\"|schema",
                "\"id\":\"7d1f9a44-03c5-4e7e-8d55-5a1c8c1f2b20\"|\"id\":\"a b\"|id",
                "\"id\":\"7d1f9a44-03c5-4e7e-8d55-5a1c8c1f2b20\"|\"id\":null|id",
                "\"LAUNCH\"|\"DESTROY\"|command",
                "\"trim\"|\"shrink\"|mode",
                "\"zoe@ops\"|\"\\u0007 \\u202e\"|who",
                "\"zoe@ops\"|null|who",
                "\"at\":\"2026-11-30T10:15:30.123Z\"|\"at\":\"+1000000000-12-31T23:59:59.999999999Z\"|at",
                "2026-11-30T10:30:30.123Z|2026-12-30T10:30:30.123Z|expiresAt",
                "2026-11-30T10:30:30.123Z|2026-11-30T10:10:30.123Z|expiresAt",
                "\"expiresAt\":\"2026-11-30T10:30:30.123Z\"|\"expiresAt\":null|expiresAt",
                "\"reference\":\"main\"|\"reference\":\"a@b\"|table.reference",
                "\"key\":[\"sales\",\"daily \\\"gross\\\".v2\"]|\"key\":[]|key",
                "\"contentId\":\"5f8c2c1e-9a77-4c0b-8a43-1f0a3f6f8f10\"|\"contentId\":\"another\"|the key is"
            })
    void refusesACommandThatIsNotWhole(String sound, String broken, String named) {
        String json = new String(JsonCodec.OPERATOR_COMMAND.encode(Samples.launch()), StandardCharsets.UTF_8);
        assertThat(json).contains(sound);

        LedgerDecoded decoded = LedgerDecoded.of(raw(json.replace(sound, broken)));

        assertThat(decoded).isInstanceOf(LedgerDecoded.Undecodable.class);
        assertThat(decoded.toString()).contains(named).doesNotContain("\u0007", "\u202e");
    }

    @Test
    void aPauseMayNotExpireAndALaunchIsAboutOneTable() {
        String pause = new String(JsonCodec.OPERATOR_COMMAND.encode(Samples.pause()), StandardCharsets.UTF_8);
        for (String broken : List.of(
                pause.replace("\"expiresAt\":null", "\"expiresAt\":\"2026-11-30T10:15:31Z\""),
                pause.replace("\"PAUSE\"", "\"LAUNCH\""),
                pause.replace("\"mode\":null", "\"mode\":\"trim\""))) {
            assertThat(LedgerDecoded.of(raw(broken))).isInstanceOf(LedgerDecoded.Undecodable.class);
        }
    }

    @Test
    void hostileTextIsBoundedAndPrintableOnceItIsRead() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < 3_000; i++) {
            OperatorCommand sent = hostile(random);
            Outgoing outgoing = Records.command("t", sent);
            LedgerDecoded decoded = LedgerDecoded.of(received(outgoing));
            String which = "seed " + seed + ", command " + i;

            if (decoded instanceof LedgerDecoded.Commanded commanded) {
                OperatorCommand read = commanded.command();
                assertPrintable(which, read.who(), 200);
                assertPrintable(which, read.reason() == null ? "" : read.reason(), 500);
                assertThat(read.who()).as(which).isNotBlank();
                assertThat(read.command()).as(which).isEqualTo(sent.command());
                assertThat(LedgerDecoded.of(received(Records.command("t", read))))
                        .as(which)
                        .isEqualTo(new LedgerDecoded.Commanded(read));
            } else {
                assertThat(decoded).as(which).isInstanceOf(LedgerDecoded.Undecodable.class);
                assertThat(OutsideText.one(sent.who(), 200).isEmpty() || sent.table() != null)
                        .as(which)
                        .isTrue();
            }
        }
    }

    @Test
    void bytesThatAreNoCommandNeverThrow() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        byte[] sound = JsonCodec.OPERATOR_COMMAND.encode(Samples.launch());
        for (int i = 0; i < 3_000; i++) {
            byte[] bytes = sound.clone();
            for (int n = random.nextInt(6); n >= 0; n--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            Received received = new Received(
                    new Partition("t", 0),
                    1,
                    Samples.launch().key(),
                    bytes,
                    Map.of(
                            "ce_type",
                            random.nextBoolean()
                                    ? "dev.nessiewatch.operator.v1"
                                    : "dev.nessiewatch.operator-answer.v1"));
            assertThat(LedgerDecoded.of(received))
                    .as("seed " + seed + ", record " + i)
                    .isInstanceOfAny(LedgerDecoded.Commanded.class, LedgerDecoded.Undecodable.class);
        }
    }

    @Test
    void anAnswerMayHaveLinesAndNothingElseThatMovesACursor() {
        OperatorAnswer answer = OperatorAnswer.to(
                Samples.launch(),
                OperatorAnswer.Outcome.DONE,
                "a\n  b\u001b[2J\u202e\r" + "x".repeat(30_000),
                "w",
                Instant.parse("2026-11-30T10:15:30Z"));

        LedgerDecoded decoded = LedgerDecoded.of(received(new Records(Samples.IDENTITY).answer(answer)));

        assertThat(((LedgerDecoded.Answered) decoded).answer().text())
                .startsWith("a\n  b [2J  xxx")
                .hasSize(20_000);
    }

    private static OperatorCommand hostile(Random random) {
        Command command = Command.values()[random.nextInt(4)];
        boolean one = command == Command.LAUNCH || command == Command.WHY;
        Subject table = one || random.nextBoolean()
                ? new Subject(
                        text(random, 40) + "c", text(random, 20) + "r", TableKey.of(text(random, 60), text(random, 9)))
                : null;
        Instant at = Instant.parse("2026-11-30T10:15:30Z").plusMillis(random.nextInt());
        return new OperatorCommand(
                OperatorCommand.SCHEMA,
                "id-" + random.nextInt(1000),
                command,
                table,
                null,
                text(random, 400),
                random.nextBoolean() ? null : text(random, 900),
                at,
                one ? at.plus(Duration.ofSeconds(random.nextInt(86_400))) : null);
    }

    private static String text(Random random, int longest) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(longest); n > 0; n--) {
            text.appendCodePoint(random.nextInt(3) == 0 ? ODD[random.nextInt(ODD.length)] : 'a' + random.nextInt(26));
        }
        return text.toString();
    }

    private static void assertPrintable(String which, String text, int longest) {
        assertThat(text.length()).as(which).isLessThanOrEqualTo(longest);
        assertThat(text.codePoints().filter(OperatorRecordsTest::movesOrHides).count())
                .as(which + ": " + text)
                .isZero();
    }

    private static boolean movesOrHides(int c) {
        return Character.isISOControl(c)
                || Character.getType(c) == Character.FORMAT
                || Character.getType(c) == Character.SURROGATE
                || c == 0x2028
                || c == 0x2029;
    }

    private static Subject subject() {
        return new Subject(Samples.TABLE.contentId(), Samples.TABLE.reference(), Samples.KEY);
    }

    private static OperatorCommand command(Command command, @Nullable Subject table) {
        return new OperatorCommand(OperatorCommand.SCHEMA, "c", command, table, null, "zoe", null, Instant.EPOCH, null);
    }

    private static Received raw(String json) {
        return new Received(
                new Partition("t", 0),
                1,
                Samples.launch().key(),
                json.getBytes(StandardCharsets.UTF_8),
                Map.of("ce_type", EventType.OPERATOR_COMMAND.text()));
    }

    @SuppressWarnings("NullAway") // It does not see an array's @Nullable in a class file.
    private static Received received(Outgoing outgoing) {
        return new Received(
                new Partition(outgoing.topic(), 0), 1, outgoing.key(), outgoing.value(), outgoing.headers());
    }
}
