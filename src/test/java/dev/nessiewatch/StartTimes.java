// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch;

import dev.nessiewatch.testing.LocalKafka;
import dev.nessiewatch.testing.LocalNessie;
import dev.nessiewatch.testing.MetadataFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.projectnessie.client.NessieClientBuilder;
import org.projectnessie.client.api.CommitMultipleOperationsBuilder;
import org.projectnessie.client.api.NessieApiV2;
import org.projectnessie.error.BaseNessieClientServerException;
import org.projectnessie.model.Branch;
import org.projectnessie.model.CommitMeta;
import org.projectnessie.model.Content;
import org.projectnessie.model.ContentKey;
import org.projectnessie.model.IcebergTable;
import org.projectnessie.model.Operation;

/**
 * Measures starts and memory of the packaged program, several ways of running it side by side; run by hand, results in
 * {@code docs/performance.md}.
 *
 * <p>Each argument is {@code NAME=COMMAND}. Every command is started ten times, in turns, against the same real Nessie and
 * broker, with both roles. A start ends when the metrics show the first completed look at Nessie; the processor time that the
 * process took until then hardly depends on what else the machine does. The resident memory is read two seconds later, and
 * after the last turn, in a start of its own, again after 1,000 measurements were published.
 */
public final class StartTimes {
    private static final int STARTS = 10;
    private static final int EVENTS = 1_000;
    private static final int AT_ONCE = 50;
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Pattern POLLS =
            Pattern.compile("nessiewatch_polls_total\\{[^}]*result=\"(?:advanced|up-to-date)\"[^}]*} ([0-9.E]+)");
    private static final Pattern PUBLISHED =
            Pattern.compile("nessiewatch_events_total\\{[^}]*kind=\"measurement\"[^}]*} ([0-9.E]+)");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final LocalNessie nessie;
    private final LocalKafka kafka;
    private final Path folder;
    private long snapshot;

    private StartTimes(LocalNessie nessie, LocalKafka kafka, Path folder) {
        this.nessie = nessie;
        this.kafka = kafka;
        this.folder = folder;
    }

    /** What was seen of one way of running. */
    private record Seen(List<Double> milliseconds, List<Double> processor, List<Double> started, List<Double> busy) {
        Seen() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    /** {@code NAME=COMMAND...}: prints a table. */
    public static void main(String[] commands) throws Exception {
        Map<String, Seen> all = new LinkedHashMap<>();
        try (LocalNessie nessie = LocalNessie.start();
                LocalKafka kafka = LocalKafka.start()) {
            StartTimes times = new StartTimes(nessie, kafka, Files.createTempDirectory("start-times"));
            times.commit(AT_ONCE);
            // Not counted: makes the topics and fills the caches of the machine.
            for (String command : commands) {
                times.start(command, new Seen(), false);
            }
            for (int turn = 1; turn <= STARTS; turn++) {
                for (String command : commands) {
                    times.start(command, all.computeIfAbsent(command, name -> new Seen()), false);
                }
                System.err.println("turn " + turn + " of " + STARTS);
            }
            // In a turn of its own, whose starts do not count: each finds more in the topics than the one before.
            for (String command : commands) {
                Seen last = new Seen();
                times.start(command, last, true);
                all.computeIfAbsent(command, name -> new Seen()).busy().addAll(last.busy());
            }
        }
        System.out.println(
                "| run as | start to first poll, median (range) | processor time of it | RSS after start | RSS after 1,000"
                        + " events |");
        System.out.println("|---|---|---|---|---|");
        all.forEach((command, seen) -> System.out.printf(
                Locale.ROOT,
                "| %s | %s s | %s s | %s MiB | %s MiB |%n",
                command.substring(0, command.indexOf('=')),
                range(seen.milliseconds(), 1000, "%.2f"),
                range(seen.processor(), 1000, "%.2f"),
                range(seen.started(), 1024, "%.0f"),
                range(seen.busy(), 1024, "%.0f")));
    }

    private void start(String command, Seen seen, boolean work) throws Exception {
        int port = ServiceProcess.freePort();
        URI metrics = URI.create("http://127.0.0.1:" + port + "/q/metrics");
        ProcessBuilder builder = new ProcessBuilder(
                        command.substring(command.indexOf('=') + 1).strip().split("\\s+"))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("program.log").toFile());
        builder.environment()
                .putAll(Map.of(
                        "QUARKUS_HTTP_PORT",
                        Integer.toString(ServiceProcess.freePort()),
                        "QUARKUS_MANAGEMENT_PORT",
                        Integer.toString(port),
                        "KAFKA_BOOTSTRAP_SERVERS",
                        kafka.bootstrapServers(),
                        "NESSIEWATCH_NESSIE_URI",
                        nessie.uri().toString(),
                        "NESSIEWATCH_WATCH_PERIOD",
                        "1s"));
        long began = System.nanoTime();
        Process process = builder.start();
        try {
            await(process, () -> value(metrics, POLLS), 1);
            seen.milliseconds().add((System.nanoTime() - began) / 1e6);
            seen.processor().add(process.info().totalCpuDuration().orElseThrow().toNanos() / 1e6);
            LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
            seen.started().add(residentKib(process));
            if (work) {
                long before = value(metrics, PUBLISHED);
                for (int done = 0; done < EVENTS; done += AT_ONCE) {
                    commit(AT_ONCE);
                    await(process, () -> value(metrics, PUBLISHED), before + done + AT_ONCE);
                }
                seen.busy().add(residentKib(process));
            }
        } finally {
            process.destroy();
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        }
    }

    private static void await(Process process, LongSupplier value, long wanted) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (value.getAsLong() < wanted) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IllegalStateException("The program ended, or took longer than " + LIMIT);
            }
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private static long value(URI metrics, Pattern meter) {
        try {
            HttpResponse<String> answer =
                    HTTP.send(HttpRequest.newBuilder(metrics).build(), HttpResponse.BodyHandlers.ofString());
            Matcher matcher = meter.matcher(answer.body());
            double sum = 0;
            while (matcher.find()) {
                sum += Double.parseDouble(matcher.group(1));
            }
            return (long) sum;
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }

    private static double residentKib(Process process) throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }

    /** A commit that changes so many tables. */
    private void commit(int tables) throws BaseNessieClientServerException {
        snapshot++;
        MetadataFile file = MetadataFile.of("u").replaces(30, Instant.now().minusSeconds(7200), Duration.ofMinutes(3));
        String location = file.write(folder.resolve("00030-" + snapshot + ".metadata.json"));
        try (NessieApiV2 api = NessieClientBuilder.createClientBuilderFromSystemSettings()
                .withUri(nessie.uri())
                .build(NessieApiV2.class)) {
            List<ContentKey> keys = new ArrayList<>();
            for (int i = 0; i < tables; i++) {
                keys.add(ContentKey.of("table-" + i));
            }
            Map<ContentKey, Content> there =
                    api.getContent().refName("main").keys(keys).get();
            CommitMultipleOperationsBuilder commit = api.commitMultipleOperations()
                    .branch((Branch) api.getReference().refName("main").get())
                    .commitMeta(CommitMeta.fromMessage("measured"));
            for (ContentKey key : keys) {
                Content old = there.get(key);
                IcebergTable table = old == null
                        ? IcebergTable.of(location, file.currentId(), 0, 0, 0)
                        : IcebergTable.of(location, file.currentId(), 0, 0, 0, old.getId());
                commit.operation(Operation.Put.of(key, table));
            }
            commit.commit();
        }
    }

    private static String range(List<Double> values, double unit, String format) {
        double[] sorted =
                values.stream().mapToDouble(value -> value / unit).sorted().toArray();
        String median = String.format(Locale.ROOT, format, median(sorted));
        return sorted.length == 1
                ? median
                : String.format(
                        Locale.ROOT,
                        "%s (" + format + " to " + format + ")",
                        median,
                        sorted[0],
                        sorted[sorted.length - 1]);
    }

    private static double median(double[] sorted) {
        return Arrays.stream(sorted)
                .skip((sorted.length - 1) / 2)
                .limit(sorted.length % 2 == 0 ? 2 : 1)
                .average()
                .orElseThrow();
    }
}
