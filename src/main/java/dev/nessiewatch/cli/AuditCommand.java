// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.CensusReader;
import dev.nessiewatch.metadata.CensusReads;
import dev.nessiewatch.metadata.MetadataConfig;
import dev.nessiewatch.metadata.MetadataSource;
import dev.nessiewatch.metadata.MetadataSources;
import dev.nessiewatch.watch.CommitLogException;
import dev.nessiewatch.watch.Excludes;
import dev.nessiewatch.watch.NessieCommitLog;
import dev.nessiewatch.watch.NessieConfig;
import dev.nessiewatch.watch.WatchConfig;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code audit}: every table of a reference, worst first, with the verdict that the service would give. */
@Command(
        name = "audit",
        description = "Measures every table of a reference and says, worst first, what the service would decide.",
        footer = {
            "",
            "What is not given here comes from the service's own properties (nessiewatch.*), and from their defaults."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every table was read, none is over a limit",
            "1:Nessie or a table could not be read, and none that could be is over a limit",
            "2:wrong usage",
            "3:a table is over a limit, whether or not others could be read"
        })
final class AuditCommand implements Callable<Integer> {
    private static final int OVER_A_LIMIT = 3;

    private final Clock clock;
    private final PrintWriter out;
    private final PrintWriter err;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before call().
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("unused") // Picocli acts on it.
    private final HelpOption help = new HelpOption();

    @Option(names = "--json", description = "One JSON object a table, worst first.")
    private boolean json;

    @Mixin
    private final NessieOptions nessieOptions = new NessieOptions();

    @Option(names = "--ref", paramLabel = "NAME", defaultValue = "main", description = "Branch (default: main).")
    private String reference = "main";

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(
            names = "--exclude",
            paramLabel = "REGEX",
            description = "Leaves out tables whose own name it matches as a whole; may be repeated. Without it, the"
                    + " configured ones are left out.")
    private List<String> exclude = new ArrayList<>();

    @Option(names = "--parallel", paramLabel = "N", description = "Files read at the same time, 1 to 64.")
    private @Nullable Integer parallel;

    @Mixin
    private PolicyOptions policyOptions = new PolicyOptions();

    /**
     * @param clock tells now
     * @param out the report
     * @param err progress and trouble
     */
    AuditCommand(Clock clock, PrintWriter out, PrintWriter err) {
        this.clock = clock;
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws InterruptedException {
        Policy policy = policyOptions.policy(spec.commandLine());
        CommandSettings settings =
                new CommandSettings(spec.commandLine()).with("nessiewatch.metadata.parallelism", parallel);
        MetadataConfig metadata = settings.section(MetadataConfig.class);
        CensusLimits limits;
        NessieConfig nessie = nessieOptions.nessie(settings);
        Audit.Scope scope;
        NessieCommitLog log;
        try {
            limits = CensusLimits.of(metadata);
            scope = new Audit.Scope(reference, new Excludes(excludes(settings)));
            log = new NessieCommitLog(nessie);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
        try (log;
                MetadataSource source = MetadataSources.of(store.over(metadata));
                CensusReads reads =
                        new CensusReads(new CensusReader(source, limits), metadata.parallelism(), limits.deadline())) {
            return report(new Audit(log, reads, scope, policy, clock));
        }
    }

    private int report(Audit audit) throws InterruptedException {
        Progress progress = Progress.onStandardError(err);
        try {
            Audit.Found found = audit.run(progress);
            AuditReport report = json ? new AuditJson(out) : new AuditText(out);
            report.print(found);
            out.flush();
            return exitCode(found.tables());
        } catch (CommitLogException e) {
            progress.end();
            err.println(Advice.inOptions(e.getMessage()));
            err.flush();
            return 1;
        }
    }

    /** What is over a limit is certain, whatever else could not be read; so it wins. */
    private static int exitCode(List<AuditedTable> tables) {
        if (tables.stream().anyMatch(AuditedTable::isOver)) {
            return OVER_A_LIMIT;
        }
        return tables.stream().anyMatch(table -> table.trouble() != null) ? 1 : 0;
    }

    private List<String> excludes(CommandSettings settings) {
        return exclude.isEmpty() ? settings.section(WatchConfig.class).exclude() : exclude;
    }
}
