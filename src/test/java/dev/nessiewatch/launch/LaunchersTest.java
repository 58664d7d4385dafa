// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.nessiewatch.testing.Settings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with settings is said with the name of the property. */
class LaunchersTest {
    @Test
    void argoNeedsANamespaceAndNothingElse() {
        assertThat(problems())
                .containsExactly("nessiewatch.launch.argo.namespace is not set; name the namespace that Workflows are"
                        + " created in");
        assertThat(problems("namespace", "jobs")).isEmpty();
        assertThat(problems("namespace", "jobs", "cron-workflow", "")).isEmpty();
    }

    @Test
    void otherModesDoNotLookAtIt() {
        assertThat(Launchers.problems(Settings.of(LaunchConfig.class, "nessiewatch.launch.argo.template", "X Y")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            namespace            | Jobs                                                  | lower-case
            namespace            | a.b                                                   | lower-case
            template             | x/../y                                                | lower-case
            template             | x?dryRun=All                                          | lower-case
            cron-workflow        | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | at most 52
            pending-limit        | 0S                                                    | above zero
            quota-back-off       | PT-1S                                                 | above zero
            weekly-running-limit | 0S                                                    | above zero
            request-timeout      | PT0.5S                                                | from 1s to 60s
            request-timeout      | 2M                                                    | from 1s to 60s
            back-off             | 0S                                                    | at least 1s
            longest-back-off     | 2S                                                    | under back-off
            """)
    void aWrongValueIsNamed(String property, String value, String remedy) {
        List<String> settings = new ArrayList<>(List.of("namespace", "jobs"));
        settings.addAll(List.of(property, value));

        assertThat(problems(settings.toArray(String[]::new)))
                .singleElement()
                .asString()
                .startsWith("nessiewatch.launch.argo." + property + " is ")
                .contains(remedy);
    }

    private static List<String> problems(String... argo) {
        List<String> all = new ArrayList<>(List.of("nessiewatch.launch.mode", "argo"));
        for (int i = 0; i < argo.length; i += 2) {
            all.add("nessiewatch.launch.argo." + argo[i]);
            all.add(argo[i + 1]);
        }
        return Launchers.problems(Settings.of(LaunchConfig.class, all.toArray(String[]::new)));
    }
}
