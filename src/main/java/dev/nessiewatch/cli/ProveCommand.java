// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.nessiewatch.event.BrokerCheck;
import dev.nessiewatch.event.CompactionLag;
import dev.nessiewatch.event.Topic;
import dev.nessiewatch.event.TopicReader;
import dev.nessiewatch.prove.FeedProof;
import dev.nessiewatch.prove.Finding;
import dev.nessiewatch.prove.Proof;
import dev.nessiewatch.watch.Excludes;
import dev.nessiewatch.watch.NessieCommitLog;
import dev.nessiewatch.watch.WatchConfig;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code prove}: holds what was published against Nessie's own difference of the same commits. Reads only; needs no
 * running service.
 */
@Command(
        name = "prove",
        description =
                "Checks that the feed says of every watched table exactly what Nessie says: for each transaction, its"
                        + " records against Nessie's difference of its two commits, and the sequences against each other.",
        footer = {
            "",
            "Kafka keeps superseded records for the topic's compaction lag (24 h as created here); older transactions",
            "cannot be judged and are left out. A transaction that cannot be judged for another reason is listed as",
            "UNJUDGED and is no mismatch. --exclude must say what nessiewatch.watch.exclude says."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:nothing contradicts Nessie",
            "1:a mismatch, or Kafka or Nessie could not be asked",
            "2:wrong usage"
        })
public final class ProveCommand implements Callable<Integer> {
    private static final Duration USUAL_LAG = Duration.ofHours(24);
    private static final Duration ASKING = Duration.ofSeconds(20);
    private static final int PAGES = 2000;
    /** Clients of Kafka and Nessie that say in logs what the answer says in one line. Held, or the level is forgotten. */
    private static final List<Logger> CLIENTS =
            List.of(Logger.getLogger("org.apache.kafka"), Logger.getLogger("org.projectnessie"));

    private final Clock clock;
    private final PrintWriter out;
    private final PrintWriter err;

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before call().
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("unused") // Picocli acts on it.
    private final HelpOption help = new HelpOption();

    @Mixin
    private final NessieOptions nessieOptions = new NessieOptions();

    @Mixin
    private final KafkaOptions kafkaOptions = new KafkaOptions();

    @Option(
            names = "--ref",
            paramLabel = "BRANCH",
            description = "Branch to check; may be repeated (default: every branch that was published).")
    private List<String> references = new ArrayList<>();

    @Option(
            names = "--exclude",
            paramLabel = "REGEX",
            description = "Names that are not watched, as in nessiewatch.watch.exclude; may be repeated (default: as"
                    + " configured).")
    private List<String> exclude = new ArrayList<>();

    @Option(
            names = "--last",
            paramLabel = "N",
            description = "Check only the last N transactions of each branch (default: all that can be judged).")
    private long last = Long.MAX_VALUE;

    @Option(
            names = "--timeout",
            paramLabel = "D",
            defaultValue = "5m",
            converter = InspectCommand.Age.class,
            description = "How long reading one topic may take: 90s, 5m (default: ${DEFAULT-VALUE}).")
    private Duration timeout = Duration.ofMinutes(5);

    @Option(names = "--json", description = "One JSON object per finding, then one per branch.")
    private boolean json;

    /**
     * @param clock tells now, from which the age of records counts
     * @param out answers
     * @param err what went wrong
     */
    public ProveCommand(Clock clock, PrintWriter out, PrintWriter err) {
        this.clock = clock;
        this.out = out;
        this.err = err;
    }

    /** Checks every branch; 0 when nothing contradicts Nessie, else 1. */
    @Override
    public Integer call() {
        if (last < 1) {
            throw new ParameterException(spec.commandLine(), "--last must be at least 1, not " + last);
        }
        if (timeout.compareTo(Duration.ofSeconds(1)) < 0 || timeout.compareTo(Duration.ofDays(1)) > 0) {
            throw new ParameterException(spec.commandLine(), "--timeout must be 1s to 24h");
        }
        CLIENTS.forEach(client -> client.setLevel(Level.OFF));
        CommandSettings settings = new CommandSettings(spec.commandLine());
        Excludes excludes = excludes(settings);
        Map<String, Object> kafka = kafkaOptions.clients(settings);
        String topicPrefix = kafkaOptions.topicPrefix(settings);
        try (NessieCommitLog log = nessie(settings)) {
            Optional<String> trouble = BrokerCheck.trouble(kafka, timeout);
            if (trouble.isPresent()) {
                err.println(Advice.inOptions(trouble.get()));
                return 1;
            }
            FeedProof proof = new FeedProof(
                    new FeedProof.Feed(
                            new TopicReader(kafka),
                            Topic.POSITIONS.name(topicPrefix),
                            Topic.SNAPSHOT_COUNTS.name(topicPrefix),
                            timeout),
                    new FeedProof.Nessie(log, log, excludes, PAGES));
            CompactionLag lag = new CompactionLag(kafka);
            return report(
                    proof.prove(new FeedProof.Request(
                            references,
                            last,
                            Map.of(),
                            null,
                            kept(lag, Topic.SNAPSHOT_COUNTS.name(topicPrefix)),
                            kept(lag, Topic.POSITIONS.name(topicPrefix)),
                            true)),
                    topicPrefix);
        } finally {
            out.flush();
            err.flush();
        }
    }

    private Instant kept(CompactionLag lag, String topic) {
        return clock.instant()
                .minus(lag.of(topic, timeout.compareTo(ASKING) < 0 ? timeout : ASKING)
                        .orElse(USUAL_LAG));
    }

    private NessieCommitLog nessie(CommandSettings settings) {
        try {
            return new NessieCommitLog(nessieOptions.nessie(settings));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private Excludes excludes(CommandSettings settings) {
        try {
            return new Excludes(
                    exclude.isEmpty() ? settings.section(WatchConfig.class).exclude() : exclude);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
        }
    }

    private int report(Proof proof, String topicPrefix) {
        if (proof instanceof Proof.Unavailable unavailable) {
            err.println(Advice.inOptions(unavailable.message()));
            return 1;
        }
        Proof.Done done = (Proof.Done) proof;
        boolean unknown = false;
        for (Proof.Result result : done.references()) {
            result.findings().forEach(this::print);
            print(result);
            unknown |= !result.known();
        }
        if (done.references().isEmpty()) {
            err.println("Nothing was ever published under the prefix " + topicPrefix);
            return 1;
        }
        return done.holds() && !unknown ? 0 : 1;
    }

    private void print(Finding finding) {
        if (!json) {
            out.println(finding.line());
            return;
        }
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("kind", finding.kind().name())
                .put("reference", finding.reference())
                .put("sequence", finding.sequence())
                .put("table", finding.table())
                .put("from", finding.from())
                .put("to", finding.to())
                .put("what", finding.what());
        out.println(node);
    }

    private void print(Proof.Result result) {
        long unjudged = result.findings().size() - result.mismatches();
        if (json) {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            node.put("reference", result.reference())
                    .put("published", result.known())
                    .put("firstSequence", result.first())
                    .put("lastSequence", result.last())
                    .put("judged", result.judged())
                    .put("records", result.records())
                    .put("mismatches", result.mismatches())
                    .put("unjudged", unjudged);
            out.println(node);
        } else if (!result.known()) {
            out.println(result.reference() + ": nothing was ever published of it; check --ref and --topic-prefix");
        } else if (result.first() > result.last()) {
            out.println(result.reference() + ": nothing can be judged; every transaction up to " + result.last()
                    + " is older than what Kafka keeps uncompacted");
        } else {
            out.println(result.reference() + ": sequences " + result.first() + " to " + result.last() + ", "
                    + result.judged() + " judged with " + result.records() + " records: "
                    + (result.mismatches() == 0 ? "equal to Nessie" : result.mismatches() + " mismatches")
                    + (unjudged == 0 ? "" : "; " + unjudged + " could not be judged"));
        }
    }
}
