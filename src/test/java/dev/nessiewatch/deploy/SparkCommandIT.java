// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.nessiewatch.testing.LocalNessie;
import dev.nessiewatch.testing.Tool;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command line of the WorkflowTemplate, given to Spark's own submission as the pod would: parameters and variables
 * replaced, Iceberg outside of Spark's class path, the job in its jar.
 */
class SparkCommandIT {
    private static final Path JOB = Path.of("src/spark");
    private static final int REFUSED = 12;

    @TempDir
    Path folder;

    @Test
    void startsTheJobWithTheOrderAsItWasSent() throws Exception {
        Tool.KUBECTL.require();
        JsonNode template = Manifests.withComponent("spark-local").one("WorkflowTemplate", "iceberg-expire-snapshots");
        try (LocalNessie nessie = LocalNessie.start()) {
            Process process = submit(arguments(template), nessie);
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
            String said = Files.readString(folder.resolve("out")) + Files.readString(folder.resolve("err"));

            assertThat(process.exitValue()).as(said).isEqualTo(REFUSED);
            JsonNode report = new ObjectMapper().readTree(Files.readString(folder.resolve("out")));
            assertThat(report.path("order").asText()).isEqualTo("42");
            assertThat(report.path("table").asText()).contains("daily").contains("{{x}} $(Y)");
            assertThat(report.path("outcome").asText()).isEqualTo("REFUSED");
        }
    }

    private Process submit(List<String> arguments, LocalNessie nessie) throws Exception {
        String classPath =
                Files.readString(JOB.resolve("target/classpath-4.1.txt")).strip();
        Path lib = Files.createDirectories(folder.resolve("lib"));
        List<String> spark = new ArrayList<>();
        for (String jar : classPath.split(File.pathSeparator)) {
            if (jar.contains("iceberg-spark-runtime")) {
                Files.createSymbolicLink(lib.resolve("iceberg.jar"), Path.of(jar));
            } else {
                spark.add(jar);
            }
        }
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions());
        command.addAll(List.of("-Xmx512m", "-cp", String.join(File.pathSeparator, spark)));
        command.add("org.apache.spark.deploy.SparkSubmit");
        command.addAll(arguments.stream()
                .map(argument -> argument.replace("/opt/nessiewatch/lib", lib.toString())
                        .replace(
                                "/opt/nessiewatch/nessiewatch-spark.jar",
                                JOB.resolve("target/nessiewatch-spark.jar").toString()))
                .toList());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        builder.environment()
                .put(
                        "NESSIEWATCH_CATALOG",
                        "{\"uri\": \"" + nessie.uri() + "\", \"warehouse\": \""
                                + folder.resolve("warehouse").toUri() + "\"}");
        return builder.start();
    }

    /** As Argo and the kubelet replace them. */
    private static List<String> arguments(JsonNode template) {
        Map<String, String> values = new HashMap<>();
        template.at("/spec/arguments/parameters")
                .forEach(parameter -> values.put(
                        parameter.path("name").asText(), parameter.path("value").asText()));
        values.putAll(Map.of(
                "mode", "trim",
                "order-id", "42",
                "reference", "main",
                "content-id", "3f0e7d1c-5a52-4a51-8f3c-0a7a2b1c9d00",
                "uuid", "-",
                "older-than-ms", "1780000000000",
                "retain-last", "1",
                "predicted-removed", "7",
                "commit-before-ms", "-"));
        values.put("table", table("[\"ns\", \"daily {{x}} $(Y)\"]"));
        values.putAll(Map.of("driver-memory", "1g", "max-result-size", "1g", "pod-memory", "3Gi"));
        return Manifests.texts(template.at("/spec/templates/0/container/args")).stream()
                .map(argument -> {
                    for (Map.Entry<String, String> value : values.entrySet()) {
                        argument = argument.replace("{{inputs.parameters." + value.getKey() + "}}", value.getValue());
                    }
                    return argument.replace("$(SPARK_DRIVER_HOST)", "127.0.0.1");
                })
                .toList();
    }

    private static String table(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    /** What Spark's launch script adds for a JVM of today. */
    private static List<String> jvmOptions() throws Exception {
        Matcher options = Pattern.compile("<spark\\.jvm>([^<]+)<").matcher(Files.readString(JOB.resolve("pom.xml")));
        assertThat(options.find()).isTrue();
        return Arrays.asList(options.group(1).split(" "));
    }
}
