// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.decide.Policy;
import dev.nessiewatch.decide.PolicyConfig;
import dev.nessiewatch.event.FeedConfig;
import dev.nessiewatch.lake.Variables;
import dev.nessiewatch.launch.LaunchConfig;
import dev.nessiewatch.launch.Launchers;
import dev.nessiewatch.metadata.CensusLimits;
import dev.nessiewatch.metadata.MetadataConfig;
import dev.nessiewatch.observe.ObserveConfig;
import dev.nessiewatch.watch.Excludes;
import dev.nessiewatch.watch.NessieConfig;
import dev.nessiewatch.watch.TailLimits;
import dev.nessiewatch.watch.WatchConfig;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMappings.ConfigClass;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/** Checks the whole configuration before anything begins, and says what this process is going to do. */
@ApplicationScoped
public class Start {
    private static final Logger LOG = Logger.getLogger(Start.class);
    private static final Set<String> SECTIONS =
            Set.of("nessie", "watch", "metadata", "feed", "policy", "launch", "service", "observe");

    /** Set for the job, or for a build: a process may inherit them. */
    private static final Set<String> OTHER_VARIABLES = Set.of("NESSIEWATCH_CATALOG", "NESSIEWATCH_REQUIRE_TOOLS");

    private static final String BROKER = "kafka.bootstrap.servers";

    private final Config all;
    private final Sections sections;
    private final Writer writer;

    /** Every section of the configuration. */
    record Sections(
            NessieConfig nessie,
            WatchConfig watch,
            MetadataConfig metadata,
            FeedConfig feed,
            PolicyConfig policy,
            LaunchConfig launch,
            ServiceConfig service,
            ObserveConfig observe) {
        /** Names of all properties; {@code [*]} stands for the place in a list, {@code *} for any name. */
        static Set<String> properties() {
            return Stream.of(
                            NessieConfig.class,
                            WatchConfig.class,
                            MetadataConfig.class,
                            FeedConfig.class,
                            PolicyConfig.class,
                            LaunchConfig.class,
                            ServiceConfig.class,
                            ObserveConfig.class)
                    .flatMap(section -> ConfigClass.configClass(section).getProperties().keySet().stream())
                    .collect(Collectors.toSet());
        }
    }

    Start(Config all, Sections sections, Writer writer) {
        this.all = all;
        this.sections = sections;
        this.writer = writer;
    }

    /** Before all others: the turns, too, begin with this event. */
    void begin(@Observes @Priority(-1000) StartupEvent event) {
        List<String> problems = problems();
        if (!problems.isEmpty()) {
            throw new ConfigurationException(String.join(System.lineSeparator(), problems));
        }
        LOG.infof(
                "%s: role %s, watching %s of %s, launch mode %s",
                writer.id(),
                sections.service().role(),
                sections.watch().references(),
                sections.nessie().uri(),
                sections.launch().mode());
    }

    private List<String> problems() {
        List<String> problems = new ArrayList<>(unknownSections());
        problems.addAll(new Variables(Sections.properties(), OTHER_VARIABLES).unknown("nessiewatch.", System.getenv()));
        problems.addAll(FeedConfig.problems(sections.feed()));
        problems.addAll(Launchers.problems(sections.launch()));
        problems.addAll(ObserveConfig.problems(sections.observe()));
        check(problems, () -> Policy.of(sections.policy()));
        check(problems, () -> new Excludes(sections.watch().exclude()));
        check(problems, () -> TailLimits.of(sections.watch()));
        check(problems, () -> CensusLimits.of(sections.metadata()));
        periods(problems);
        references(problems);
        address(problems);
        broker(problems);
        problems.addAll(Ports.problems(all));
        Duration audit = sections.watch().auditPeriod();
        if (audit.isNegative() || audit.compareTo(Duration.ofHours(12)) > 0) {
            problems.add("nessiewatch.watch.audit-period is " + audit + "; it must be 0 for none, or at most 12 h");
        }
        return problems;
    }

    private void periods(List<String> problems) {
        atLeastASecond(problems, "watch.period", sections.watch().period());
        atLeastASecond(problems, "watch.heartbeat", sections.watch().heartbeat());
        atLeastASecond(problems, "service.period", sections.service().period());
        atLeastASecond(problems, "service.round", sections.service().round());
    }

    private void references(List<String> problems) {
        if (sections.watch().references().isEmpty()) {
            problems.add("nessiewatch.watch.references names no branch; name at least one");
        }
        Set<String> names = new TreeSet<>();
        for (String name : sections.watch().references()) {
            if (name.isBlank() || name.contains("@")) {
                problems.add("nessiewatch.watch.references holds '" + name
                        + "', which is no name of a branch; set names separated by commas");
            } else if (!names.add(name)) {
                problems.add("nessiewatch.watch.references names '" + name + "' twice; name it once");
            }
        }
    }

    private void address(List<String> problems) {
        URI uri = sections.nessie().uri();
        if (!"http".equals(uri.getScheme()) && !"https".equals(uri.getScheme())) {
            problems.add("nessiewatch.nessie.uri must begin with http:// or https://, such as"
                    + " http://localhost:19120/api/v2");
        } else if (uri.getRawUserInfo() != null) {
            problems.add("nessiewatch.nessie.uri must not hold a user name or password, which would show in logs; set"
                    + " nessie.authentication.* under nessiewatch.nessie.properties");
        }
    }

    /**
     * Without it Kafka's clients would look for a broker on this machine, for ever. They wait for a broker that is away, but
     * fail at once where no host has an address.
     */
    private void broker(List<String> problems) {
        List<String> brokers = all.getOptionalValues(BROKER, String.class).orElse(List.of());
        if (brokers.isEmpty()) {
            problems.add(BROKER + " is not set; set the broker's address, such as " + BROKER + "=localhost:9092");
        } else if (brokers.stream().noneMatch(Start::hasAddress)) {
            problems.add("none of the hosts in " + BROKER + " has an address (" + String.join(", ", brokers)
                    + "); set it to host:port of a broker, or look after the name service");
        }
    }

    /** Of {@code host:port}, {@code [::1]:port} or {@code PROTOCOL://host:port}, as Kafka takes them. */
    private static boolean hasAddress(String broker) {
        try {
            InetAddress.getByName(broker.strip().replaceAll("^.*://", "").replaceAll(":\\d+$", ""));
            return true;
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static void atLeastASecond(List<String> problems, String property, Duration value) {
        if (value.compareTo(Duration.ofSeconds(1)) < 0) {
            problems.add("nessiewatch." + property + " is " + value + "; it must be at least 1s");
        }
    }

    /** Within a section an unknown property stops the start by itself; a section nobody maps would pass unnoticed. */
    private List<String> unknownSections() {
        Set<String> unknown = new TreeSet<>();
        for (String name : all.getPropertyNames()) {
            if (name.startsWith("nessiewatch.") && !SECTIONS.contains(section(name)) && !isFromEnvironment(name)) {
                unknown.add(
                        name
                                + " is not a property of nessiewatch; docs/configuration.md lists every property with what it may be");
            }
        }
        return List.copyOf(unknown);
    }

    /** Such as NESSIEWATCH_PORT, which Kubernetes sets: {@link Variables} knows which are meant for nobody. */
    private boolean isFromEnvironment(String name) {
        String source = all.getConfigValue(name).getSourceName();
        return source != null && source.startsWith("EnvConfigSource");
    }

    private static String section(String name) {
        String rest = name.substring("nessiewatch.".length());
        int dot = rest.indexOf('.');
        return dot < 0 ? rest : rest.substring(0, dot);
    }

    private static void check(List<String> problems, Runnable reading) {
        try {
            reading.run();
        } catch (IllegalArgumentException e) {
            problems.add(e.getMessage());
        }
    }
}
