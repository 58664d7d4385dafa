// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.decide;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated("sets the JVM's locale")
class WordsTest {
    @ParameterizedTest
    @CsvSource({
        "PT0S, 0 s",
        "PT0.8S, 0.8 s",
        "PT20S, 20 s",
        "PT90S, 1 min 30 s",
        "PT25M, 25 min",
        "PT1H, 1 h",
        "PT23H59M, 23 h 59 min",
        "PT24H, 1 d",
        "PT30H, 1 d 6 h",
        "PT168H, 7 d",
        "PT87600H, '3,650 d'",
    })
    void writesDurationsInTwoUnits(Duration duration, String words) {
        assertThat(Words.duration(duration)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 bytes",
        "1023, '1,023 bytes'",
        "1024, 1.0 KiB",
        "97587, 95.3 KiB",
        "8388608, 8.0 MiB",
        "1073741824, '1,024.0 MiB'"
    })
    void writesBytes(long bytes, String words) {
        assertThat(Words.bytes(bytes)).isEqualTo(words);
    }

    @Test
    void doesNotDependOnThePlaceItRunsAt() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("de-DE"));
            assertThat(Words.number(12_400)).isEqualTo("12,400");
            assertThat(Words.time(Instant.parse("2026-12-06T03:00:59Z"))).isEqualTo("Sun 2026-12-06 03:00 UTC");
            assertThat(Words.exactTime(Instant.parse("2026-12-06T03:00:59.9Z")))
                    .isEqualTo("Sun 2026-12-06 03:00:59 UTC");
            assertThat(Words.snapshots(1)).isEqualTo("1 snapshot");
        } finally {
            Locale.setDefault(before);
        }
    }
}
