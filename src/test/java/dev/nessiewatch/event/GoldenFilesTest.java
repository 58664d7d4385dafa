// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The wire, byte for byte. A golden file is never edited once it was released: topics hold such records for years. A
 * change of the layout adds a file, and the old ones must still be readable.
 */
class GoldenFilesTest {
    record Golden<T>(String file, JsonCodec<T> codec, T wireRecord) {
        @Override
        public String toString() {
            return file;
        }
    }

    static Stream<Golden<?>> goldenFiles() {
        return Stream.of(
                new Golden<>("v1-draft-3-counted.json", JsonCodec.SNAPSHOT_COUNT, Samples.outgrown()),
                new Golden<>("v1-draft-2-unreadable.json", JsonCodec.SNAPSHOT_COUNT, Samples.unreadable()),
                new Golden<>("v1-draft-position.json", JsonCodec.POSITION, Samples.position()),
                new Golden<>("v1-draft-2-ledger-intended.json", JsonCodec.LEDGER, Samples.intended()),
                new Golden<>("v1-draft-2-ledger-verified.json", JsonCodec.LEDGER, Samples.verified()),
                new Golden<>("v1-draft-2-ledger-resumed.json", JsonCodec.LEDGER, Samples.resumed()),
                new Golden<>("v1-draft-operator-pause.json", JsonCodec.OPERATOR_COMMAND, Samples.pause()),
                new Golden<>("v1-draft-operator-launch.json", JsonCodec.OPERATOR_COMMAND, Samples.launch()),
                new Golden<>("v1-draft-operator-answer.json", JsonCodec.OPERATOR_ANSWER, Samples.answer()));
    }

    /** Layouts that are not written any more: fields that came later are null. */
    static Stream<Golden<?>> earlierFiles() {
        return Stream.of(
                new Golden<>("v1-draft-counted.json", JsonCodec.SNAPSHOT_COUNT, Samples.counted()),
                new Golden<>("v1-draft-2-counted.json", JsonCodec.SNAPSHOT_COUNT, Samples.dropped()),
                new Golden<>("v1-draft-unreadable.json", JsonCodec.SNAPSHOT_COUNT, Samples.unreadable()),
                new Golden<>("v1-draft-ledger-intended.json", JsonCodec.LEDGER, Samples.intended()),
                new Golden<>("v1-draft-ledger-verified.json", JsonCodec.LEDGER, Samples.verified()));
    }

    @ParameterizedTest
    @MethodSource("goldenFiles")
    <T> void writesTheGoldenBytes(Golden<T> golden) throws IOException {
        assertThat(new String(golden.codec().encode(golden.wireRecord()), StandardCharsets.UTF_8))
                .isEqualTo(read(golden.file()));
    }

    @ParameterizedTest
    @MethodSource({"goldenFiles", "earlierFiles"})
    <T> void readsTheGoldenBytesBack(Golden<T> golden) throws IOException {
        assertThat(golden.codec().decode(read(golden.file()).getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(golden.wireRecord());
    }

    @Test
    void listsEveryTypeThatJsonIsBoundTo() {
        Set<Class<?>> bound = new LinkedHashSet<>();
        Stream.of(JsonCodec.class.getDeclaredFields())
                .filter(field -> field.getType() == JsonCodec.class)
                .forEach(codec -> walk(codec.getGenericType(), bound));

        assertThat(bound).contains(SnapshotCount.class, LedgerEntry.class);
        assertThat(WireTypes.all()).containsExactlyInAnyOrderElementsOf(bound);
    }

    private static void walk(Type type, Set<Class<?>> bound) {
        if (type instanceof ParameterizedType parameterized) {
            Stream.of(parameterized.getActualTypeArguments()).forEach(argument -> walk(argument, bound));
        }
        if (type instanceof Class<?> c && c.getName().startsWith("dev.nessiewatch.") && bound.add(c) && c.isRecord()) {
            for (RecordComponent component : c.getRecordComponents()) {
                walk(component.getGenericType(), bound);
            }
        }
    }

    private static String read(String file) throws IOException {
        try (InputStream in = GoldenFilesTest.class.getResourceAsStream("/event/" + file)) {
            assertThat(in).as(file).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
