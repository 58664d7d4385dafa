// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.decide.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds docs/decisions-explained.md against the outcomes: each one, in the order in which they are asked. */
class DecisionPageTest {
    @Test
    void thePageListsEveryOutcomeInItsOrder() throws IOException {
        Matcher rows = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\|")
                .matcher(Files.readString(Path.of("docs/decisions-explained.md")));
        List<String> named = rows.results().map(row -> row.group(1)).toList();

        assertThat(named)
                .isEqualTo(Arrays.stream(Outcome.values()).map(Enum::name).toList());
    }
}
