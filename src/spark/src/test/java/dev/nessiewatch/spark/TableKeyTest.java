// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableKeyTest {
    @Test
    void decodesElementsThatHoldAnything() throws UsageException {
        String json = "[\"a.b\",\"it's \\\"q\\\" ü\"]";
        String text = Base64.getUrlEncoder().encodeToString(json.getBytes(StandardCharsets.UTF_8));

        TableKey key = TableKey.decode(text);

        assertThat(key.elements()).containsExactly("a.b", "it's \"q\" ü");
        assertThat(key.identifier()).isEqualTo(TableIdentifier.of(Namespace.of("a.b"), "it's \"q\" ü"));
        assertThat(key.contentKey().getElements()).isEqualTo(key.elements());
        assertThat(key.display()).isEqualTo("\"a.b\".\"it's \"\"q\"\" ü\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"t@dev", "t#x", "'t'", "`t`", "t@dev#x", "@", "t@", "t#", "'t@dev'"})
    void refusesNamesThatTheCatalogReadsAsSomethingElse(String name) {
        assertThat(new TableKey(List.of("ns", name)).unaddressable())
                .get()
                .asString()
                .contains("cannot be addressed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "a.b c", "it's", "'t", "t`", "say \"hi\"", " t "})
    void takesAllOtherNamesAsTheyAre(String name) {
        assertThat(new TableKey(List.of("ns@1", name)).unaddressable()).isEmpty();
    }

    @Test
    void keepsControlCharactersOutOfWhatPeopleRead() {
        assertThat(new TableKey(List.of("a\nb")).display()).isEqualTo("\"a\\u000ab\"");
    }
}
