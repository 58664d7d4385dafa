// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusOutcome;
import dev.nessiewatch.metadata.CensusOutcome.Counted;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.ExpiryPreview;
import dev.nessiewatch.metadata.ExpiryTerms;
import dev.nessiewatch.metadata.MetadataSource;
import dev.nessiewatch.metadata.MetadataSources;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code inspect}: census and expiry preview of metadata files, without Nessie and without Kafka. Since Nessie is not
 * asked, {@code main} is what the file itself says.
 */
@Command(
        name = "inspect",
        description = "Counts the snapshot lists of metadata files and says what an expiry would remove.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:every file was counted", "1:a file could not be counted", "2:wrong usage"})
public final class InspectCommand implements Callable<Integer> {
    private final Clock clock;
    private final PrintWriter out;
    private final PrintWriter err;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before call().
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("unused") // Picocli acts on it.
    private final HelpOption help = new HelpOption();

    @Option(names = "--json", description = "One JSON object per location, in order.")
    private boolean json;

    @Option(
            names = "--older-than",
            paramLabel = "D",
            defaultValue = "7d",
            converter = Age.class,
            description = "Age from which the preview removes snapshots: 7d, 36h, 90m or PT36H (default: 7d).")
    private Duration olderThan = Duration.ofDays(7);

    @Option(
            names = "--retain-last",
            paramLabel = "N",
            defaultValue = "1",
            description = "Snapshots that the preview keeps on a branch whatever their age, at least 1 (default: 1).")
    private int retainLast = 1;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Parameters(arity = "1..*", paramLabel = "LOCATION", description = "Metadata files: paths, file:, s3:, s3a: …")
    private List<String> locations = new ArrayList<>();

    /**
     * @param clock tells now, from which the preview counts ages
     * @param out answers
     * @param err what went wrong, when answers are for people
     */
    public InspectCommand(Clock clock, PrintWriter out, PrintWriter err) {
        this.clock = clock;
        this.out = out;
        this.err = err;
    }

    /** Answers every location; 0 when all were counted, else 1. */
    @Override
    public Integer call() {
        if (retainLast < 1) {
            throw new ParameterException(spec.commandLine(), "--retain-last must be at least 1, not " + retainLast);
        }
        long nowMs = clock.millis();
        ExpiryTerms terms = new ExpiryTerms(nowMs - olderThan.toMillis(), retainLast, nowMs);
        InspectReport report = json ? new InspectJson(out) : new InspectText(out, err, terms);
        int exit = 0;
        try (MetadataSource source = MetadataSources.of(store.given())) {
            CensusReader reader = new CensusReader(source, CensusLimits.DEFAULT);
            for (String location : locations) {
                CensusOutcome outcome = reader.read(location, null);
                if (outcome instanceof Counted counted) {
                    report.counted(counted, ExpiryPreview.of(counted.history(), terms));
                } else if (outcome instanceof CensusOutcome.Unreadable unreadable) {
                    report.unreadable(unreadable);
                    exit = 1;
                }
            }
        }
        out.flush();
        err.flush();
        return exit;
    }

    /** Reads {@code 7d}, {@code 36h}, {@code 90m}, {@code 30s} and ISO forms. */
    static final class Age implements ITypeConverter<Duration> {
        private static final Pattern SIMPLE = Pattern.compile("(\\d{1,9})\\s*([dhms])");

        @Override
        public Duration convert(String value) {
            String text = value.strip().toLowerCase(Locale.ROOT);
            Matcher simple = SIMPLE.matcher(text);
            try {
                Duration age = simple.matches()
                        ? simple(Long.parseLong(simple.group(1)), simple.group(2))
                        : Duration.parse(text.toUpperCase(Locale.ROOT));
                if (!age.isNegative() && age.compareTo(Duration.ofDays(365_000)) <= 0) {
                    return age;
                }
            } catch (DateTimeParseException e) {
                // Told below, in the words of this option.
            }
            throw new TypeConversionException("'" + value + "' is no age; write 7d, 36h, 90m or PT36H");
        }

        private static Duration simple(long count, String unit) {
            return switch (unit) {
                case "d" -> Duration.ofDays(count);
                case "h" -> Duration.ofHours(count);
                case "m" -> Duration.ofMinutes(count);
                default -> Duration.ofSeconds(count);
            };
        }
    }
}
