// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.decide.InvalidPolicy;
import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.decide.PolicyConfig;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The policy of a command: the service's own properties, some of them as options. */
final class PolicyOptions {
    private static final String PREFIX = "nessiewatch.policy.";

    @Option(names = "--limit-snapshots", paramLabel = "N", description = "Longest list that is fine.")
    private @Nullable Long limitSnapshots;

    @Option(names = "--limit-bytes", paramLabel = "N", description = "Largest metadata file that is fine, decoded.")
    private @Nullable Long limitBytes;

    @Option(
            names = "--retention",
            paramLabel = "D",
            converter = InspectCommand.Age.class,
            description = "Age from which a targeted expiry removes snapshots: 7d, 36h, PT36H.")
    private @Nullable Duration retention;

    @Option(
            names = "--retention-floor",
            paramLabel = "D",
            converter = InspectCommand.Age.class,
            description = "Shortest retention that is accepted.")
    private @Nullable Duration retentionFloor;

    @Option(names = "--retain-last", paramLabel = "N", description = "Snapshots kept on a branch whatever their age.")
    private @Nullable Integer retainLast;

    @Option(names = "--minimum-benefit", paramLabel = "N", description = "Fewest removable snapshots worth a run.")
    private @Nullable Integer minimumBenefit;

    @Option(
            names = "--cool-down",
            paramLabel = "D",
            converter = InspectCommand.Age.class,
            description = "How long a table is left alone after a run.")
    private @Nullable Duration coolDown;

    @Option(
            names = "--weekly",
            paramLabel = "CRON",
            description = "When the weekly run starts: Unix cron, five fields, such as '0 3 * * 0'.")
    private @Nullable String weekly;

    @Option(
            names = "--weekly-retention",
            paramLabel = "D",
            converter = InspectCommand.Age.class,
            description = "Age from which the weekly run removes snapshots.")
    private @Nullable Duration weeklyRetention;

    @Option(
            names = "--weekly-duration",
            paramLabel = "D",
            converter = InspectCommand.Age.class,
            description = "How long the weekly run usually takes.")
    private @Nullable Duration weeklyDuration;

    /**
     * The policy as configured, with the options on top.
     *
     * @throws ParameterException when the values do not fit together; names the property
     */
    Policy policy(CommandLine line) {
        CommandSettings settings = new CommandSettings(line)
                .with(PREFIX + "limit.snapshots", limitSnapshots)
                .with(PREFIX + "limit.decoded-bytes", limitBytes)
                .with(PREFIX + "retention", retention)
                .with(PREFIX + "retention-floor", retentionFloor)
                .with(PREFIX + "retain-last", retainLast)
                .with(PREFIX + "minimum-benefit", minimumBenefit)
                .with(PREFIX + "cool-down", coolDown)
                .with(PREFIX + "weekly.schedule", weekly)
                .with(PREFIX + "weekly.retention", weeklyRetention)
                .with(PREFIX + "weekly.duration", weeklyDuration);
        try {
            return Policy.of(settings.section(PolicyConfig.class));
        } catch (InvalidPolicy e) {
            throw new ParameterException(line, e.getMessage());
        }
    }
}
