// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.nessiewatch.lake.Position;
import dev.nessiewatch.metadata.Census;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One kind of wire record as JSON and back. Fields are written in the order of the record, map entries by key, absent
 * values as null, times as ISO-8601 text: the same record is the same bytes on any machine. Readers ignore unknown fields
 * and unknown census flags, so that an older reader lives with a newer writer; anything else that is unknown or missing
 * makes the record undecodable, never half decoded. A field that is added to the layout must be nullable, since records
 * without it stay in the topics.
 *
 * @param <T> the wire record
 */
public final class JsonCodec<T> {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new JavaTimeModule())
            .addHandler(new UnknownFlags())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            // A record's components are its fields; questions like isOpen() are not.
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .build();

    /** Records of {@code snapshot-counts}. */
    public static final JsonCodec<SnapshotCount> SNAPSHOT_COUNT =
            new JsonCodec<>(SnapshotCount.class, WireChecks::snapshotCount);

    /** Records of {@code positions}. */
    public static final JsonCodec<Position> POSITION = new JsonCodec<>(Position.class, WireChecks::position);

    /** Records of {@code ledger}. */
    public static final JsonCodec<LedgerEntry> LEDGER = new JsonCodec<>(LedgerEntry.class, WireChecks::ledgerEntry);

    /** Commands of operators on {@code ledger}. */
    public static final JsonCodec<OperatorCommand> OPERATOR_COMMAND =
            new JsonCodec<>(OperatorCommand.class, OperatorChecks::command);

    /** Answers to them. */
    public static final JsonCodec<OperatorAnswer> OPERATOR_ANSWER =
            new JsonCodec<>(OperatorAnswer.class, OperatorChecks::answer);

    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final UnaryOperator<T> checked;

    private JsonCodec(Class<T> type, UnaryOperator<T> checked) {
        this.writer = MAPPER.writerFor(type);
        this.reader = MAPPER.readerFor(type);
        this.checked = checked;
    }

    /** The record as UTF-8 JSON on one line. */
    public byte[] encode(T wireRecord) {
        try {
            return writer.writeValueAsBytes(wireRecord);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("A wire record cannot be written: " + e.getOriginalMessage(), e);
        }
    }

    /**
     * Reads a record back.
     *
     * @throws IOException when the bytes are not such a record; the message is one line that names the field
     */
    public T decode(byte[] json) throws IOException {
        @Nullable T decoded;
        try {
            decoded = reader.readValue(json);
        } catch (JsonMappingException e) {
            throw new IOException(WireChecks.oneLine(reason(e)), e);
        } catch (IOException | RuntimeException e) {
            throw new IOException(WireChecks.oneLine("not JSON: " + e.getMessage()), e);
        }
        if (decoded == null) {
            throw new IOException("the value is JSON null");
        }
        try {
            return checked.apply(decoded);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static String reason(JsonMappingException e) {
        String problem = e.getCause() instanceof NullPointerException
                ? "a list is missing or holds a null"
                : e.getOriginalMessage().replaceAll(" \\(set DeserializationConfig.*\\)", "");
        List<String> path = e.getPath().stream()
                .map(JsonMappingException.Reference::getFieldName)
                .filter(Objects::nonNull)
                .toList();
        return path.isEmpty() ? problem : "at " + String.join(".", path) + ": " + problem;
    }

    /** A newer writer may know more flags. One that nobody here can act on is dropped; the numbers stand without it. */
    private static final class UnknownFlags extends DeserializationProblemHandler {
        @Override
        public @Nullable Object handleWeirdStringValue(
                DeserializationContext context, Class<?> targetType, String value, String failure) {
            return targetType == Census.Flag.class ? null : NOT_HANDLED;
        }
    }
}
