// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The runbook: a section for each alert, an alert for each section, and in each what a person needs at night. */
class RunbookTest {
    private static final List<String> PARTS =
            List.of("**It means**", "**It does not mean**", "**Look first**", "**Do**", "**Call**", "**Never**");

    private final AlertRules rules = AlertRules.shipped();
    private final Map<String, String> sections = new LinkedHashMap<>();
    private String page;

    @BeforeEach
    void read() throws IOException {
        page = Files.readString(Path.of("docs/runbook.md"));
        String[] parts = page.split("(?m)^## ");
        for (int i = 1; i < parts.length; i++) {
            int end = parts[i].indexOf('\n');
            sections.put(parts[i].substring(0, end), parts[i].substring(end));
        }
    }

    @Test
    void eachAlertLinksToItsOwnSection() {
        for (AlertRules.Alert alert : rules.alerts()) {
            assertThat(alert.runbook()).isEqualTo("runbook.md#" + anchor(alert.name()));
            assertThat(sections).containsKey(alert.name());
        }
    }

    @Test
    void eachSectionThatBearsTheNameOfAnAlertHasOne() {
        assertThat(sections.keySet().stream().filter(name -> name.startsWith("Nessiewatch")))
                .containsExactlyElementsOf(rules.names());
    }

    @Test
    void eachSectionSaysAllThatIsNeeded() {
        for (AlertRules.Alert alert : rules.alerts()) {
            String section = sections.getOrDefault(alert.name(), "");
            int from = 0;
            for (String part : PARTS) {
                int at = section.indexOf(part, from);
                assertThat(at).as(alert.name() + ": " + part).isPositive();
                from = at;
            }
            assertThat(section).as(alert.name()).contains("\n\n" + capital(alert.severity()) + ". ");
        }
    }

    @Test
    void theTableOfAlertsIsComplete() {
        Matcher row = Pattern.compile("(?m)^\\| \\[(\\w+)]\\(#(\\w+)\\) \\| (page|ticket) \\|")
                .matcher(page);
        Map<String, String> listed = new LinkedHashMap<>();
        while (row.find()) {
            assertThat(row.group(2)).isEqualTo(anchor(row.group(1)));
            listed.put(row.group(1), row.group(3));
        }
        assertThat(listed).isEqualTo(severities());
        assertThat(listed.keySet()).containsExactlyElementsOf(rules.names());
    }

    @Test
    void itNamesOnlyMetricsAndLinksThatExist() {
        assertThat(new MetricsPage().problems(page)).isEmpty();
        Matcher link = Pattern.compile("\\]\\(#([a-z0-9-]+)\\)").matcher(page);
        List<String> anchors =
                sections.keySet().stream().map(RunbookTest::anchor).toList();
        while (link.find()) {
            assertThat(anchors).contains(link.group(1));
        }
        Matcher file = Pattern.compile("\\]\\(([a-z-]+\\.md)").matcher(page);
        while (file.find()) {
            assertThat(Path.of("docs", file.group(1))).exists();
        }
    }

    private Map<String, String> severities() {
        Map<String, String> severities = new LinkedHashMap<>();
        rules.alerts().forEach(alert -> severities.put(alert.name(), alert.severity()));
        return severities;
    }

    /** As GitHub and most others make it. */
    private static String anchor(String heading) {
        return heading.toLowerCase(java.util.Locale.ROOT).replace(' ', '-').replaceAll("[^a-z0-9-]", "");
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + word.substring(1);
    }
}
