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
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens") || argument.startsWith("-X"))
                .forEach(command::add);
        command.addAll(List.of("-Duser.timezone=" + zone, "-cp", System.getProperty("java.class.path")));
        command.add(MaintenanceJob.class.getName());
        command.addAll(List.of("--mode", order.mode().word(), "--order-id", order.id()));
        command.addAll(List.of("--reference", order.reference(), "--content-id", order.contentId()));
        command.addAll(List.of("--uuid", String.valueOf(order.uuid()), "--table", encoded(order.key())));
        command.addAll(List.of("--older-than-ms", String.valueOf(order.olderThanMs())));
        command.addAll(List.of("--retain-last", String.valueOf(order.retainLast())));
        command.addAll(List.of("--predicted-removed", String.valueOf(order.predictedRemoved())));
        catalog.forEach((name, value) -> command.addAll(List.of("--catalog", name + "=" + value)));
        return command;
    }

    private static String encoded(TableKey key) throws JsonProcessingException {
        String json = new ObjectMapper().writeValueAsString(key.elements());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
