// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.launch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nessiewatch.confirm.ExpiryOrder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Runs the Spark job in a child JVM on this machine. A run is a folder: who created the folder started the run, and
 * whoever finds it adopts it, so that a restart of this service neither forgets a run nor starts it twice.
 */
public final class LocalLauncher implements Launcher {
    private static final Logger LOG = Logger.getLogger(LocalLauncher.class);
    private static final String MAIN = "dev.nessiewatch.spark.MaintenanceJob";
    /**
     * Writes its own process id before it becomes the job, so that no start is ever without one. The link can be made
     * once: of two starts of one run, the second one ends without doing anything.
     */
    private static final String START = "echo $$ > \"$0.$$\"; ln \"$0.$$\" \"$0\" 2>/dev/null; linked=$?;"
            + " rm -f \"$0.$$\"; [ $linked = 0 ] && exec \"$@\"";

    private static final Duration START_LIMIT = Duration.ofSeconds(30);

    private final Path java;
    private final String classPath;
    private final List<String> javaOptions;
    private final Path runs;
    private final String catalog;

    /**
     * @param java path of a Java 17 or 21
     * @param classPath class path of the job
     * @param javaOptions options of the job's JVM
     * @param runs folder for the runs; created when absent
     * @param catalog properties of Iceberg's Nessie catalog; handed over by the environment only
     */
    public LocalLauncher(
            Path java, String classPath, List<String> javaOptions, Path runs, Map<String, String> catalog) {
        this.java = java;
        this.classPath = classPath;
        this.javaOptions = List.copyOf(javaOptions);
        this.runs = runs.toAbsolutePath();
        this.catalog = json(catalog);
    }

    @Override
    public String name() {
        return "local";
    }

    @Override
    public Launched launch(ExpiryOrder order) {
        String run = RunName.of(order);
        Path folder = runs.resolve(run);
        try {
            Files.createDirectories(folder);
            if (Files.exists(folder.resolve("pid"))) {
                return new Launched.Run(run, true);
            }
            return start(order, folder)
                    ? new Launched.Run(run, false)
                    : new Launched.Later(
                            "The run " + run + " did not begin in " + folder + "; see " + folder.resolve("log"));
        } catch (IOException e) {
            return new Launched.Later("The run " + run + " could not be started in " + folder + ": " + e.getMessage()
                    + "; check nessiewatch.launch.local.java and .runs");
        }
    }

    @Override
    public RunState state(String run) {
        Path folder = runs.resolve(run);
        try {
            if (isAlive(folder)) {
                return new RunState.Running();
            }
            Optional<RunState.Ended> report = JobReport.in(lines(folder.resolve("report")));
            return report.orElseGet(() -> new RunState.Ended(RunState.End.FAILED, lastWords(folder)));
        } catch (IOException e) {
            return new RunState.Unknown("The run " + run + " cannot be read in " + folder + ": " + e.getMessage());
        }
    }

    /** Whether the run has a process now, be it this one. */
    private boolean start(ExpiryOrder order, Path folder) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", START, folder.resolve("pid").toString(), java.toString()));
        command.addAll(javaOptions);
        command.addAll(List.of("-cp", classPath, MAIN));
        command.addAll(JobArguments.of(order));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("report").toFile()))
                .redirectError(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
        builder.environment().put("NESSIEWATCH_CATALOG", catalog);
        Process process = builder.start();
        LOG.infof("Started run %s as process %d", folder.getFileName(), process.pid());
        return hasBegun(process, folder.resolve("pid"));
    }

    /** Waits for the process id: without it, a run that has just been started looks like one that is over. */
    private static boolean hasBegun(Process process, Path pid) {
        long began = System.nanoTime();
        try {
            while (!Files.exists(pid) && System.nanoTime() - began < START_LIMIT.toNanos()) {
                if (process.waitFor(10, TimeUnit.MILLISECONDS)) {
                    break;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Files.exists(pid);
    }

    /** Whether the process that the folder names still is the one that was started for it. */
    private static boolean isAlive(Path folder) throws IOException {
        Path pid = folder.resolve("pid");
        if (!Files.exists(pid)) {
            return false;
        }
        Optional<ProcessHandle> process = ProcessHandle.of(
                Long.parseLong(Files.readString(pid, StandardCharsets.UTF_8).trim()));
        if (process.isEmpty() || !process.get().isAlive()) {
            return false;
        }
        // A process that began well after its id was written has only inherited the number.
        var written = Files.getLastModifiedTime(pid).toInstant();
        return process.get()
                .info()
                .startInstant()
                .map(began -> !began.isAfter(written.plusSeconds(5)))
                .orElse(true);
    }

    private static String lastWords(Path folder) {
        try {
            List<String> log = lines(folder.resolve("log"));
            String last = log.isEmpty() ? "no output" : log.get(log.size() - 1);
            return "The job ended without a report; its last words: " + last + " (see " + folder.resolve("log") + ")";
        } catch (IOException e) {
            return "The job ended without a report, and its log cannot be read: " + e.getMessage();
        }
    }

    /** The last 64 KiB of a file, as lines; empty when there is no such file. */
    private static List<String> lines(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        try (var channel = Files.newByteChannel(file)) {
            long from = Math.max(0, channel.size() - (64 << 10));
            channel.position(from);
            var bytes = ByteBuffer.allocate((int) (channel.size() - from));
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                continue;
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
        }
    }

    private static String json(Map<String, String> catalog) {
        try {
            return new ObjectMapper().writeValueAsString(catalog);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A map of strings is always JSON", e);
        }
    }
}
