// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The Spark job's own tests, which are a Maven build with a class path of its own, on each line of Spark that it supports.
 * They take minutes, so they run beside each other and beside the other integration tests.
 */
@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class SparkLinesIT {
    private static final Path JOB = Path.of("src/spark").toAbsolutePath();
    private static final Path LOGS = Path.of("target/spark-lines");
    private static final int LAST_LINES = 60;

    @Test
    void theJobPassesItsTestsOnTheLineItIsBuiltFor() throws Exception {
        passes("4.1", JOB.resolve("target"), List.of(System.getProperty("inner.checks")));
    }

    @Test
    void theSameClassesPassThemOnTheOlderLineScalaIncluded() throws Exception {
        Path folder = JOB.resolve("target/spark-3.5");
        passes(
                "3.5",
                folder,
                List.of(
                        "-Dquick",
                        "-Dspark.line=3.5",
                        "-Dspark.version=3.5.8",
                        "-Dscala.line=2.12",
                        "-Dbuild.folder=" + folder));
    }

    private static void passes(String line, Path folder, List<String> options)
            throws IOException, InterruptedException {
        Path report = folder.resolve("surefire-reports/TEST-dev.nessiewatch.spark.MaintenanceJobTest.xml");
        Files.deleteIfExists(report);
        Path log = Files.createDirectories(LOGS).resolve(line + ".log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("maven.home"), "bin", "mvn").toString());
        command.addAll(List.of("-q", "-B", "-f", JOB.resolve("pom.xml").toString()));
        command.add("-Dmaven.repo.local=" + System.getProperty("maven.repository"));
        command.addAll(options);
        command.add("test");
        Process build = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(build.waitFor(20, TimeUnit.MINUTES)).as("ends in time").isTrue();
            assertThat(build.exitValue()).as("%s ends with%n%s", log, last(log)).isZero();
            assertThat(report).exists();
        } finally {
            build.descendants().forEach(ProcessHandle::destroyForcibly);
            build.destroyForcibly();
        }
    }

    private static String last(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join(System.lineSeparator(), lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }
}
