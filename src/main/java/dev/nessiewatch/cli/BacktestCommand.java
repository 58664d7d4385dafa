// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.backtest.Backtest;
import dev.nessiewatch.backtest.Recording;
import dev.nessiewatch.backtest.Result;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.MetadataConfig;
import dev.nessiewatch.metadata.MetadataSource;
import dev.nessiewatch.metadata.MetadataSources;
import dev.nessiewatch.metadata.SnapshotLogReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code backtest}: what a policy would have done to recorded histories. */
@Command(
        name = "backtest",
        description = "Replays the snapshot lists of metadata files under a policy, with the weekly run alone and with"
                + " targeted runs.",
        footer = {
            "",
            "What is not given here comes from the service's own properties (nessiewatch.*), and from their defaults."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:every file was replayed", "1:a file could not be replayed", "2:wrong usage"})
final class BacktestCommand implements Callable<Integer> {
    private final PrintWriter out;
    private final PrintWriter err;
    private final List<Result> results = new ArrayList<>();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before call().
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("unused") // Picocli acts on it.
    private final HelpOption help = new HelpOption();

    @Option(names = "--json", description = "One JSON object per location, in order.")
    private boolean json;

    @Option(names = "--svg", paramLabel = "FILE", description = "Draws the lists over time into this file.")
    private @Nullable Path picture;

    @Option(
            names = "--run-time",
            paramLabel = "D",
            defaultValue = "5m",
            converter = InspectCommand.Age.class,
            description = "How long a targeted run takes until it commits (default: 5m).")
    private Duration runTime = Duration.ofMinutes(5);

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Mixin
    private PolicyOptions policyOptions = new PolicyOptions();

    @Parameters(arity = "1..*", paramLabel = "LOCATION", description = "Metadata files: paths, file:, s3:, s3a: …")
    private List<String> locations = new ArrayList<>();

    /**
     * @param out answers
     * @param err what went wrong, when answers are for people
     */
    BacktestCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() {
        refuseToOverwrite();
        Backtest backtest = new Backtest(policyOptions.policy(spec.commandLine()), runTime);
        MetadataConfig metadata = new CommandSettings(spec.commandLine()).section(MetadataConfig.class);
        CensusLimits limits;
        try {
            limits = CensusLimits.of(metadata);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
        BacktestReport report = json ? new BacktestJson(out) : new BacktestText(out, err);
        boolean all = true;
        try (MetadataSource source = MetadataSources.of(store.over(metadata))) {
            for (String location : locations) {
                all &= replay(location, backtest, new Reading(source, limits), report);
            }
        }
        out.flush();
        boolean drawn = picture == null || draw(picture);
        err.flush();
        return all && drawn ? 0 : 1;
    }

    private boolean replay(String location, Backtest backtest, Reading reading, BacktestReport report) {
        CensusOutcome outcome = new CensusReader(reading.source(), reading.limits()).read(location, null);
        if (!(outcome instanceof CensusOutcome.Counted counted)) {
            report.unreadable((CensusOutcome.Unreadable) outcome);
            return false;
        }
        try {
            Recording recording = new Recording(
                    name(location),
                    location,
                    counted.census(),
                    counted.history(),
                    new SnapshotLogReader(reading.source(), reading.limits()).read(location));
            Optional<String> unplayable = recording.unplayable();
            if (unplayable.isPresent()) {
                report.unplayable(location, unplayable.get());
                return false;
            }
            Result result = backtest.replay(recording);
            report.replayed(result);
            results.add(result);
            return true;
        } catch (IOException e) {
            report.unplayable(location, "could not be read a second time: " + e.getMessage());
            return false;
        }
    }

    /** A picture takes the place of an earlier picture, and of nothing else: FILE is easily forgotten before a location. */
    private void refuseToOverwrite() {
        if (picture == null || !Files.exists(picture)) {
            return;
        }
        try (InputStream there = Files.newInputStream(picture)) {
            String start = new String(there.readNBytes(BacktestPicture.START.length()), StandardCharsets.UTF_8);
            if (start.equals(BacktestPicture.START)) {
                return;
            }
        } catch (IOException e) {
            // Said below: what cannot be read is no picture of ours.
        }
        throw new ParameterException(
                spec.commandLine(),
                "--svg would overwrite " + OneLine.of(picture.toString()) + ", which is no picture of backtest; name a"
                        + " new file");
    }

    private boolean draw(Path file) {
        try {
            Files.writeString(file, BacktestPicture.of(results));
            return true;
        } catch (IOException e) {
            err.println(file + " cannot be written (" + e.getClass().getSimpleName()
                    + "); check that the folder exists and may be written to");
            return false;
        }
    }

    /** The table's folder where the file lies in one's {@code metadata} folder, else the file's own name. */
    private static String name(String location) {
        String[] parts = location.split("/");
        boolean usual = parts.length > 2 && parts[parts.length - 2].equals("metadata");
        String last = parts.length == 0 ? location : parts[parts.length - 1];
        return usual ? parts[parts.length - 3] : last.replaceFirst("(\\.gz)?\\.metadata\\.json(\\.gz)?$", "");
    }

    private record Reading(MetadataSource source, CensusLimits limits) {}
}
