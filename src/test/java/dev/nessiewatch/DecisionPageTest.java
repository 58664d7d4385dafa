// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.confirm.Confirmation;
import dev.nessiewatch.decide.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Holds docs/decisions-explained.md against the code: each outcome and each reason of HEAD, in the order in which they are
 * asked.
 */
class DecisionPageTest {
    private static final String HEAD = "## When HEAD does not confirm";

    @Test
    void thePageListsEveryOutcomeInItsOrder() throws IOException {
        assertThat(rows(page()[0])).isEqualTo(names(Outcome.values()));
    }

    @Test
    void thePageListsEveryReasonOfHeadInItsOrder() throws IOException {
        assertThat(rows(page()[1])).isEqualTo(names(Confirmation.Reason.values()));
    }

    private static String[] page() throws IOException {
        String[] parts =
                Files.readString(Path.of("docs/decisions-explained.md")).split(HEAD, -1);
        assertThat(parts).hasSize(2);
        return parts;
    }

    private static List<String> rows(String text) {
        return Pattern.compile("(?m)^\\| `([A-Z_]+)` \\|")
                .matcher(text)
                .results()
                .map(row -> row.group(1))
                .toList();
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).toList();
    }
}
