// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** The job as a process of its own, as a launcher starts it. */
final class JobProcess {
    private JobProcess() {}

    /** The command line for an order, with the options of this JVM and another time zone. */
    static List<String> command(Order order, Map<String, String> catalog, String zone) throws JsonProcessingException {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("--mode", order.mode().word(), "--order-id", order.id()));
        arguments.addAll(List.of("--reference", order.reference(), "--content-id", order.contentId()));
        arguments.addAll(List.of("--uuid", String.valueOf(order.uuid()), "--table", encoded(order.key())));
        arguments.addAll(List.of("--older-than-ms", String.valueOf(order.olderThanMs())));
        arguments.addAll(List.of("--retain-last", String.valueOf(order.retainLast())));
        arguments.addAll(List.of("--predicted-removed", String.valueOf(order.predictedRemoved())));
        return command(arguments, catalog, zone);
    }

    /** The command line for a job with these arguments. */
    static List<String> command(List<String> arguments, Map<String, String> catalog, String zone) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens") || argument.startsWith("-X"))
                .forEach(command::add);
        command.addAll(List.of("-Duser.timezone=" + zone, "-cp", System.getProperty("java.class.path")));
        command.add(MaintenanceJob.class.getName());
        command.addAll(arguments);
        catalog.forEach((name, value) -> command.addAll(List.of("--catalog", name + "=" + value)));
        return command;
    }

    private static String encoded(TableKey key) throws JsonProcessingException {
        String json = new ObjectMapper().writeValueAsString(key.elements());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
