// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.lake.TableKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    /** As Nessie's own parser of table references answers, release 0.108.1. */
    @ParameterizedTest
    @ValueSource(strings = {"t@dev", "t#hash", "'t'", "`t`", "''", "'", "`", "'t@x'", ""})
    void namesThatTheCatalogReadsAsSomethingElse(String name) {
        assertThat(Names.isUnaddressable(TableKey.of("ns", name))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"t", "\"t\"", "'t", "t'", "'t\"", "daily sales.\"v2\"", "a`b`", " t "})
    void namesThatTheCatalogReadsAsTheyAre(String name) {
        assertThat(Names.isUnaddressable(TableKey.of("n@s#", name))).isFalse();
    }

    @Test
    void quotesEachElementForSpark() {
        assertThat(Names.sql(TableKey.of("a.b", "da`ily", "it's"))).isEqualTo("`a.b`.`da``ily`.`it's`");
        assertThat(Names.isPrintable(TableKey.of("a", "b\nDROP TABLE x"))).isFalse();
        assertThat(Names.isPrintable(TableKey.of("a", "b\u202e"))).isFalse();
        assertThat(Names.isPrintable(TableKey.of("a", "größe 1"))).isTrue();
    }

    @Test
    void keepsTextFromOutsideShortAndOnOneLine() {
        assertThat(Names.clean("dbt\nFAKE LINE")).isEqualTo("dbt?FAKE LINE");
        assertThat(Names.clean("x".repeat(100))).isEqualTo("x".repeat(60) + "…");
        assertThat(Names.line("a\r\nb")).isEqualTo("a  b");
    }
}
