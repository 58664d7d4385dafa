// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.decide.PolicyConfig;
import dev.nessiewatch.decide.PolicyFile;
import dev.nessiewatch.decide.Rule;
import dev.nessiewatch.lake.TableKey;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyFileTest {
    private static final int APPLICATION = 260;
    private static final int ENVIRONMENT = 300;

    @TempDir
    Path folder;

    @Test
    void readsRulesFromOneFile() throws IOException {
        Path file = file("""
                # for the lake of the reports
                nessiewatch.policy.limit.snapshots=800
                nessiewatch.policy.rules[0].namespace=scratch
                nessiewatch.policy.rules[0].excluded=true
                nessiewatch.policy.rules[1].name=hourly_.*
                nessiewatch.policy.rules[1].retention=2d
                """);
        Policy policy = policy(Map.of(), Map.of("nessiewatch.policy.file", file.toString()));

        assertThat(policy.ruleFor(TableKey.of("scratch", "t")).excluded()).isTrue();
        Rule hourly = policy.ruleFor(TableKey.of("reports", "hourly_x"));
        assertThat(hourly.retention()).isEqualTo(Duration.ofDays(2));
        assertThat(hourly.limits().snapshots()).isEqualTo(800);
    }

    @Test
    void winsOverTheApplicationAndGivesWayToTheEnvironment() throws IOException {
        Path file = file("nessiewatch.policy.limit.snapshots=800\nnessiewatch.policy.retain-last=8\n");
        Policy policy = policy(
                Map.of("nessiewatch.policy.limit.snapshots", "700", "nessiewatch.policy.retain-last", "7"),
                Map.of("nessiewatch.policy.file", file.toString(), "nessiewatch.policy.retain-last", "9"));

        Rule rule = policy.ruleFor(TableKey.of("t"));
        assertThat(rule.limits().snapshots()).isEqualTo(800);
        assertThat(rule.retainLast()).isEqualTo(9);
    }

    @Test
    void refusesRulesFromTwoPlaces() throws IOException {
        Path file = file("nessiewatch.policy.rules[0].name=a\n");

        assertThatThrownBy(() -> policy(
                        Map.of("nessiewatch.policy.rules[1].name", "b"),
                        Map.of("nessiewatch.policy.file", file.toString())))
                .hasMessage("nessiewatch.policy.file = " + file
                        + ": holds rules, and nessiewatch.policy.rules[1].name is set"
                        + " elsewhere too; keep all rules in one place");
    }

    @Test
    void refusesWhatIsNotThePolicy() throws IOException {
        Path file = file("nessiewatch.launch.mode=local\n");

        assertThatThrownBy(() -> policy(Map.of(), Map.of("nessiewatch.policy.file", file.toString())))
                .hasMessage("nessiewatch.policy.file = " + file
                        + ": holds nessiewatch.launch.mode, which is no property of the policy; take it out");
    }

    @Test
    void refusesAWordThatNobodyKnows() throws IOException {
        Path file = file("nessiewatch.policy.rules[0].name=a\nnessiewatch.policy.rules[0].retension=2d\n");

        assertThatThrownBy(() -> policy(Map.of(), Map.of("nessiewatch.policy.file", file.toString())))
                .hasMessageContaining("nessiewatch.policy.rules[0].retension");
    }

    @Test
    void saysWhenTheFileIsNotThere() {
        assertThatThrownBy(() -> policy(Map.of(), Map.of("nessiewatch.policy.file", folder + "/none")))
                .hasMessageStartingWith("nessiewatch.policy.file = " + folder + "/none: cannot be read (")
                .hasMessageEndingWith("); mount it, or take the property away")
                .hasNoCause();
    }

    @Test
    void isFoundByTheConfigurationOfTheApplication() {
        assertThat(ServiceLoader.load(io.smallrye.config.ConfigSourceFactory.class))
                .anyMatch(factory -> factory instanceof PolicyFile);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("policy.properties"), text);
    }

    private static Policy policy(Map<String, String> application, Map<String, String> environment) {
        return Policy.of(new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(PolicyConfig.class)
                .withSources(
                        new PropertiesConfigSource(new HashMap<>(application), "application", APPLICATION),
                        new PropertiesConfigSource(new HashMap<>(environment), "environment", ENVIRONMENT))
                .withSources(new PolicyFile())
                .build()
                .getConfigMapping(PolicyConfig.class));
    }
}
