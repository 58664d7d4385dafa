// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableId;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecodedTest {
    private static final String COUNTED =
            new String(JsonCodec.SNAPSHOT_COUNT.encode(Samples.counted()), StandardCharsets.UTF_8);
    private static final String LEDGER =
            new String(JsonCodec.LEDGER.encode(Samples.verified()), StandardCharsets.UTF_8);

    @Test
    void ignoresFieldsOfANewerWriter() {
        assertThat(count(COUNTED.replaceFirst("\\{", "{\"later\":{\"x\":[1]},")))
                .isEqualTo(new Decoded.SnapshotCounted(Samples.counted()));
    }

    @Test
    void dropsFlagsOfANewerWriter() {
        String json = COUNTED.replace("[\"REF_TO_NOTHING\"]", "[\"LATER\",\"REF_TO_NOTHING\"]");

        assertThat(count(json)).isEqualTo(new Decoded.SnapshotCounted(Samples.counted()));
    }

    @Test
    void acceptsVerdictsOfANewerWriter() {
        LedgerDecoded decoded = LedgerDecoded.of(ledgerRecord(LEDGER.replace("\"Effective\"", "\"Postponed\"")));

        assertThat(decoded).isInstanceOf(LedgerDecoded.Recorded.class);
        assertThat(decoded.toString()).contains("kind=Postponed");
    }

    @Test
    void keepsIdsBeyondWhatOtherReadersHoldExactly() {
        assertThat(COUNTED).contains("\"snapshotId\":\"9007199254740993\"");
    }

    @Test
    void writesNoFieldThatIsNotAComponent() {
        assertThat(LEDGER).doesNotContain("\"open\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "{}",
                "[]",
                "17",
                "\"text\"",
                "{\"schema\":\"v1-draft\"}",
                "{\"schema\":",
                "\u0000\u0001"
            })
    void saysWhyAValueIsNoRecord(String json) {
        assertUndecodable(json);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"schema\":\"v1-draft\"|\"schema\":\"v2\"|schema 'v2' is not known",
                "\"outcome\":\"COUNTED\"|\"outcome\":\"GUESSED\"|GUESSED",
                "\"outcome\":\"COUNTED\"|\"outcome\":\"UNREADABLE\"|outcome and unreadable",
                "\"sequence\":42,\"from|\"sequence\":0,\"from|commits.sequence",
                "\"sequence\":42,\"from|\"sequence\":4.2,\"from|sequence",
                "\"fromCommit\":\"aa11\",|''|commits.fromCommit is missing",
                "\"metadataLocation\":\"s3:|\"x\":\"s3:|content.metadataLocation is missing",
                "\"ageCurve\":[{|\"ageCurve\":[null,{|a list is missing or holds a null",
                "\"at\":\"2026-11-30T10:15:30.123Z\"|\"at\":\"yesterday\"|yesterday",
            })
    void namesTheFieldThatIsWrong(String sound, String broken, String named) {
        assertThat(COUNTED).contains(sound);

        assertThat(assertUndecodable(COUNTED.replace(sound, broken)).reason())
                .contains(named)
                .doesNotContain("\n");
    }

    @Test
    void refusesARecordUnderAnotherTablesKey() {
        Received received = received("other@main", bytes(COUNTED), Map.of());

        assertThat(Decoded.of(received))
                .isEqualTo(new Decoded.Undecodable(
                        "the key is other@main, but the data is about " + Samples.TABLE.text()));
    }

    @Test
    void refusesARecordWithoutAKey() {
        assertThat(Decoded.of(received(null, bytes(COUNTED), Map.of())))
                .isEqualTo(new Decoded.Undecodable("the record has no key"));
        assertThat(LedgerDecoded.of(received(null, null, Map.of())))
                .isEqualTo(new LedgerDecoded.Undecodable("the record has no key"));
        assertThat(PositionDecoded.of(received(null, null, Map.of())))
                .isEqualTo(new PositionDecoded.Undecodable("the record has no key"));
    }

    @Test
    void refusesATypeItDoesNotKnow() {
        Received received =
                received(Samples.TABLE.text(), bytes(COUNTED), Map.of("ce_type", "dev.nessiewatch.snapshot-count.v2"));

        assertThat(Decoded.of(received))
                .isEqualTo(new Decoded.Undecodable("ce_type is dev.nessiewatch.snapshot-count.v2,"
                        + " expected dev.nessiewatch.snapshot-count.v1"));
    }

    @Test
    void readsATombstoneWithAndWithoutHeaders() {
        TableId table = Samples.TABLE;

        assertThat(Decoded.of(received(table.text(), null, Map.of("ce_reason", "DROPPED", "ce_sequence", "9"))))
                .isEqualTo(new Decoded.TableLeft(table, "DROPPED", 9));
        assertThat(Decoded.of(received(table.text(), null, Map.of())))
                .isEqualTo(new Decoded.TableLeft(table, "UNKNOWN", 0));
        assertThat(LedgerDecoded.of(received(table.text(), null, Map.of())))
                .isEqualTo(new LedgerDecoded.Cleared(table));
        assertThat(PositionDecoded.of(received("main", null, Map.of())))
                .isEqualTo(new PositionDecoded.Forgotten("main", 0));
    }

    @Test
    void refusesATombstoneWhoseKeyIsNoTable() {
        assertThat(Decoded.of(received("no-reference", null, Map.of()))).isInstanceOf(Decoded.Undecodable.class);
    }

    @Test
    void neverThrowsWhateverTheBytes() {
        long seed = new Random().nextLong();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 3_000; i++) {
            byte[] bytes = damaged(random);
            assertThat(Decoded.of(received(Samples.TABLE.text(), bytes, Map.of())))
                    .isNotNull();
            assertThat(LedgerDecoded.of(received(Samples.TABLE.text(), bytes, Map.of())))
                    .isNotNull();
            assertThat(PositionDecoded.of(received("main", bytes, Map.of()))).isNotNull();
        }
    }

    private static byte[] damaged(Random random) {
        byte[] bytes = bytes(random.nextBoolean() ? COUNTED : LEDGER);
        for (int n = random.nextInt(4); n >= 0; n--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        int length = random.nextInt(3) == 0 ? random.nextInt(bytes.length) : bytes.length;
        return java.util.Arrays.copyOf(bytes, length);
    }

    private static Decoded.Undecodable assertUndecodable(String json) {
        Decoded decoded = count(json);
        assertThat(decoded).isInstanceOf(Decoded.Undecodable.class);
        Decoded.Undecodable bad = (Decoded.Undecodable) decoded;
        assertThat(bad.reason()).isNotBlank();
        return bad;
    }

    private static Decoded count(String json) {
        return Decoded.of(received(Samples.TABLE.text(), bytes(json), Map.of()));
    }

    private static Received ledgerRecord(String json) {
        return received(Samples.TABLE.text(), bytes(json), Map.of());
    }

    @SuppressWarnings("NullAway") // It does not see an array's @Nullable in a class file.
    private static Received received(@Nullable String key, byte @Nullable [] value, Map<String, String> headers) {
        return new Received(new Partition("t", 0), 5, key, value, headers);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
