// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nessiewatch.lake.TableId;
import io.smallrye.reactive.messaging.kafka.api.OutgoingKafkaRecordMetadata;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordsTest {
    private static final Instant AT = Instant.parse("2026-11-30T10:15:31Z");
    private final Records records = new Records(Samples.IDENTITY);

    @Test
    void writesAMeasurementAsACloudEvent() {
        Outgoing outgoing = records.counted(Samples.counted(), AT);

        assertThat(outgoing.topic()).isEqualTo("nessiewatch.snapshot-counts");
        assertThat(outgoing.key()).isEqualTo("5f8c2c1e-9a77-4c0b-8a43-1f0a3f6f8f10@main");
        assertThat(outgoing.value()).isEqualTo(JsonCodec.SNAPSHOT_COUNT.encode(Samples.counted()));
        assertThat(outgoing.headers())
                .containsExactly(
                        Map.entry("ce_specversion", "1.0"),
                        Map.entry("ce_type", "dev.nessiewatch.snapshot-count.v1"),
                        Map.entry("ce_source", "/nessiewatch/prod%20lake/main"),
                        Map.entry("ce_id", "42/5f8c2c1e-9a77-4c0b-8a43-1f0a3f6f8f10"),
                        Map.entry("ce_time", "2026-11-30T10:15:31Z"),
                        Map.entry("ce_subject", "sales.\"daily \"\"gross\"\".v2\""),
                        Map.entry("content-type", "application/json"),
                        Map.entry("ce_sequence", "42"),
                        Map.entry("ce_fromcommit", "aa11"),
                        Map.entry("ce_tocommit", "bb22"));
    }

    @Test
    void writesADepartureAsATombstoneThatSaysWhy() {
        Outgoing outgoing = records.left(Samples.departure(Samples.TABLE, 44));

        assertThat(outgoing.value()).isNull();
        assertThat(outgoing.key()).isEqualTo(Samples.TABLE.text());
        assertThat(outgoing.headers())
                .containsEntry("ce_type", "dev.nessiewatch.table.left.v1")
                .containsEntry("ce_id", "44/" + Samples.TABLE.contentId())
                .containsEntry("ce_sequence", "44")
                .containsEntry("ce_reason", "DROPPED")
                .doesNotContainKey("content-type");
    }

    @Test
    void writesAPositionUnderItsReference() {
        Outgoing outgoing = records.position(Samples.position());

        assertThat(outgoing.topic()).isEqualTo("nessiewatch.positions");
        assertThat(outgoing.key()).isEqualTo("feature/ü@1");
        assertThat(outgoing.headers())
                .containsEntry("ce_type", "dev.nessiewatch.position.v1")
                .containsEntry("ce_source", "/nessiewatch/prod%20lake/feature%2F%C3%BC%401")
                .containsEntry("ce_sequence", "42")
                .containsEntry("ce_tocommit", "aa11");
    }

    @Test
    void writesAnOrderUnderItsTable() {
        Outgoing outgoing = records.ledger(Samples.intended());

        assertThat(outgoing.topic()).isEqualTo("nessiewatch.ledger");
        assertThat(outgoing.key()).isEqualTo(Samples.TABLE.text());
        assertThat(outgoing.headers())
                .containsEntry("ce_type", "dev.nessiewatch.ledger.v1")
                .containsEntry("ce_id", "ledger/17/" + Samples.TABLE.contentId());
    }

    @ParameterizedTest
    @ValueSource(strings = {"main", "a/b.c", "日本 50%", "x?y#z", "..", "a\nb", "quote\"'<>"})
    void namesASourceThatIsAUri(String reference) {
        Outgoing outgoing = records.left(Samples.departure(new TableId("id", reference), 1));

        URI source = URI.create(outgoing.headers().get("ce_source"));
        assertThat(source.getRawPath().split("/")).hasSize(4);
        assertThat(source.getPath()).isEqualTo("/nessiewatch/prod lake/" + reference);
    }

    @Test
    @SuppressWarnings("NullAway") // It does not see an array's @Nullable in a class file.
    void refusesARecordWithoutAKey() {
        assertThatThrownBy(() -> new Outgoing("t", "", null, Map.of())).hasMessageContaining("topic t has no key");
    }

    @Test
    void keepsADeadLetterUnderItsOrigin() {
        byte[] bytes = {1, 2, (byte) 0xff};
        Received received =
                new Received(new Partition("nessiewatch.ledger", 3), 99, "a@main", bytes, Map.of("ce_type", "odd"));

        Message<byte[]> message = new DeadLetters(Samples.IDENTITY).message(received, "not JSON:\nline two");

        OutgoingKafkaRecordMetadata<?> metadata =
                message.getMetadata(OutgoingKafkaRecordMetadata.class).orElseThrow();
        assertThat(message.getPayload()).isEqualTo(bytes);
        assertThat(metadata.getTopic()).isEqualTo("nessiewatch.dead-letters");
        assertThat(metadata.getKey()).isEqualTo("nessiewatch.ledger-3-99".getBytes(StandardCharsets.UTF_8));
        assertThat(texts(metadata.getHeaders()))
                .containsExactly(
                        "reason=not JSON: line two",
                        "topic=nessiewatch.ledger",
                        "partition=3",
                        "offset=99",
                        "key=a@main",
                        "original_ce_type=odd");
    }

    private static List<String> texts(Headers headers) {
        List<String> texts = new ArrayList<>();
        headers.forEach(header -> texts.add(header.key() + "=" + new String(header.value(), StandardCharsets.UTF_8)));
        return texts;
    }
}
